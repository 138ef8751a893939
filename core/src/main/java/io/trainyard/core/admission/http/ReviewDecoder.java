package io.trainyard.core.admission.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads an AdmissionReview of version v1. Objects stay trees, so that nothing is lost and nothing is validated too early. */
final class ReviewDecoder {
    private static final String API_VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";
    private static final int MAX_UID_LENGTH = 256;

    /** Keys and values together: far more than an object has that an API server would store, and little enough to hold several of them. */
    private static final long MAX_TOKENS = 500_000;

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxTokenCount(MAX_TOKENS)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private ReviewDecoder() {}

    /** Never fails. */
    static DecodedReview decode(byte[] body) {
        try {
            return JSON.readValue(body, Object.class) instanceof Map<?, ?> review
                    ? new Fields(review).read()
                    : new DecodedReview.Malformed("", "the body is no JSON object; expected " + expected());
        } catch (StreamConstraintsException tooMuch) {
            return new DecodedReview.Malformed(
                    uid(body),
                    "the body is larger or more deeply nested than any object: " + tooMuch.getOriginalMessage());
        } catch (JsonProcessingException notJson) {
            return new DecodedReview.Malformed(uid(body), "the body is no JSON: " + notJson.getOriginalMessage());
        } catch (IOException unreadable) {
            return new DecodedReview.Malformed("", "the body cannot be read: " + unreadable.getMessage());
        }
    }

    private static String expected() {
        return "kind " + KIND + " of " + API_VERSION;
    }

    /** The uid of a request whose end is missing or wrong: senders write it first. */
    private static String uid(byte[] body) {
        try (JsonParser parser = JSON.createParser(body)) {
            while (parser.nextToken() != null) {
                boolean found = parser.currentToken() == JsonToken.VALUE_STRING
                        && "uid".equals(parser.currentName())
                        && "/request/uid"
                                .equals(parser.getParsingContext()
                                        .pathAsPointer()
                                        .toString());
                if (found) {
                    return known(parser.getText());
                }
            }
        } catch (IOException theEnd) {
            return "";
        }
        return "";
    }

    private static String known(String uid) {
        return uid.length() <= MAX_UID_LENGTH ? uid : "";
    }

    /** Looks at the fields one after the other; the first wrong one ends it. */
    private static final class Fields {
        private final Map<?, ?> review;
        private String uid = "";

        private Fields(Map<?, ?> review) {
            this.review = review;
        }

        private DecodedReview read() {
            try {
                Map<String, Object> request =
                        object(review.get("request"), "request").orElseThrow(() -> new Wrong("request is missing"));
                uid = known(text(request, "uid"));
                if (uid.isEmpty()) {
                    throw new Wrong("request.uid is missing or too long");
                }
                if (!API_VERSION.equals(review.get("apiVersion")) || !KIND.equals(review.get("kind"))) {
                    throw new Wrong("the body is of another kind; expected " + expected());
                }
                return new DecodedReview.Valid(request(request));
            } catch (Wrong wrong) {
                return new DecodedReview.Malformed(uid, wrong.problem);
            }
        }

        private AdmissionRequest request(Map<String, Object> request) throws Wrong {
            Map<String, Object> kind =
                    object(request.get("kind"), "request.kind").orElseThrow(() -> new Wrong("request.kind is missing"));
            AdmissionRequest.Operation operation = operation(text(request, "operation"));
            Optional<Map<String, Object>> object = object(request.get("object"), "request.object");
            Optional<Map<String, Object>> previous = object(request.get("oldObject"), "request.oldObject");
            boolean hasObject =
                    operation == AdmissionRequest.Operation.CREATE || operation == AdmissionRequest.Operation.UPDATE;
            if (hasObject && object.isEmpty()) {
                throw new Wrong("request.object is missing");
            }
            if (operation == AdmissionRequest.Operation.UPDATE && previous.isEmpty()) {
                throw new Wrong("request.oldObject is missing");
            }
            String namespace = text(request, "namespace");
            if (isElsewhere(object, namespace) || isElsewhere(previous, namespace)) {
                throw new Wrong("metadata.namespace of the object must be request.namespace");
            }
            // Without it nothing was converted.
            Map<String, Object> requested =
                    object(request.get("requestKind"), "request.requestKind").orElse(kind);
            return new AdmissionRequest(
                    uid,
                    operation,
                    text(kind, "group"),
                    text(kind, "version"),
                    text(requested, "version"),
                    text(kind, "kind"),
                    text(request, "subResource"),
                    namespace,
                    text(request, "name"),
                    text(object(request.get("userInfo"), "request.userInfo").orElse(Map.of()), "username"),
                    Boolean.TRUE.equals(request.get("dryRun")),
                    object,
                    previous);
        }

        /** An API server asks about objects of the request's namespace; some leave it out of them. */
        private static boolean isElsewhere(Optional<Map<String, Object>> object, String namespace) {
            return object.map(tree -> Tree.at(tree, "metadata", "namespace"))
                    .filter(named -> !named.equals(namespace))
                    .isPresent();
        }

        private static AdmissionRequest.Operation operation(String name) throws Wrong {
            return Arrays.stream(AdmissionRequest.Operation.values())
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new Wrong("request.operation must be one of "
                            + Arrays.toString(AdmissionRequest.Operation.values())));
        }

        @SuppressWarnings("unchecked") // keys of a JSON object are texts
        private static Optional<Map<String, Object>> object(@Nullable Object value, String path) throws Wrong {
            if (value == null) {
                return Optional.empty();
            }
            if (!(value instanceof Map<?, ?> object)) {
                throw new Wrong(path + " must be an object");
            }
            return Optional.of((Map<String, Object>) object);
        }

        private static String text(Map<String, Object> fields, String name) throws Wrong {
            Object value = fields.get(name);
            if (value == null) {
                return "";
            }
            if (!(value instanceof String text)) {
                throw new Wrong(name + " must be a text");
            }
            return text;
        }
    }

    /** The sender's mistake. */
    private static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        private final String problem;

        private Wrong(String problem) {
            super(problem, null, false, false);
            this.problem = problem;
        }
    }
}

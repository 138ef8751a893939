package io.trainyard.core.admission.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the answer to an AdmissionReview. */
final class ReviewEncoder {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_WARNING_LENGTH = 256;
    private static final LinearPattern CONTROLS = LinearPattern.of("[[:cntrl:] ]+");

    private ReviewEncoder() {}

    /** The answer to a request. */
    static byte[] encode(AdmissionRequest request, AdmissionResponse answer) {
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("uid", request.uid());
        response.put("allowed", answer.allowed());
        if (!answer.allowed()) {
            response.put("status", status(answer.code(), answer.reason(), answer.message(), answer.details(request)));
        }
        patch(request, answer).ifPresent(patch -> {
            response.put("patchType", "JSONPatch");
            // A byte array is written in base64.
            response.put("patch", patch);
        });
        List<String> warnings = warnings(answer.warnings());
        if (!warnings.isEmpty()) {
            response.put("warnings", warnings);
        }
        return review(response);
    }

    /** The answer to something that is no review, but has a uid. */
    static byte[] encode(DecodedReview.Malformed malformed) {
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("uid", malformed.uid());
        response.put("allowed", false);
        response.put("status", status(400, "BadRequest", malformed.problem(), Map.of()));
        return review(response);
    }

    private static byte[] review(Map<String, Object> response) {
        Map<String, Object> review = new LinkedHashMap<>();
        review.put("apiVersion", "admission.k8s.io/v1");
        review.put("kind", "AdmissionReview");
        review.put("response", response);
        return json(review);
    }

    private static byte[] json(Object tree) {
        try {
            return JSON.writeValueAsBytes(tree);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of maps, lists and values must be JSON", impossible);
        }
    }

    private static Optional<byte[]> patch(AdmissionRequest request, AdmissionResponse answer) {
        if (!answer.allowed() || answer.changed().isEmpty() || request.object().isEmpty()) {
            return Optional.empty();
        }
        return JsonChanges.between(request.object().get(), answer.changed().get())
                .map(ReviewEncoder::json);
    }

    private static Map<String, Object> status(int code, String reason, String message, Map<String, Object> details) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("status", "Failure");
        status.put("code", code);
        status.put("reason", reason);
        status.put("message", message);
        if (!details.isEmpty()) {
            status.put("details", details);
        }
        return status;
    }

    /** Each on one line, and short: they travel in headers, and API servers cut them without a mark. */
    private static List<String> warnings(List<String> warnings) {
        List<String> lines = new ArrayList<>();
        for (String warning : warnings) {
            String fit = shortened(CONTROLS.replaceAll(warning, " ").strip());
            if (!fit.isEmpty() && !lines.contains(fit)) {
                lines.add(fit);
            }
        }
        return lines;
    }

    private static String shortened(String line) {
        if (line.length() <= MAX_WARNING_LENGTH) {
            return line;
        }
        int end = MAX_WARNING_LENGTH - 4;
        // Half of a character is none.
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end)
                        .stripTrailing() + " ...";
    }
}

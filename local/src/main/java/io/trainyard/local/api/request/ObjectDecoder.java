package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.RequestParameters.FieldValidation;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.client.ApiException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Brings what a client sent into the form of its kind: right kind, known fields, right types, no nulls where none belong. */
final class ObjectDecoder {
    private static final String METADATA = "metadata";

    private final FieldValidation fieldValidation;
    private final Function<String, ApiException> refusal;
    private final List<String> warnings;

    /** Warnings are added to the list. */
    ObjectDecoder(FieldValidation fieldValidation, List<String> warnings) {
        this(fieldValidation, warnings, ApiException::badRequest);
    }

    /** For the body of a request that names no other object. */
    static ObjectDecoder ofBody(FieldValidation fieldValidation, List<String> warnings, ResourceType type) {
        return new ObjectDecoder(
                fieldValidation,
                warnings,
                text -> ApiException.badRequest(type.isCustom() ? unhandled(type) + text : text));
    }

    private static String unhandled(ResourceType type) {
        return type.kind() + " in version \"" + type.resource().version() + "\" cannot be handled as a " + type.kind()
                + ": ";
    }

    private ObjectDecoder(
            FieldValidation fieldValidation, List<String> warnings, Function<String, ApiException> refusal) {
        this.fieldValidation = fieldValidation;
        this.warnings = warnings;
        this.refusal = refusal;
    }

    /** For what a patch led to: unknown fields make the patch invalid, not the request malformed. */
    static ObjectDecoder ofPatch(
            FieldValidation fieldValidation,
            List<String> warnings,
            ResourceType type,
            String name,
            @Nullable Object patch) {
        return new ObjectDecoder(
                fieldValidation,
                warnings,
                text -> StatusErrors.invalid(type, name, List.of(FieldError.invalid("patch", Json.text(patch), text))));
    }

    /** The body of a request as an object; it must say the kind, except that built-in kinds may leave it out. */
    static Map<String, Object> object(ResourceType type, @Nullable Object body) {
        if (!(body instanceof Map<?, ?> map)) {
            throw ApiException.badRequest("the body of the request must be an object of kind " + type.kind());
        }
        Map<String, Object> object = Tree.object(map);
        for (String field : List.of("apiVersion", "kind")) {
            String expected = field.equals("kind") ? type.kind() : type.apiVersion();
            if (object.get(field) == null && !type.isCustom()) {
                object.put(field, expected);
            }
            if (object.get(field) == null || "".equals(object.get(field))) {
                throw ApiException.badRequest(
                        field + ": Required value: must be " + expected + " in " + shortened(object));
            }
        }
        if (!type.apiVersion().equals(object.get("apiVersion"))) {
            throw ApiException.badRequest("the API version in the data (" + object.get("apiVersion")
                    + ") does not match the expected API version (" + type.apiVersion() + ")");
        }
        if (!type.kind().equals(object.get("kind"))) {
            throw ApiException.badRequest("the kind in the data (" + object.get("kind")
                    + ") does not match the expected kind (" + type.kind() + ")");
        }
        if (!(object.get(METADATA) instanceof Map)) {
            if (object.get(METADATA) != null) {
                throw ApiException.badRequest("metadata: must be an object");
            }
            object.remove(METADATA);
            Tree.ensure(object, METADATA);
        }
        return object;
    }

    private static String shortened(Map<String, Object> object) {
        String text = Json.text(object);
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }

    /** Drops what the kind does not know and fills in defaults of its schema. Changes the object. */
    void decode(ResourceType type, Map<String, Object> object) {
        if (type.isCustom()) {
            decodeMetadata(type, object);
            report(type, type.schema().prune(object));
            type.schema().applyDefaults(object);
        } else {
            dropNulls(object);
            report(type, type.schema().prune(object));
            requireTypes(type, type.schema(), object, "");
            type.schema().applyDefaults(object);
            BuiltInForm.settle(type.schema(), object);
        }
    }

    /** Drops what the kind does not know from an object that lists what its sender wants to own; fills nothing in. */
    void pruneApplied(ResourceType type, Map<String, Object> object) {
        dropNulls(object);
        report(type, type.schema().prune(object));
        if (!type.isCustom()) {
            requireTypes(type, type.schema(), object, "");
        }
    }

    private void decodeMetadata(ResourceType type, Map<String, Object> object) {
        StructuralSchema schema = type.schema().properties().get(METADATA);
        Object metadata = object.get(METADATA);
        dropNulls(metadata);
        if (schema != null) {
            requireTypes(type, schema, metadata, METADATA);
        }
    }

    /** For built-in kinds a wrong type is a malformed request, not an invalid object. */
    private static void requireTypes(ResourceType type, StructuralSchema schema, @Nullable Object value, String path) {
        for (FieldError error : schema.validate(value, path)) {
            if (error.kind() == FieldError.Kind.INVALID) {
                throw ApiException.badRequest(unhandled(type) + error.message());
            }
        }
    }

    private void report(ResourceType type, List<String> unknown) {
        if (unknown.isEmpty() || fieldValidation == FieldValidation.IGNORE) {
            return;
        }
        List<String> texts = new ArrayList<>();
        for (String path : unknown) {
            texts.add("unknown field \"" + path + "\"");
        }
        if (fieldValidation == FieldValidation.STRICT) {
            String text = "strict decoding error: " + String.join(", ", texts);
            throw refusal.apply(type.isCustom() ? text : unhandled(type) + text);
        }
        warnings.addAll(texts);
    }

    private static void dropNulls(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            for (Iterator<?> values = map.values().iterator(); values.hasNext(); ) {
                Object item = values.next();
                if (item == null) {
                    values.remove();
                } else {
                    dropNulls(item);
                }
            }
        } else if (value instanceof List<?> list) {
            list.forEach(ObjectDecoder::dropNulls);
        }
    }
}

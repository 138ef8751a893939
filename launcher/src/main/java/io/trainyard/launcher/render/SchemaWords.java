package io.trainyard.launcher.render;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldError.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an API server says of objects that do not fit their schema, in words for users: each field once, and what would be right where the schema has only a
 * pattern. Pure.
 */
final class SchemaWords {
    private static final String IN_BODY = " in body ";
    private static final String OUTSIDE_FORMAT = "Checked value must be of type integer with format ";

    /** How the pattern of the API's quantities begins. */
    private static final String QUANTITY = "should match '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))";

    private SchemaWords() {}

    static List<FieldError> of(List<FieldError> errors) {
        List<FieldError> plain = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        for (FieldError error : errors) {
            FieldError said = plain(error);
            boolean ofNothing = said.path().startsWith("<");
            if ((!ofNothing || errors.size() == 1) && paths.add(said.path())) {
                plain.add(said);
            }
        }
        return plain;
    }

    private static FieldError plain(FieldError error) {
        String message = error.message();
        String path = error.path().startsWith(".") ? error.path().substring(1) : error.path();
        if (message.startsWith(OUTSIDE_FORMAT)) {
            return FieldError.invalid(
                    message.substring(message.lastIndexOf(" in ") + " in ".length()),
                    null,
                    "must be a whole number that is not too large");
        }
        int body = message.indexOf(IN_BODY);
        if (body < 0) {
            return error.kind() == Kind.REQUIRED && message.isEmpty()
                    ? FieldError.required(path, "must be set")
                    : new FieldError(path, error.kind(), error.value(), message);
        }
        String rule = message.substring(body + IN_BODY.length());
        int type = rule.indexOf(": \"");
        if (rule.startsWith("must be of type ") && type > 0) {
            return FieldError.invalid(path, null, ofType(rule.substring("must be of type ".length(), type), error));
        }
        return FieldError.invalid(
                path,
                error.value(),
                rule.startsWith(QUANTITY)
                        ? "must be a quantity such as 500m, 2 or 16Gi"
                        : rule.replaceFirst("^should ", "must "));
    }

    private static String ofType(String type, FieldError error) {
        if (type.equals("integer,string")) {
            return "must be a whole number or text; fractions are text, such as 500m or \"0.5\", and GPUs come whole";
        }
        String wanted =
                switch (type) {
                    case "array" -> "a list";
                    case "object" -> "an object with fields";
                    case "integer", "int32", "int64" -> "a whole number";
                    case "boolean" -> "true or false";
                    case "string" -> "text";
                    default -> type;
                };
        return "must be " + wanted + ", not " + error.value();
    }
}

package io.trainyard.local.api.kinds;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.KindBehavior;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** ConfigMaps and Secrets: what their keys may be, and that immutable ones stay as they are. */
final class KeyedDataBehavior implements KindBehavior {
    private static final Set<String> DOTS = Set.of(".", "..");

    private static final LinearPattern KEY = LinearPattern.of("[-._a-zA-Z0-9]{1,253}");
    private static final int MAX_DATA_SIZE = 1 << 20;

    private final boolean secret;

    /** For Secrets, or else for ConfigMaps. */
    KeyedDataBehavior(boolean secret) {
        this.secret = secret;
    }

    @Override
    public void applyDefaults(Map<String, Object> object) {
        if (secret) {
            object.putIfAbsent("type", "Opaque");
            Tree.child(object, "stringData")
                    .forEach((key, text) -> Tree.put(
                            object,
                            Base64.getEncoder()
                                    .encodeToString(String.valueOf(text).getBytes(StandardCharsets.UTF_8)),
                            "data",
                            key));
            object.remove("stringData");
        }
    }

    @Override
    public List<FieldError> validateCreate(Map<String, Object> object) {
        List<FieldError> errors = new ArrayList<>();
        long size = 0;
        for (String field : fields()) {
            for (Map.Entry<String, Object> entry : Tree.child(object, field).entrySet()) {
                if (!KEY.matches(entry.getKey()) || DOTS.contains(entry.getKey())) {
                    errors.add(FieldError.invalid(
                            field + "[" + entry.getKey() + "]",
                            entry.getKey(),
                            "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"));
                }
                size += String.valueOf(entry.getValue()).getBytes(StandardCharsets.UTF_8).length;
            }
        }
        // Base64 makes four characters of three bytes.
        long largest = secret ? MAX_DATA_SIZE / 3 * 4 + 4 : MAX_DATA_SIZE;
        if (size > largest) {
            errors.add(new FieldError(
                    secret ? "data" : "",
                    FieldError.Kind.TOO_LONG,
                    null,
                    "may not be more than " + MAX_DATA_SIZE + " bytes"));
        }
        return errors;
    }

    private List<String> fields() {
        return secret ? List.of("data") : List.of("data", "binaryData");
    }

    @Override
    public List<FieldError> validateUpdate(Map<String, Object> object, Map<String, Object> previous) {
        List<FieldError> errors = validateCreate(object);
        if (secret && !Objects.equals(object.get("type"), previous.get("type"))) {
            errors.add(FieldError.invalid("type", object.get("type"), "field is immutable"));
        }
        if (Tree.flag(previous, "immutable")) {
            if (!Tree.flag(object, "immutable")) {
                errors.add(FieldError.forbidden("immutable", "field is immutable when `immutable` is set"));
            }
            for (String field : fields()) {
                if (!Objects.equals(object.get(field), previous.get(field))) {
                    errors.add(FieldError.forbidden(field, "field is immutable when `immutable` is set"));
                }
            }
        }
        return errors;
    }
}

package io.trainyard.core.config;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One object of the configuration file while it is read. Each question names a field, its default and its bounds; a wrong value is reported
 * and the default returned, so that reading goes on. Whatever was never asked for is unknown: {@link #rejectUnknown}.
 */
final class ConfigurationSection {
    private final ConfigurationDiagnostics diagnostics;
    private final FieldPath path;
    private final Map<String, Object> fields;
    private final Set<String> known = new LinkedHashSet<>();

    ConfigurationSection(ConfigurationDiagnostics diagnostics, FieldPath path, Map<String, Object> fields) {
        this.diagnostics = diagnostics;
        this.path = path;
        this.fields = fields;
    }

    /** True when the file or a flag says anything of this field. */
    boolean has(String name) {
        FieldPath field = path.field(name);
        return fields.get(name) != null || diagnostics.flag(field).isPresent() || diagnostics.hasFlagIn(field);
    }

    /** A nested object; an empty one when it is absent. */
    ConfigurationSection section(String name) {
        return new ConfigurationSection(diagnostics, path.field(name), mapping(path.field(name), value(name)));
    }

    boolean bool(String name, boolean defaultValue) {
        Object value = value(name);
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value != null) {
            error(name, "must be true or false, not " + WrongValue.of(value));
        }
        return defaultValue;
    }

    /** Text of at most so many characters. Empty text means that nothing was given, as it does to the original controller. */
    String text(String name, String defaultValue, int maxLength) {
        return text(path.field(name), value(name), maxLength)
                .filter(text -> !text.isEmpty())
                .orElse(defaultValue);
    }

    /** Text of a field that had another name before Kubeflow Trainer 2.4; the flag that stands for the old name wins over both. */
    String renamed(String name, String oldName, String defaultValue, int maxLength) {
        String now = text(name, "", maxLength);
        String before = text(oldName, now, maxLength);
        boolean flag = diagnostics.flag(path.field(oldName)).isPresent();
        if (!flag && !now.isEmpty() && !before.equals(now)) {
            error(
                    name,
                    "is " + WrongValue.of(now) + ", but " + oldName + ", its old name, is " + WrongValue.of(before)
                            + "; leave one out");
        }
        return before.isEmpty() ? defaultValue : before;
    }

    /** Text that stands for something else. */
    <T> T parsed(String name, String defaultValue, String expected, Function<String, Optional<T>> parser) {
        String text = text(name, defaultValue, 255);
        Optional<T> parsed = parser.apply(text);
        if (parsed.isEmpty()) {
            error(name, "must be " + expected + ", not " + WrongValue.of(text));
        }
        return parsed.or(() -> parser.apply(defaultValue)).orElseThrow();
    }

    /** An address to listen on; empty when the server is switched off. */
    @SuppressWarnings("OptionalMapToOptional") // Outside: is the text right? Inside: is there an address?
    Optional<BindAddress> bindAddress(String name, String defaultValue) {
        return parsed(
                name,
                defaultValue,
                "\"0\" (off), \":port\" or \"host:port\"",
                text -> text.equals("0")
                        ? Optional.of(Optional.<BindAddress>empty())
                        : BindAddress.of(text).map(Optional::of));
    }

    /** A TCP port. */
    int port(String name, int defaultValue) {
        return number(name, defaultValue, 1, 65535);
    }

    /** A whole number in these bounds. */
    int number(String name, int defaultValue, int min, int max) {
        return integer(path.field(name), value(name), min, max, "between " + min + " and " + max)
                .orElse(defaultValue);
    }

    /** A whole number, zero or more. */
    int count(String name, int defaultValue) {
        return integer(path.field(name), value(name), 0, Integer.MAX_VALUE, "greater than or equal to 0")
                .orElse(defaultValue);
    }

    /** A number, zero or more, fractions allowed. */
    double rate(String name, double defaultValue) {
        Object value = value(name);
        if (value == null) {
            return defaultValue;
        }
        if (!(value instanceof Number number)) {
            error(name, "must be a number, not " + WrongValue.of(value));
            return defaultValue;
        }
        if (number.doubleValue() < 0) {
            error(name, "must be greater than or equal to 0, not " + value);
            return defaultValue;
        }
        return number.doubleValue();
    }

    Duration duration(String name, Duration defaultValue) {
        Object value = value(name);
        if (value == null) {
            return defaultValue;
        }
        Optional<Duration> parsed = value instanceof String text
                ? GoDuration.parse(text)
                : value.equals(0) ? Optional.of(Duration.ZERO) : Optional.empty();
        if (parsed.isEmpty()) {
            String bare = value instanceof Number ? ": the unit is missing" : "";
            error(name, "must be a duration such as \"15s\" or \"1m30s\", not " + WrongValue.of(value) + bare);
        }
        return parsed.orElse(defaultValue);
    }

    /** A list of texts, or the default when it is absent. */
    List<String> texts(String name, List<String> defaultValue, int max, int maxLength) {
        Object value = value(name);
        if (value == null) {
            return defaultValue;
        }
        if (!(value instanceof List<?> list)) {
            error(name, "must be a list, not " + WrongValue.of(value));
            return defaultValue;
        }
        if (list.size() > max) {
            error(name, "must have at most " + max + " items, not " + list.size());
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) == null) {
                diagnostics.error(path.field(name).item(i), "must be text, not nothing");
            }
            text(path.field(name).item(i), list.get(i), maxLength).ifPresent(texts::add);
        }
        return texts.isEmpty() ? defaultValue : texts;
    }

    /** Whole numbers greater than 0 by name. */
    Map<String, Integer> positiveNumbers(String name) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        mapping(path.field(name), value(name)).forEach((key, value) -> integer(
                        path.field(name).key(key), value, 1, Integer.MAX_VALUE, "greater than 0")
                .ifPresent(number -> numbers.put(key, number)));
        return numbers;
    }

    /** One of some words by name. */
    <T> Map<String, T> choices(String name, Map<String, T> words) {
        Map<String, T> choices = new LinkedHashMap<>();
        mapping(path.field(name), value(name)).forEach((key, value) -> {
            FieldPath field = path.field(name).key(key);
            text(field, value, 255).ifPresent(text -> {
                @Nullable T choice = words.get(text);
                if (choice == null) {
                    diagnostics.error(
                            field,
                            "must be one of " + String.join(", ", new TreeSet<>(words.keySet())) + ", not "
                                    + WrongValue.of(text));
                } else {
                    choices.put(key, choice);
                }
            });
        });
        return choices;
    }

    /** Free objects by name. */
    Map<String, Map<String, Object>> trees(String name) {
        Map<String, Map<String, Object>> trees = new LinkedHashMap<>();
        mapping(path.field(name), value(name))
                .forEach((key, value) -> trees.put(key, mapping(path.field(name).key(key), value)));
        return trees;
    }

    /** A field as it is, for a reader of its own; null when it is absent. */
    @Nullable
    Object value(String name) {
        known.add(name);
        FieldPath field = path.field(name);
        return diagnostics.flag(field).map(FlagOverride::value).orElse(fields.get(name));
    }

    /** A field as the file has it, without flags. */
    Map<String, Object> mappingInFile(String name) {
        known.add(name);
        return mapping(path.field(name), fields.get(name));
    }

    void error(String name, String message) {
        diagnostics.error(path.field(name), message);
    }

    /** Reports fields that nobody asked for. Call it last. */
    void rejectUnknown() {
        for (String name : fields.keySet()) {
            if (!known.contains(name)) {
                error(name, "unknown field" + NearestName.question(name, known));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> mapping(FieldPath field, @Nullable Object value) {
        if (value instanceof Map) {
            return (Map<String, Object>) value;
        }
        if (value != null) {
            diagnostics.error(field, "must be an object with fields, not " + WrongValue.of(value));
        }
        return Map.of();
    }

    private Optional<String> text(FieldPath field, @Nullable Object value, int maxLength) {
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            String written = diagnostics.written(field).orElse(value.toString());
            boolean scalar = value instanceof Number || value instanceof Boolean;
            diagnostics.error(
                    field,
                    scalar
                            ? "must be text; put it in quotes: \"" + written + "\""
                            : "must be text, not " + WrongValue.of(value));
            return Optional.empty();
        }
        if (text.length() > maxLength) {
            diagnostics.error(field, "must have at most " + maxLength + " characters, not " + text.length());
            return Optional.empty();
        }
        return Optional.of(text);
    }

    private Optional<Integer> integer(FieldPath field, @Nullable Object value, int min, int max, String range) {
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof Integer number && number >= min && number <= max) {
            return Optional.of(number);
        }
        boolean whole = value instanceof Number && !(value instanceof Double);
        diagnostics.error(
                field, "must be " + (whole ? "" : "a whole number ") + range + ", not " + WrongValue.of(value));
        return Optional.empty();
    }
}

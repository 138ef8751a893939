package io.trainyard.launcher.admission;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The rows of {@code decisions.yaml}; see there what each key means. */
final class DecisionTable {
    private static final Pattern REPEAT = Pattern.compile("\\$\\{(.):(\\d+)}");

    private final Map<String, Object> file;

    private DecisionTable(Map<String, Object> file) {
        this.file = file;
    }

    static DecisionTable read() {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(1000);
        try (InputStream stream = DecisionTable.class.getResourceAsStream("/admission/decisions.yaml")) {
            String text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
            return new DecisionTable(new Yaml(new SafeConstructor(options)).load(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Specs of runtimes by name. */
    Map<String, Map<String, Object>> runtimes() {
        Map<String, Map<String, Object>> runtimes = new LinkedHashMap<>();
        object(file.get("runtimes")).forEach((name, spec) -> runtimes.put(name, object(copy(spec))));
        return runtimes;
    }

    /** The rows of one part of the file. */
    List<Row> rows(String part) {
        return ((List<?>) file.get(part))
                .stream().map(row -> new Row(object(row))).toList();
    }

    /** One row. */
    record Row(Map<String, Object> content) {
        String name() {
            return (String) copy(content.getOrDefault("name", "demo"));
        }

        Optional<String> text(String key) {
            return Optional.ofNullable(content.get(key)).map(String::valueOf);
        }

        boolean is(String key) {
            return Boolean.TRUE.equals(content.get(key));
        }

        List<String> list(String key) {
            return ((List<?>) content.getOrDefault(key, List.of()))
                    .stream().map(String::valueOf).toList();
        }

        /** An independent copy; empty when the row has no such key. */
        Optional<Map<String, Object>> tree(String key) {
            return Optional.ofNullable(content.get(key)).map(value -> object(copy(value)));
        }

        boolean isJudged() {
            return text("result").isPresent() || text("missing").isPresent();
        }

        boolean isInvalid() {
            return text("result").filter("invalid"::equals).isPresent();
        }

        @Override
        public String toString() {
            return String.valueOf(content.get("row"));
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, item) -> copy.put(key, copy(item)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(copy(item)));
            return copy;
        }
        if (value instanceof String text) {
            Matcher repeat = REPEAT.matcher(text);
            return repeat.matches() ? repeat.group(1).repeat(Integer.parseInt(repeat.group(2))) : text;
        }
        return value;
    }
}

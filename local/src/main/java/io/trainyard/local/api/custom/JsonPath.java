package io.trainyard.local.api.custom;

import com.google.re2j.Matcher;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of JSON paths that printer columns use: {@code .name}, {@code ['name']}, {@code ['name','name']}, {@code [index]}, {@code [*]}, and
 * {@code [?(@.name=="value")]}; a backslash takes the special meaning from the character after it.
 */
final class JsonPath {
    private static final LinearPattern STEP = LinearPattern.of("\\.?\\['([^']*(?:','[^']*)*)'\\]"
            + "|\\[\\?\\(\\s*@\\.([^=!\\s]+)\\s*(==|!=)\\s*(\"[^\"]*\"|'[^']*'|[^)\\s]+)\\s*\\)\\]"
            + "|\\[(\\*|-?\\d+)\\]"
            + "|\\.((?:[^.\\[\\\\]|\\\\.)+)");

    private final List<Function<Object, List<Object>>> steps;

    private JsonPath(List<Function<Object, List<Object>>> steps) {
        this.steps = steps;
    }

    /**
     * Reads a path.
     *
     * @throws IllegalArgumentException when it uses something else
     */
    static JsonPath parse(String text) {
        List<Function<Object, List<Object>>> steps = new ArrayList<>();
        String path = text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
        path = path.startsWith("$") ? path.substring(1) : path;
        Matcher matcher = STEP.matcher(path);
        int position = 0;
        while (position < path.length()) {
            if (!matcher.find(position) || matcher.start() != position) {
                throw new IllegalArgumentException(
                        "path \"" + text + "\" is not understood from \"" + path.substring(position) + "\" on");
            }
            steps.add(step(matcher));
            position = matcher.end();
        }
        return new JsonPath(steps);
    }

    private static Function<Object, List<Object>> step(Matcher matcher) {
        if (matcher.group(2) != null) {
            JsonPath inner = parse("." + matcher.group(2));
            Object wanted = literal(matcher.group(4));
            boolean equal = matcher.group(3).equals("==");
            return value -> items(value).stream()
                    .filter(item -> Objects.equals(inner.first(item), wanted) == equal)
                    .toList();
        }
        if (matcher.group(5) != null) {
            String index = matcher.group(5);
            return index.equals("*") ? JsonPath::items : value -> item(items(value), Integer.parseInt(index));
        }
        if (matcher.group(1) != null) {
            List<String> names =
                    List.of(matcher.group(1).replace("\\", "").replace("'", "").split(",", -1));
            return value ->
                    names.stream().flatMap(name -> member(value, name).stream()).toList();
        }
        String name = matcher.group(6).replace("\\", "");
        return value -> member(value, name);
    }

    private static List<Object> member(Object value, String name) {
        Object member = value instanceof Map<?, ?> map ? map.get(name) : null;
        return member == null ? List.of() : List.of(member);
    }

    private static @Nullable Object literal(String text) {
        if (text.startsWith("\"") || text.startsWith("'")) {
            return text.substring(1, text.length() - 1);
        }
        try {
            return Json.parse(text);
        } catch (MalformedTextException e) {
            // Not a literal of JSON: a word without quotes stands for itself.
            return text;
        }
    }

    private static List<Object> items(Object value) {
        List<Object> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            items.addAll(list);
        } else if (value instanceof Map<?, ?> map) {
            items.addAll(map.values());
        }
        return items;
    }

    private static List<Object> item(List<Object> items, int index) {
        int position = index < 0 ? items.size() + index : index;
        return position >= 0 && position < items.size() ? List.of(items.get(position)) : List.of();
    }

    /** The first value that the path leads to; null when there is none. */
    @Nullable
    Object first(@Nullable Object tree) {
        List<Object> values = all(tree);
        return values.isEmpty() ? null : values.get(0);
    }

    /** All values that the path leads to. */
    List<Object> all(@Nullable Object tree) {
        List<Object> values = tree == null ? List.of() : List.of(tree);
        for (Function<Object, List<Object>> step : steps) {
            List<Object> next = new ArrayList<>();
            values.forEach(value -> next.addAll(step.apply(value)));
            values = next;
        }
        return values;
    }
}

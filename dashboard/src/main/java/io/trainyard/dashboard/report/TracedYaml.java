package io.trainyard.dashboard.report;

import io.trainyard.foundation.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tree as YAML, and for each line which field it belongs to. Pure. */
final class TracedYaml {
    private static final String INDENT = "  ";

    private final List<Line> lines = new ArrayList<>();

    private TracedYaml() {}

    /**
     * A line.
     *
     * @param path such as {@code spec.replicatedJobs[0].name}
     */
    record Line(String text, String path) {}

    static List<Line> of(Map<String, ?> tree) {
        TracedYaml yaml = new TracedYaml();
        yaml.fields(tree, "", "");
        return yaml.lines;
    }

    /** The texts only, with fields in alphabetical order, so that two trees can be compared. */
    static List<String> sorted(Map<String, ?> tree) {
        return of(sortedMap(tree)).stream().map(Line::text).toList();
    }

    private static Map<String, Object> sortedMap(Map<?, ?> tree) {
        Map<String, Object> sorted = new TreeMap<>();
        tree.forEach((key, value) -> {
            if (value != null) {
                sorted.put(String.valueOf(key), sortedValue(value));
            }
        });
        return sorted;
    }

    private static Object sortedValue(Object value) {
        if (value instanceof Map<?, ?> map) {
            return sortedMap(map);
        }
        return value instanceof List<?> list
                ? list.stream()
                        .map(each -> each == null ? "" : sortedValue(each))
                        .toList()
                : value;
    }

    private void fields(Map<?, ?> tree, String indent, String path) {
        tree.forEach((key, value) -> {
            String name = String.valueOf(key);
            String place = path.isEmpty() ? name : path + "." + name;
            if (isFull(value)) {
                String written = YamlWriter.write(Collections.singletonMap(name, 0));
                lines.add(new Line(indent + written.substring(0, written.lastIndexOf(" 0")), place));
                inner(value, indent + INDENT, place);
            } else {
                scalar(YamlWriter.write(Collections.singletonMap(name, value)), indent, place);
            }
        });
    }

    private void inner(@Nullable Object value, String indent, String path) {
        if (value instanceof Map<?, ?> map) {
            fields(map, indent, path);
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                element(list.get(i), indent, path + "[" + i + "]");
            }
        }
    }

    private void element(@Nullable Object element, String indent, String path) {
        if (!isFull(element)) {
            scalar(YamlWriter.write(Collections.singletonList(element)), indent, path);
            return;
        }
        int first = lines.size();
        inner(element, indent + INDENT, path);
        Line line = lines.get(first);
        lines.set(first, new Line(indent + "- " + line.text().substring(indent.length() + 2), line.path()));
    }

    private void scalar(String text, String indent, String path) {
        text.stripTrailing().lines().forEach(line -> lines.add(new Line(indent + line, path)));
    }

    private static boolean isFull(@Nullable Object value) {
        return (value instanceof Map<?, ?> map && !map.isEmpty()) || (value instanceof List<?> list && !list.isEmpty());
    }
}

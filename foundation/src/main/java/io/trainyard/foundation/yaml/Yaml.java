package io.trainyard.foundation.yaml;

import io.trainyard.foundation.json.MalformedTextException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * YAML text to trees as the API server holds them: objects and lists that may be changed, {@code Long} and {@code Double}. Scalars mean the
 * same as in {@link YamlDocuments}, aliases are resolved, and a name that appears twice in an object is an error.
 */
public final class Yaml {
    private Yaml() {}

    /**
     * Parses one document; JSON is YAML too.
     *
     * @return null when there is no document
     * @throws MalformedTextException when the text is not YAML, or more than one document
     */
    public static @Nullable Object parse(String yaml) {
        List<Object> documents = parseAll(yaml);
        if (documents.size() > 1) {
            throw new MalformedTextException("not YAML: expected one document, found " + documents.size());
        }
        return documents.isEmpty() ? null : documents.get(0);
    }

    /**
     * Parses all documents of a text; empty ones are left out.
     *
     * @throws MalformedTextException when the text is not YAML
     */
    public static List<Object> parseAll(String yaml) {
        Documents read = YamlEvents.read("", yaml);
        if (!read.problems().isEmpty()) {
            Problem first = read.problems().get(0);
            Location place = first.location();
            throw new MalformedTextException("not YAML: " + first.message()
                    + (place.line() == 0 ? "" : ", line " + place.line() + ", column " + place.column()));
        }
        List<Object> trees = new ArrayList<>();
        read.documents().forEach(document -> trees.add(mutable(document.tree())));
        return trees;
    }

    private static @Nullable Object mutable(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((name, item) -> object.put((String) name, mutable(item)));
            return object;
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (Object item : list) {
                items.add(mutable(item));
            }
            return items;
        }
        if (value instanceof Integer number) {
            return number.longValue();
        }
        return value instanceof BigInteger number ? (Object) number.doubleValue() : value;
    }
}

package io.trainyard.foundation.yaml;

import io.trainyard.foundation.json.MalformedTextException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** YAML text to trees. Aliases are resolved, dates stay text, and a name that appears twice in an object is an error. */
public final class Yaml {
    private static final int LARGEST_TEXT = 16 << 20;

    private Yaml() {}

    /**
     * Parses one document; JSON is YAML too.
     *
     * @throws MalformedTextException when the text is not YAML
     */
    public static @Nullable Object parse(String yaml) {
        try {
            return plain(parser().load(yaml));
        } catch (YAMLException e) {
            throw new MalformedTextException("not YAML: " + e.getMessage(), e);
        }
    }

    /**
     * Parses all documents of a text; empty ones are left out.
     *
     * @throws MalformedTextException when the text is not YAML
     */
    public static List<Object> parseAll(String yaml) {
        List<Object> documents = new ArrayList<>();
        try {
            for (Object document : parser().loadAll(yaml)) {
                if (document != null) {
                    documents.add(plain(document));
                }
            }
        } catch (YAMLException e) {
            throw new MalformedTextException("not YAML: " + e.getMessage(), e);
        }
        return documents;
    }

    private static org.yaml.snakeyaml.Yaml parser() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setCodePointLimit(LARGEST_TEXT);
        DumperOptions dumping = new DumperOptions();
        return new org.yaml.snakeyaml.Yaml(
                new SafeConstructor(options), new Representer(dumping), dumping, options, new TextualDates());
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((name, item) -> object.put(String.valueOf(name), plain(item)));
            return object;
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (Object item : list) {
                items.add(plain(item));
            }
            return items;
        }
        if (value instanceof Integer number) {
            return number.longValue();
        }
        if (value instanceof BigInteger || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        return value;
    }

    /** YAML 1.1 without dates, as the tools around Kubernetes read it. */
    private static final class TextualDates extends Resolver {
        @Override
        public void addImplicitResolver(Tag tag, Pattern expression, @Nullable String first, int limit) {
            if (!Tag.TIMESTAMP.equals(tag)) {
                super.addImplicitResolver(tag, expression, first, limit);
            }
        }
    }
}

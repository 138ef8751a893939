package io.trainyard.spi.framework;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of a plugin key by key, and collects what is wrong with it; not thread-safe. */
public final class PluginSettings {
    private static final int MAX_PORT = 65535;

    private final String plugin;
    private final Map<String, Object> tree;
    private final List<String> problems = new ArrayList<>();

    /**
     * A reader.
     *
     * @param plugin name of the plugin, for messages
     * @param tree the configuration; empty when there is none
     * @param keys the keys that the plugin knows, sorted
     */
    public PluginSettings(String plugin, Map<String, Object> tree, List<String> keys) {
        this.plugin = plugin;
        this.tree = tree;
        for (String key : new TreeMap<>(tree).keySet()) {
            if (!keys.contains(key)) {
                problems.add(key + ": unknown; known are " + String.join(", ", keys));
            }
        }
    }

    /** A port; the default where the key is absent or wrong. */
    public int port(String key, int defaultValue) {
        @Nullable Object value = tree.get(key);
        if (value == null) {
            return defaultValue;
        }
        if (value instanceof Integer || value instanceof Long) {
            long number = ((Number) value).longValue();
            if (number >= 1 && number <= MAX_PORT) {
                return (int) number;
            }
        }
        problems.add(key + ": must be a whole number from 1 to " + MAX_PORT + ", not " + value);
        return defaultValue;
    }

    /** True or false; the default where the key is absent or wrong. */
    public boolean flag(String key, boolean defaultValue) {
        @Nullable Object value = tree.get(key);
        if (value == null) {
            return defaultValue;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        problems.add(key + ": must be true or false, not " + value);
        return defaultValue;
    }

    /** An object as a JSON tree; empty where the key is absent or wrong. */
    public Map<String, Object> object(String key) {
        @Nullable Object value = tree.get(key);
        if (value != null && !(value instanceof Map)) {
            problems.add(key + ": must be an object, not " + value);
        }
        return Tree.child(value);
    }

    /** One of these words; the default where the key is absent or wrong. */
    public String oneOf(String key, List<String> words, String defaultValue) {
        @Nullable Object value = tree.get(key);
        if (value == null) {
            return defaultValue;
        }
        if (value instanceof String word && words.contains(word)) {
            return word;
        }
        problems.add(key + ": must be " + String.join(" or ", words) + ", not " + value);
        return defaultValue;
    }

    /** Names of resources, in order; a star at the end of one stands for any text. The default where the key is absent. */
    public Set<String> resourceNames(String key, Set<String> defaultValue) {
        @Nullable Object value = tree.get(key);
        if (value == null) {
            return defaultValue;
        }
        Set<String> names = new LinkedHashSet<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (!(item instanceof String name) || name.isBlank()) {
                    problems.add(key + ": must hold names of resources such as example.com/npu, not " + item);
                } else if (name.substring(0, name.length() - 1).indexOf('*') >= 0) {
                    problems.add(key + ": " + name + " has a * that is not its last character; write example.com/npu*");
                } else {
                    names.add(name);
                }
            }
        } else {
            problems.add(key + ": must be a list of resource names, not " + value);
        }
        return names;
    }

    /**
     * Ends the reading.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value; not when there is none
     */
    public void failIfWrong() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "configuration of plugin " + plugin + ": " + String.join("; ", problems));
        }
    }
}

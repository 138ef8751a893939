package io.trainyard.local.kubelet.image;

import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.yaml.Yaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads an image map: a YAML list of entries with match, entrypoint, args, env, workingDir and python. Pure. */
public final class ImageMapReader {
    private static final TreeSet<String> FIELDS =
            new TreeSet<>(List.of("match", "entrypoint", "args", "env", "workingDir", "python"));

    private final String name;

    private ImageMapReader(String name) {
        this.name = name;
    }

    /**
     * Reads an image map.
     *
     * @param name of the file, for messages
     * @throws IllegalArgumentException when something is wrong; the message names the file and the field
     */
    public static List<ImageEntry> read(String name, String text) {
        try {
            return new ImageMapReader(name).entries(Yaml.parse(text));
        } catch (MalformedTextException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    private List<ImageEntry> entries(@org.jspecify.annotations.Nullable Object tree) {
        if (!(tree instanceof List<?> list)) {
            throw wrong("", "must be a list of entries, each with a field match");
        }
        List<ImageEntry> entries = new ArrayList<>();
        for (Object item : list) {
            String path = "[" + entries.size() + "]";
            if (!(item instanceof Map<?, ?> entry)) {
                throw wrong(path, "must be an object with a field match");
            }
            entries.add(entry(path, entry));
        }
        return entries;
    }

    private ImageEntry entry(String path, Map<?, ?> entry) {
        for (Object field : entry.keySet()) {
            if (!FIELDS.contains(String.valueOf(field))) {
                throw wrong(path + "." + field, "is unknown; known fields are " + String.join(", ", FIELDS));
            }
        }
        String match = text(path + ".match", entry.get("match"));
        if (match.isEmpty()) {
            throw wrong(path + ".match", "is required: a glob for the name of the image, such as */trainer");
        }
        String python = text(path + ".python", entry.get("python"));
        return new ImageEntry(
                match,
                texts(path + ".entrypoint", entry.get("entrypoint")),
                texts(path + ".args", entry.get("args")),
                variables(path + ".env", entry.get("env")),
                text(path + ".workingDir", entry.get("workingDir")),
                python.isEmpty() ? Optional.empty() : Optional.of(Path.of(python)));
    }

    private String text(String path, @org.jspecify.annotations.Nullable Object value) {
        if (value == null || value instanceof String) {
            return value == null ? "" : (String) value;
        }
        throw wrong(path, "must be a text");
    }

    private List<String> texts(String path, @org.jspecify.annotations.Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw wrong(path, "must be a list of texts");
        }
        List<String> texts = new ArrayList<>();
        for (Object item : list) {
            texts.add(scalar(path + "[" + texts.size() + "]", item));
        }
        return texts;
    }

    private Map<String, String> variables(String path, @org.jspecify.annotations.Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (!(value instanceof Map<?, ?> map)) {
            throw wrong(path, "must be an object of names and values");
        }
        Map<String, String> variables = new LinkedHashMap<>();
        map.forEach((key, each) -> variables.put(String.valueOf(key), scalar(path + "." + key, each)));
        return variables;
    }

    private String scalar(String path, @org.jspecify.annotations.Nullable Object value) {
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        throw wrong(path, "must be a text");
    }

    private IllegalArgumentException wrong(String path, String problem) {
        return new IllegalArgumentException(name + ": " + (path.isEmpty() ? "the image map" : path) + " " + problem);
    }
}

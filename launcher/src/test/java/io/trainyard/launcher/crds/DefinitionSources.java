package io.trainyard.launcher.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The hand-written sources: {@code NAME.yaml} is a definition, {@code fragments/*.yaml} hold named pieces.
 *
 * <p>Within them, an object with the key {@code $fragment} stands for the fragment of that name, one with
 * {@code $kubernetes} for the schema of a type of Kubernetes; keys beside it are added to what it stands for, or replace
 * keys of it.
 */
final class DefinitionSources {

    private static final String FRAGMENT = "$fragment";
    private static final String KUBERNETES = "$kubernetes";

    private final SortedMap<String, JsonNode> definitions;
    private final Map<String, JsonNode> fragments;

    private DefinitionSources(SortedMap<String, JsonNode> definitions, Map<String, JsonNode> fragments) {
        this.definitions = definitions;
        this.fragments = fragments;
    }

    /**
     * Reads all sources.
     *
     * @throws IllegalArgumentException if two files define one fragment
     */
    static DefinitionSources read(Path folder) {
        SortedMap<String, JsonNode> definitions = new TreeMap<>();
        for (Path file : yamlFiles(folder)) {
            definitions.put(file.getFileName().toString(), parse(file));
        }
        Map<String, JsonNode> fragments = new HashMap<>();
        for (Path file : yamlFiles(folder.resolve("fragments"))) {
            parse(file).properties().forEach(fragment -> {
                if (fragments.put(fragment.getKey(), fragment.getValue()) != null) {
                    throw new IllegalArgumentException(
                            "fragment " + fragment.getKey() + " is defined twice, again in " + file);
                }
            });
        }
        return new DefinitionSources(definitions, fragments);
    }

    /** File names of the definitions, each with its content after all references are resolved. */
    SortedMap<String, JsonNode> resolve(KubernetesSchemas kubernetes) {
        SortedMap<String, JsonNode> result = new TreeMap<>();
        definitions.forEach((name, source) -> result.put(name, resolve(source, kubernetes, List.of())));
        return result;
    }

    private JsonNode resolve(JsonNode source, KubernetesSchemas kubernetes, List<String> inside) {
        if (source.isArray()) {
            var result = JsonNodeFactory.instance.arrayNode();
            source.forEach(item -> result.add(resolve(item, kubernetes, inside)));
            return result;
        }
        if (!source.isObject()) {
            return source;
        }
        if (source.has(FRAGMENT)) {
            String name = source.get(FRAGMENT).asText();
            JsonNode fragment = fragments.get(name);
            if (fragment == null) {
                throw new IllegalArgumentException("no fragment is called " + name + "; used within " + inside);
            }
            if (inside.contains(name)) {
                throw new IllegalArgumentException("fragment " + name + " contains itself: " + inside);
            }
            List<String> deeper = new ArrayList<>(inside);
            deeper.add(name);
            return overlaid(resolve(fragment, kubernetes, deeper), source, kubernetes, inside);
        }
        if (source.has(KUBERNETES)) {
            return overlaid(kubernetes.schema(source.get(KUBERNETES).asText()), source, kubernetes, inside);
        }
        return overlaid(JsonNodeFactory.instance.objectNode(), source, kubernetes, inside);
    }

    private JsonNode overlaid(JsonNode base, JsonNode source, KubernetesSchemas kubernetes, List<String> inside) {
        if (!(base instanceof ObjectNode result)) {
            if (source.size() > 1) {
                throw new IllegalArgumentException("nothing can be added to a list: " + source);
            }
            return base;
        }
        source.properties().forEach(field -> {
            if (!field.getKey().equals(FRAGMENT) && !field.getKey().equals(KUBERNETES)) {
                result.set(field.getKey(), resolve(field.getValue(), kubernetes, inside));
            }
        });
        return result;
    }

    private static JsonNode parse(Path file) {
        try {
            return YAMLMapper.builder().build().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static List<Path> yamlFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }
}

package io.trainyard.launcher.seeds;

import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.foundation.yaml.YamlDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A block of YAML of a document, with its indentation, which some documents lost. Comments at the top of its file say what becomes of it:
 *
 * <pre>
 * # documents: 000 002          which documents have it
 * # outcome: runs               or stored, refused, foreign; what follows is for people
 * # says: elasticPolicy         part of the message of a refusal
 * # with: overview-runtime      the runtime that a TrainJob needs, another file
 * # into: base/runtime at spec  what it is a part of, and where there
 * </pre>
 *
 * @param name name of its file, without ending
 * @param header what the comments say
 * @param text the YAML
 */
record SeedManifest(String name, Map<String, String> header, String text) {
    private static final Path FOLDER = Path.of("src/test/resources/seeds");

    static List<SeedManifest> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(file -> read(file.getFileName().toString().replace(".yaml", "")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SeedManifest read(String name) {
        try {
            Map<String, String> header = new LinkedHashMap<>();
            StringBuilder text = new StringBuilder();
            for (String line : Files.readAllLines(FOLDER.resolve(name + ".yaml"))) {
                if (line.startsWith("# ") && line.contains(": ")) {
                    int colon = line.indexOf(": ");
                    header.put(line.substring(2, colon), line.substring(colon + 2));
                } else if (!line.startsWith("#")) {
                    text.append(line).append('\n');
                }
            }
            return new SeedManifest(name, header, text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents that hold it, by their numbers. */
    List<String> documents() {
        return List.of(header.getOrDefault("documents", "").split(" "));
    }

    /** What becomes of it: {@code runs}, {@code stored}, {@code refused} or {@code foreign}. */
    String outcome() {
        return header.getOrDefault("outcome", "").split("[,; ]")[0];
    }

    /** The objects to apply: those that it is, or the one that it is a part of. Objects of the old group are read as the command line reads files. */
    List<Map<String, Object>> objects() {
        String into = header.get("into");
        if (into != null) {
            String[] target = into.split(" at ", 2);
            Map<String, Object> whole = read(target[0]).objects().get(0);
            return List.of(merged(whole, target.length == 1 ? "" : target[1], Yaml.parse(text)));
        }
        if (!text.startsWith("apiVersion: kubeflow.org/")) {
            return Yaml.parseAll(text).stream().map(Tree::object).toList();
        }
        Manifests manifests =
                ManifestReader.read(List.of(YamlDocuments.read(name, text)), "default", kind -> Optional.empty());
        List<Map<String, Object>> objects = new ArrayList<>();
        manifests.runtimes().forEach(runtime -> objects.add(TreeConversion.toTree(runtime.object())));
        manifests.trainJobs().forEach(job -> objects.add(TreeConversion.toTree(job.object())));
        return objects;
    }

    /** The runtime that its TrainJob names, where it does not hold one itself. */
    Optional<Map<String, Object>> runtime() {
        String with = header.get("into") == null
                ? header.get("with")
                : read(header.get("into").split(" at ", 2)[0]).header().get("with");
        return Optional.ofNullable(with).map(other -> read(other).objects().get(0));
    }

    /** The whole with a part put in at a path such as {@code spec.jobs[node].template}: objects are merged, lists of things with names, too. */
    private static Map<String, Object> merged(Map<String, Object> whole, String path, Object part) {
        if (path.isEmpty()) {
            return Tree.object(merged(whole, part));
        }
        String[] steps = path.split("\\.", 2);
        String rest = steps.length == 1 ? "" : steps[1];
        String field = steps[0].replaceAll("\\[.*", "");
        Map<String, Object> changed = new LinkedHashMap<>(whole);
        if (field.equals(steps[0])) {
            changed.put(field, merged(Tree.child(whole, field), rest, part));
        } else {
            String name = steps[0].substring(field.length() + 1, steps[0].length() - 1);
            changed.put(
                    field,
                    Tree.objects(whole, field).stream()
                            .map(item -> name.equals(item.get("name")) ? merged(item, rest, part) : item)
                            .toList());
        }
        return changed;
    }

    private static Object merged(Object whole, Object part) {
        if (whole instanceof Map<?, ?> && part instanceof Map<?, ?>) {
            Map<String, Object> merged = new LinkedHashMap<>(Tree.object(whole));
            Tree.object(part).forEach((key, value) -> merged.merge(key, value, SeedManifest::merged));
            return merged;
        }
        if (whole instanceof List<?> items
                && part instanceof List<?> parts
                && parts.stream().allMatch(item -> item instanceof Map<?, ?> map && map.containsKey("name"))) {
            Map<Object, Object> byName = new LinkedHashMap<>();
            items.forEach(item -> byName.put(Tree.object(item).get("name"), item));
            parts.forEach(item -> byName.merge(Tree.object(item).get("name"), item, SeedManifest::merged));
            return List.copyOf(byName.values());
        }
        return part;
    }

    @Override
    public String toString() {
        return name;
    }
}

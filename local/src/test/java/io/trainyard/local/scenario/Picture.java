package io.trainyard.local.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;

/**
 * What a scenario ends in, without what differs each time: times, uids, versions and generated names. The pictures in
 * {@code src/test/resources/scenarios} are taken of the real control plane ({@code -Dscenarios.record=true}); both worlds must look like them.
 */
public final class Picture {
    private static final Path FOLDER = Path.of("src", "test", "resources", "scenarios");
    private static final List<String> TIMES =
            List.of("startTime", "completionTime", "lastProbeTime", "lastTransitionTime", "startedAt", "finishedAt");
    private static final List<String> LEFT_OUT =
            List.of("uid", "resourceVersion", "creationTimestamp", "managedFields", "selfLink", "namespace");

    private final Stage stage;
    private final Map<String, Object> content = new LinkedHashMap<>();

    public Picture(Stage stage) {
        this.stage = stage;
    }

    /** Adds metadata, spec and status of an object, and who wrote it. */
    public Picture with(Resource resource, String name) {
        Map<String, Object> object = stage.get(resource, name);
        Map<String, Object> part = clean(object);
        part.put("writers", writers(object));
        content.put(resource.plural() + "/" + name, part);
        return this;
    }

    /** Adds all pods that there have been, without their nodes. */
    public Picture withPods() {
        List<Map<String, Object>> pods = new ArrayList<>();
        for (Map<String, Object> pod : stage.podsEverSeen()) {
            Map<String, Object> part = clean(pod);
            Map<String, Object> spec = Tree.object(part.get("spec"));
            spec.remove("nodeName");
            spec.remove("priority");
            Map<String, Object> metadata = Tree.object(part.get("metadata"));
            metadata.remove("finalizers");
            metadata.remove("deletionTimestamp");
            metadata.remove("deletionGracePeriodSeconds");
            metadata.remove("generation");
            Tree.remove(metadata, "labels", "jobset.sigs.k8s.io/priority");
            part.put("status", Tree.of("phase", Tree.text(pod, "status", "phase")));
            pods.add(part);
        }
        pods.sort(Comparator.comparing(Object::toString));
        content.put("pods", pods);
        return this;
    }

    private static List<String> writers(Map<String, Object> object) {
        return Tree.objects(object, "metadata", "managedFields").stream()
                .map(entry -> manager(entry) + " " + Tree.text(entry, "subresource"))
                .map(String::strip)
                .distinct()
                .sorted()
                .toList();
    }

    /** The JobSet controller of the real control plane is named after its program, which can have any name. */
    private static Object manager(Map<String, Object> entry) {
        return "jobset".equals(entry.get("manager")) ? "jobset-controller" : entry.get("manager");
    }

    private Map<String, Object> clean(Map<String, Object> object) {
        return Tree.object(cleaned("", object));
    }

    private @Nullable Object cleaned(String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, item) -> {
                if (!LEFT_OUT.contains(key)) {
                    sorted.put((String) key, cleaned((String) key, item));
                }
            });
            return sorted;
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(
                    list.stream().map(item -> cleaned(name, item)).toList());
            if (name.equals("replicatedJobsStatus")) {
                // Written in no particular order.
                items.sort(Comparator.comparing(item -> Tree.text(item, "name")));
            }
            return items;
        }
        if (TIMES.contains(name)) {
            return "TIME";
        }
        return value instanceof String text ? withoutGeneratedNames(name, text) : value;
    }

    private String withoutGeneratedNames(String name, String text) {
        if (name.endsWith("controller-uid") || name.endsWith("jobset-uid")) {
            return "UID";
        }
        if (name.endsWith("job-key")) {
            return "KEY";
        }
        String clean = text.replace(stage.namespace(), "NAMESPACE");
        for (Map<String, Object> pod : stage.podsEverSeen()) {
            clean = clean.replace(
                    Tree.text(pod, "metadata", "name"), Tree.text(pod, "metadata", "generateName") + "RANDOM");
        }
        return clean;
    }

    /**
     * Compares with the picture of this name.
     *
     * @param real whether this is the real control plane, of which pictures may be taken
     */
    public void verify(String name, boolean real) {
        Path file = FOLDER.resolve(name + ".yaml");
        try {
            if (real && Boolean.getBoolean("scenarios.record")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, text(content));
            }
            assertThat(text(content))
                    .as("what scenario %s ends in", name)
                    .isEqualTo(text(Yaml.parse(Files.readString(file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(@Nullable Object tree) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setWidth(140);
        return new org.yaml.snakeyaml.Yaml(options).dump(tree);
    }
}

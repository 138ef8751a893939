package io.trainyard.plugins.kai;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.ServedKind;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.ExistingJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A TrainJob {@code run} in namespace {@code team-a}, the runtime merged with it, the plan and the cluster, as a file describes them. What is
 * missing there is empty; a missing plan is one gang of all pods, a missing {@code kind} has every field.
 *
 * @param tree the file
 */
record GoldenCase(String name, Map<String, Object> tree) {
    static final ObjectMapper YAML = new YAMLMapper();
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

    /** All cases of a folder below the golden files. */
    static List<GoldenCase> all(String folder) {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/golden", folder))) {
            return files.sorted().map(GoldenCase::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A case as text. */
    static GoldenCase of(String yaml) {
        try {
            return new GoldenCase("", YAML.readValue(yaml, TREE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GoldenCase read(Path file) {
        try {
            return new GoldenCase(
                    file.getFileName().toString().replace(".yaml", ""), YAML.readValue(file.toFile(), TREE));
        } catch (IOException e) {
            throw new UncheckedIOException("golden case " + file, e);
        }
    }

    /** What the case expects. */
    Map<String, Object> expected() {
        return map("expected");
    }

    TrainJob trainJob() {
        TrainJob job = new TrainJob();
        job.getMetadata().setName("run");
        job.getMetadata().setNamespace("team-a");
        job.getMetadata().setUid("uid-of-run");
        Map<String, Object> metadata = map("metadata");
        job.getMetadata().setLabels(texts(metadata.get("labels")));
        job.getMetadata().setAnnotations(texts(metadata.get("annotations")));
        job.setSpec(YAML.convertValue(map("spec"), TrainJobSpec.class));
        return job;
    }

    /** The merged runtime, with a plan. */
    RuntimeInfo info() {
        RuntimeInfo info = new RuntimeInfo(
                texts(tree.get("labels")),
                texts(tree.get("annotations")),
                new RuntimePolicy(
                        YAML.convertValue(tree.get("mlPolicy"), MLPolicy.class),
                        YAML.convertValue(map("podGroupPolicy"), PodGroupPolicy.class)),
                Trainer.EMPTY,
                map("template"),
                items("podSets").stream().map(GoldenCase::podSet).toList());
        items("podSets").stream()
                .filter(podSet -> podSet.containsKey("minCount"))
                .forEach(podSet -> info.podSet(String.valueOf(podSet.get("name")))
                        .orElseThrow()
                        .setMinCount((int) podSet.get("minCount")));
        if (tree.containsKey("existing")) {
            info.setExisting(existing());
        }
        info.setGangPlan(plan(info));
        return info;
    }

    KaiPlugin plugin() {
        KaiPlugin plugin = new KaiPlugin();
        plugin.start(new Context());
        return plugin;
    }

    private GangPlan plan(RuntimeInfo info) {
        if (!tree.containsKey("gangs")) {
            return new GangPlan(List.of(new Gang(
                    "run",
                    Gang.Role.MAIN,
                    info.podSets().stream().map(PodSet::name).toList(),
                    List.of(),
                    info.podSets().stream().mapToInt(PodSet::minPods).sum(),
                    Map.of())));
        }
        return new GangPlan(items("gangs").stream()
                .map(gang -> new Gang(
                        (String) gang.getOrDefault("podGroup", "run"),
                        Gang.Role.valueOf((String) gang.getOrDefault("role", "MAIN")),
                        strings(gang.get("podSets")),
                        strings(gang.get("late")),
                        (int) gang.getOrDefault("minMember", 1),
                        quantities(gang.get("minResources"))))
                .toList());
    }

    private ExistingJob existing() {
        Map<String, Object> existing = map("existing");
        List<ExistingJob.Pods> podSets = new ArrayList<>();
        for (Map<String, Object> pods : items(existing, "podSets")) {
            podSets.add(new ExistingJob.Pods(
                    (String) pods.get("name"),
                    texts(pods.get("annotations")),
                    (int) pods.getOrDefault("active", 0),
                    (int) pods.getOrDefault("succeeded", 0)));
        }
        return new ExistingJob(Boolean.TRUE.equals(existing.get("suspended")), podSets);
    }

    private static PodSet.Definition podSet(Map<String, Object> tree) {
        List<PodSet.Dependency> dependsOn = items(tree, "dependsOn").stream()
                .map(edge -> new PodSet.Dependency((String) edge.get("name"), (String) edge.get("status")))
                .toList();
        return new PodSet.Definition(
                (String) tree.get("name"),
                (String) tree.get("ancestor"),
                (int) tree.getOrDefault("replicas", 1),
                (int) tree.getOrDefault("count", 1),
                true,
                dependsOn,
                List.of(),
                List.of(ContainerView.Definition.named("node")),
                "node",
                List.of(),
                (String) tree.get("schedulerName"),
                (String) tree.get("priorityClassName"),
                Map::of,
                "run-" + tree.get("name"),
                "run");
    }

    private Map<String, Object> map(String key) {
        return YAML.convertValue(tree.getOrDefault(key, Map.of()), TREE);
    }

    private List<Map<String, Object>> items(String key) {
        return items(tree, key);
    }

    private static List<Map<String, Object>> items(Map<String, Object> tree, String key) {
        return YAML.convertValue(tree.getOrDefault(key, List.of()), new TypeReference<>() {});
    }

    private static List<String> strings(@Nullable Object list) {
        return list == null ? List.of() : YAML.convertValue(list, new TypeReference<>() {});
    }

    private static Map<String, String> texts(@Nullable Object map) {
        return map == null ? Map.of() : YAML.convertValue(map, new TypeReference<LinkedHashMap<String, String>>() {});
    }

    private static Map<String, Quantity> quantities(@Nullable Object map) {
        Map<String, Quantity> quantities = new LinkedHashMap<>();
        texts(map).forEach((name, amount) -> quantities.put(name, new Quantity(amount)));
        return quantities;
    }

    /** The cluster of the case: what it lists, and a PodGroup with the fields that it names. */
    private final class Context implements PluginContext, ObjectReader, ServedKind {
        @Override
        public Clock clock() {
            return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        }

        @Override
        public Map<String, Object> configuration() {
            return map("configuration");
        }

        @Override
        public ObjectReader objects() {
            return this;
        }

        @Override
        public ServedKind kind(Class<? extends HasMetadata> type) {
            return this;
        }

        @Override
        public boolean isServed() {
            return !Boolean.FALSE.equals(tree.get("kind"));
        }

        @Override
        public boolean hasField(String path) {
            return isServed()
                    && (!tree.containsKey("kind")
                            || Set.copyOf(strings(tree.get("kind"))).contains(path));
        }

        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return list(type, namespace).map(all -> all.stream()
                    .filter(object -> object.getMetadata().getName().equals(name))
                    .findFirst());
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            if (Boolean.TRUE.equals(tree.get("unreachable"))) {
                return Uni.createFrom().failure(new IllegalStateException("the API server does not answer"));
            }
            return Uni.createFrom().item(() -> items("cluster").stream()
                    .filter(object -> object.get("kind").equals(HasMetadata.getKind(type))
                            && object.get("apiVersion").equals(HasMetadata.getApiVersion(type)))
                    .map(object -> YAML.convertValue(object, type))
                    .toList());
        }
    }
}

package io.trainyard.tck.golden;

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
import io.trainyard.spi.runtime.ContainerDefinition;
import io.trainyard.spi.runtime.ExistingJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.PodSetDefinition;
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
 * A TrainJob {@code run} in namespace {@code team-a}, the runtime merged with it, the gangs and the cluster, as a YAML file describes them, and what
 * is expected. What is missing there is empty; missing gangs are one of all pods.
 *
 * <p>Fields: {@code rules} (what the case is about); of the job {@code metadata} and {@code spec}; of the runtime {@code labels}, {@code
 * annotations}, {@code mlPolicy}, {@code podGroupPolicy}, {@code template} and {@code podSets} ({@code name, ancestor, replicas, count, minCount,
 * dependsOn, schedulerName, priorityClassName}); {@code gangs} ({@code podGroup, role, podSets, late, minMember, minResources}); {@code existing}
 * ({@code suspended, podSets}), the JobSet as it is; {@code configuration} of the plugin; {@code cluster}, its objects; {@code kind}, the fields of the
 * kind that the plugin asks about, or {@code false} if it is not served, all fields when missing; {@code unreachable}, whether nothing can be
 * listed; {@code update}, whether an admission is one; {@code expected}.
 *
 * @param name of the file, without its ending; empty for a case from text
 * @param tree the file
 */
public record GoldenCase(String name, Map<String, Object> tree) {
    /** Reads cases, and turns objects into trees that can be compared. */
    public static final ObjectMapper YAML = new YAMLMapper();

    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

    /**
     * All cases of a folder below {@code src/test/resources/golden} of the module that is tested, by name.
     *
     * @throws UncheckedIOException when there is no such folder, or a file is no YAML
     */
    public static List<GoldenCase> all(String folder) {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/golden", folder))) {
            return files.sorted().map(GoldenCase::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A case as text. */
    public static GoldenCase of(String yaml) {
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
    public Map<String, Object> expected() {
        return map("expected");
    }

    /** The rules that the case is about, for messages. */
    public String rules() {
        return String.valueOf(tree.get("rules"));
    }

    /** Whether an admission of the case is an update. */
    public boolean isUpdate() {
        return Boolean.TRUE.equals(tree.get("update"));
    }

    /** A new copy of the TrainJob. */
    public TrainJob trainJob() {
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

    /** The merged runtime, with its gangs; not frozen yet. */
    public RuntimeInfo info() {
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

    /** What a plugin is started with: the configuration and the cluster of the case. */
    public PluginContext context() {
        return new Context();
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

    private static String text(Map<String, Object> tree, String field) {
        if (tree.get(field) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("the case lacks the text " + field);
    }

    private ExistingJob existing() {
        Map<String, Object> existing = map("existing");
        List<ExistingJob.Pods> podSets = new ArrayList<>();
        for (Map<String, Object> pods : items(existing, "podSets")) {
            podSets.add(new ExistingJob.Pods(
                    text(pods, "name"), texts(pods.get("annotations")), (int) pods.getOrDefault("active", 0), (int)
                            pods.getOrDefault("succeeded", 0)));
        }
        return new ExistingJob(Boolean.TRUE.equals(existing.get("suspended")), podSets);
    }

    private static PodSetDefinition podSet(Map<String, Object> tree) {
        List<PodSet.Dependency> dependsOn = items(tree, "dependsOn").stream()
                .map(edge -> new PodSet.Dependency(text(edge, "name"), text(edge, "status")))
                .toList();
        return PodSetDefinition.builder("run", text(tree, "name"))
                .ancestor((String) tree.get("ancestor"))
                .replicas((int) tree.getOrDefault("replicas", 1))
                .count((int) tree.getOrDefault("count", 1))
                .dependsOn(dependsOn)
                .containers(List.of(ContainerDefinition.named("node")))
                .trainerContainer("node")
                .schedulerName((String) tree.get("schedulerName"))
                .priorityClassName((String) tree.get("priorityClassName"))
                .build();
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

    /** The cluster of the case: what it lists, and a kind with the fields that it names. */
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
                    .filter(object -> HasMetadata.getKind(type).equals(object.get("kind"))
                            && HasMetadata.getApiVersion(type).equals(object.get("apiVersion")))
                    .map(object -> YAML.convertValue(object, type))
                    .toList());
        }
    }
}

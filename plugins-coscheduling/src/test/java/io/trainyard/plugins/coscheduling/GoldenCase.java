package io.trainyard.plugins.coscheduling;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runtime merged with a TrainJob {@code run}, and the plan, as a file describes them. A missing plan is one gang of all pods; a missing
 * {@code podGroupPolicy} is none.
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
        return map(tree.get("expected"));
    }

    /** The rules that the case is about. */
    String rules() {
        return String.valueOf(tree.get("rules"));
    }

    static TrainJob trainJob() {
        TrainJob job = new TrainJob();
        job.getMetadata().setName("run");
        job.getMetadata().setNamespace("team-a");
        return job;
    }

    /** The merged runtime, with a plan. */
    RuntimeInfo info() {
        RuntimeInfo info = new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(null, YAML.convertValue(tree.get("podGroupPolicy"), PodGroupPolicy.class)),
                Trainer.EMPTY,
                map(tree.get("template")),
                items("podSets").stream().map(GoldenCase::podSet).toList());
        info.setGangPlan(plan(info));
        return info;
    }

    private GangPlan plan(RuntimeInfo info) {
        if (!tree.containsKey("gangs")) {
            return new GangPlan(List.of(new Gang(
                    "run",
                    Gang.Role.MAIN,
                    info.podSets().stream().map(PodSet::name).toList(),
                    List.of(),
                    info.podSets().stream().mapToInt(PodSet::pods).sum(),
                    Map.of())));
        }
        return new GangPlan(items("gangs").stream().map(GoldenCase::gang).toList());
    }

    private static Gang gang(Map<String, Object> tree) {
        Map<String, Quantity> minResources = new LinkedHashMap<>();
        map(tree.get("minResources"))
                .forEach((name, amount) -> minResources.put(name, new Quantity(String.valueOf(amount))));
        return new Gang(
                (String) tree.getOrDefault("podGroup", "run"),
                Gang.Role.valueOf((String) tree.getOrDefault("role", "MAIN")),
                names(tree.get("podSets")),
                names(tree.get("late")),
                (int) tree.getOrDefault("minMember", 1),
                minResources);
    }

    private static PodSet.Definition podSet(Map<String, Object> tree) {
        String name = (String) tree.get("name");
        return new PodSet.Definition(
                name,
                null,
                1,
                (int) tree.getOrDefault("count", 1),
                true,
                List.of(),
                List.of(),
                List.of(),
                null,
                List.of(),
                null,
                null,
                Map::of,
                "run-" + name,
                "run");
    }

    private List<Map<String, Object>> items(String key) {
        return YAML.convertValue(tree.getOrDefault(key, List.of()), new TypeReference<>() {});
    }

    private static List<String> names(@Nullable Object list) {
        return list == null ? List.of() : YAML.convertValue(list, new TypeReference<>() {});
    }

    private static Map<String, Object> map(@Nullable Object tree) {
        return tree == null ? Map.of() : YAML.convertValue(tree, TREE);
    }
}

package io.trainyard.tck;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A runtime and a TrainJob, read anew each time, so that nothing that is done to them stays. */
record Sample(Map<String, Object> runtimeTree, Map<String, Object> trainJobTree) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    static Sample of(String runtimeYaml, String trainJobYaml) {
        return new Sample(tree(runtimeYaml), tree(trainJobYaml));
    }

    private static Map<String, Object> tree(String yaml) {
        Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        if (!(tree instanceof Map<?, ?>)) {
            throw new IllegalArgumentException(
                    "not one YAML object: " + yaml.lines().findFirst().orElse(""));
        }
        return object(tree);
    }

    /** A new TrainJob, as the cluster would have it. */
    TrainJob trainJob() {
        TrainJob trainJob = MAPPER.convertValue(trainJobTree, TrainJob.class);
        if (trainJob.getMetadata().getNamespace() == null) {
            trainJob.getMetadata().setNamespace("tck");
        }
        if (trainJob.getMetadata().getUid() == null) {
            trainJob.getMetadata().setUid("00000000-0000-0000-0000-000000000001");
        }
        return trainJob;
    }

    /** A new runtime. */
    RuntimeDefinition runtime() {
        Class<? extends RuntimeResource> type = "TrainingRuntime".equals(runtimeTree.get("kind"))
                ? TrainingRuntime.class
                : ClusterTrainingRuntime.class;
        return RuntimeDefinition.of(MAPPER.convertValue(copy(runtimeTree), type));
    }

    /** The same for a TrainJob of another name. */
    Sample named(String name) {
        return withTrainJob(tree -> object(tree.computeIfAbsent("metadata", key -> new LinkedHashMap<>()))
                .put("name", name));
    }

    Sample withTrainJob(Consumer<Map<String, Object>> change) {
        Map<String, Object> changed = object(copy(trainJobTree));
        change.accept(changed);
        return new Sample(runtimeTree, changed);
    }

    Sample withRuntime(Consumer<Map<String, Object>> change) {
        Map<String, Object> changed = object(copy(runtimeTree));
        change.accept(changed);
        return new Sample(changed, trainJobTree);
    }

    String name() {
        return trainJob().getMetadata().getName();
    }

    /** Any value as one text, for comparison. */
    static String json(Object value) {
        return MAPPER.valueToTree(value).toString();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(@Nullable Object tree) {
        if (!(tree instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("a sample lacks an object where one must be");
        }
        return (Map<String, Object>) map;
    }

    private static Object copy(Object tree) {
        if (tree instanceof Map<?, ?>) {
            Map<String, Object> copy = new LinkedHashMap<>();
            object(tree).forEach((key, value) -> copy.put(key, copy(value)));
            return copy;
        }
        if (tree instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(copy(item)));
            return copy;
        }
        return tree;
    }
}

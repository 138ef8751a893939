package io.trainyard.core.runtime;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.core.manifest.ObjectSize;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;

/** A runtime as the text of a snapshot, and back. Pure. */
final class SnapshotText {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private SnapshotText() {}

    /** The complete runtime, without what the API server keeps about it. */
    static String write(RuntimeResource runtime) {
        return YamlWriter.write(TreeConversion.toTree(kept(runtime)));
    }

    /**
     * What {@link #read} makes of the text of a runtime, without the text: to parse a large one takes a hundred milliseconds.
     *
     * @throws JsonProcessingException as {@link #read}
     */
    static RuntimeResource readBack(RuntimeResource runtime) throws JsonProcessingException {
        return read(YAML.<JsonNode>valueToTree(TreeConversion.toTree(kept(runtime))));
    }

    private static RuntimeResource kept(RuntimeResource runtime) {
        ObjectMeta metadata = new ObjectMeta();
        metadata.setName(runtime.getMetadata().getName());
        metadata.setNamespace(runtime.getMetadata().getNamespace());
        metadata.setLabels(runtime.getMetadata().getLabels());
        metadata.setAnnotations(
                ObjectSize.withoutLastApplied(runtime.getMetadata().getAnnotations()));
        RuntimeResource kept;
        if (runtime instanceof TrainingRuntime) {
            TrainingRuntime copy = new TrainingRuntime();
            copy.setSpec(runtime.getSpec());
            kept = copy;
        } else {
            ClusterTrainingRuntime copy = new ClusterTrainingRuntime();
            copy.setSpec(runtime.getSpec());
            kept = copy;
        }
        kept.setMetadata(metadata);
        return kept;
    }

    /**
     * The runtime of a text, with what its definition would fill in today.
     *
     * @throws JsonProcessingException when it is not YAML, or not a runtime with a name
     */
    static RuntimeResource read(String text) throws JsonProcessingException {
        return read(YAML.readTree(text));
    }

    private static RuntimeResource read(JsonNode tree) throws JsonProcessingException {
        String apiVersion = tree.path("apiVersion").asText("");
        String kind = tree.path("kind").asText("");
        boolean namespaced = kind.equals(TrainerApi.TRAINING_RUNTIME);
        if (!apiVersion.startsWith(TrainerApi.GROUP + "/")
                || (!namespaced && !kind.equals(TrainerApi.CLUSTER_TRAINING_RUNTIME))) {
            throw unexpected(
                    "apiVersion and kind are \"" + apiVersion + "\" and \"" + kind + "\", not those of a runtime");
        }
        if (tree.path("metadata").path("name").asText("").isEmpty()) {
            throw unexpected("metadata.name is missing");
        }
        Class<? extends RuntimeResource> type = namespaced ? TrainingRuntime.class : ClusterTrainingRuntime.class;
        RuntimeDefaults.fillIn(tree);
        RuntimeResource runtime = TreeConversion.toObject(tree, type);
        // Kubeflow Trainer keeps what kubectl applied, too.
        runtime.getMetadata()
                .setAnnotations(
                        ObjectSize.withoutLastApplied(runtime.getMetadata().getAnnotations()));
        return runtime;
    }

    private static JsonProcessingException unexpected(String problem) {
        return MismatchedInputException.from((JsonParser) null, RuntimeResource.class, problem);
    }
}

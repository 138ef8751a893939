package io.trainyard.core.runtime;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A runtime as the text of a snapshot, and back. Pure. */
final class SnapshotText {
    /** The limit of a ConfigMap is 1 MiB for everything in it. */
    private static final int MAX_BYTES = 900 * 1024;

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private SnapshotText() {}

    /**
     * The complete runtime, without what the API server keeps about it.
     *
     * @throws InvalidTrainJobException when the runtime is too large to be kept
     */
    static String write(RuntimeResource runtime) {
        String text = YamlWriter.write(TreeConversion.toTree(kept(runtime)));
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > MAX_BYTES) {
            throw new InvalidTrainJobException("spec.runtimeRef: runtime "
                    + runtime.getMetadata().getName() + " is " + size / 1024
                    + " KiB large; a TrainJob keeps a copy of its runtime, which may have at most "
                    + MAX_BYTES / 1024 + " KiB");
        }
        return text;
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
        metadata.setAnnotations(annotations(runtime));
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

    private static Map<String, String> annotations(RuntimeResource runtime) {
        Map<String, String> annotations =
                new LinkedHashMap<>(runtime.getMetadata().getAnnotations());
        annotations.remove(LAST_APPLIED);
        return annotations;
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
        return TreeConversion.toObject(tree, type);
    }

    private static JsonProcessingException unexpected(String problem) {
        return MismatchedInputException.from((JsonParser) null, RuntimeResource.class, problem);
    }
}

package io.trainyard.core.runtime;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A runtime as the text of a snapshot, and back (PIPE-70, PIPE-74). Pure. */
final class SnapshotText {
    /** The limit of a ConfigMap is 1 MiB for everything in it. */
    private static final int LARGEST_BYTES = 900 * 1024;

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private SnapshotText() {}

    /**
     * The complete runtime, without what the API server keeps about it.
     *
     * @throws InvalidTrainJobException when the runtime is too large to be kept
     */
    static String write(RuntimeResource runtime) {
        ObjectMeta metadata = new ObjectMeta();
        metadata.setName(runtime.getMetadata().getName());
        metadata.setNamespace(runtime.getMetadata().getNamespace());
        metadata.setLabels(runtime.getMetadata().getLabels());
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
        String text;
        try {
            text = YAML.writeValueAsString(kept);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write runtime " + metadata.getName() + " as YAML", e);
        }
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > LARGEST_BYTES) {
            throw new InvalidTrainJobException("spec.runtimeRef: runtime " + metadata.getName() + " is " + size / 1024
                    + " KiB large; a TrainJob keeps a copy of its runtime, which may have at most "
                    + LARGEST_BYTES / 1024 + " KiB");
        }
        return text;
    }

    /**
     * The runtime of a text.
     *
     * @throws JsonProcessingException when it is not YAML, or of another shape
     */
    static RuntimeResource read(String text) throws JsonProcessingException {
        Object kind = YAML.readValue(text, Map.class).get("kind");
        return TrainerApi.TRAINING_RUNTIME.equals(kind)
                ? YAML.readValue(text, TrainingRuntime.class)
                : YAML.readValue(text, ClusterTrainingRuntime.class);
    }
}

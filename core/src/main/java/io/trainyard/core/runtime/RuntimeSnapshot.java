package io.trainyard.core.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ConfigMap in which a TrainJob keeps the runtime that it was made from. Pure. */
public final class RuntimeSnapshot {
    /** Label of all snapshots, by which they are watched. */
    public static final Map<String, String> LABELS = Map.of("app.kubernetes.io/managed-by", "trainyard");

    /** Longer than any signature of ours. */
    private static final int MAX_SIGNATURE = 200;

    private static final String SUFFIX = "-runtime-snapshot";
    private static final String DATA_KEY = "runtime";
    private static final String GENERATION = "trainer.kubeflow.org/runtime-generation";
    private static final String SIGNATURE = "trainyard.dev/runtime-signature";

    private RuntimeSnapshot() {}

    /** Name of the ConfigMap of a TrainJob. */
    public static ResourceKey key(TrainJob trainJob) {
        return new ResourceKey(
                trainJob.getMetadata().getNamespace(), trainJob.getMetadata().getName() + SUFFIX);
    }

    /** The part of a ConfigMap with our label that is kept in memory: its name, owner and signature. Any user may have set the label. */
    public static ConfigMap reduce(ConfigMap snapshot) {
        ObjectMeta metadata = snapshot.getMetadata();
        String signature = signature(metadata);
        ObjectMeta kept = new ObjectMeta();
        kept.setNamespace(metadata.getNamespace());
        kept.setName(metadata.getName());
        kept.setUid(metadata.getUid());
        kept.setResourceVersion(metadata.getResourceVersion());
        kept.setDeletionTimestamp(metadata.getDeletionTimestamp());
        kept.setOwnerReferences(metadata.getOwnerReferences());
        kept.setAnnotations(
                signature.isEmpty() ? Collections.emptyMap() : Collections.singletonMap(SIGNATURE, signature));
        kept.setLabels(Collections.emptyMap());
        kept.setFinalizers(Collections.emptyList());
        kept.setManagedFields(Collections.emptyList());
        kept.setAdditionalProperties(Collections.emptyMap());
        ConfigMap outline = new ConfigMap();
        outline.setMetadata(kept);
        outline.setData(Collections.emptyMap());
        outline.setBinaryData(Collections.emptyMap());
        outline.setAdditionalProperties(Collections.emptyMap());
        return outline;
    }

    /** A snapshot that holds this text. */
    static ConfigMap with(ObjectMeta metadata, String text) {
        ConfigMap complete = new ConfigMap();
        complete.setMetadata(metadata);
        complete.setData(Map.of(DATA_KEY, text));
        return complete;
    }

    /** How a snapshot is signed; empty when it is not. */
    static String signature(ObjectMeta metadata) {
        @Nullable Map<String, String> annotations = metadata.getAnnotations();
        String said = annotations == null ? "" : annotations.getOrDefault(SIGNATURE, "");
        return said.length() > MAX_SIGNATURE ? "" : said;
    }

    /** Whether the controller has signed the text of a snapshot for this TrainJob. */
    static boolean isSigned(TrainJob trainJob, ConfigMap snapshot, SnapshotKey key) {
        return key.hasSigned(
                signature(snapshot.getMetadata()), trainJob.getMetadata().getUid(), text(snapshot));
    }

    /** Signs the text of a runtime for a TrainJob. */
    static String sign(TrainJob trainJob, RuntimeResource runtime, String text, SnapshotKey key) {
        // Only what never came from an API server has no uid.
        String uid = Objects.requireNonNullElse(runtime.getMetadata().getUid(), "");
        return key.sign(trainJob.getMetadata().getUid(), uid, text);
    }

    /** What a snapshot of somebody else lacks of ours. */
    static Map<String, Object> ours(ConfigMap snapshot) {
        return Map.of("resourceVersion", snapshot.getMetadata().getResourceVersion(), "labels", LABELS);
    }

    /** The change that signs a snapshot in this very state. */
    static Map<String, Object> signed(ConfigMap snapshot, String signature) {
        return Map.of(
                "resourceVersion",
                snapshot.getMetadata().getResourceVersion(),
                "annotations",
                Map.of(SIGNATURE, signature));
    }

    /** The runtime in a snapshot as text; empty when there is none. */
    static String text(ConfigMap snapshot) {
        return snapshot.getData() == null ? "" : snapshot.getData().getOrDefault(DATA_KEY, "");
    }

    /** The ConfigMap to create. */
    static ConfigMap of(TrainJob trainJob, RuntimeResource runtime, String text, SnapshotKey key) {
        @Nullable Long generation = runtime.getMetadata().getGeneration();
        ConfigMapBuilder builder = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(key(trainJob).name())
                .withNamespace(key(trainJob).namespace())
                .withLabels(LABELS)
                .withOwnerReferences(TrainJobCompiler.owner(trainJob))
                .addToAnnotations(SIGNATURE, sign(trainJob, runtime, text, key))
                .endMetadata()
                .withImmutable(true)
                .addToData(DATA_KEY, text);
        if (generation != null) {
            builder.editMetadata()
                    .addToAnnotations(GENERATION, generation.toString())
                    .endMetadata();
        }
        return builder.build();
    }

    /**
     * The runtime in a snapshot that was found.
     *
     * @param parse from a text to the definition; throws {@link JsonProcessingException} wrapped in {@link UncheckedParseException}
     * @throws InvalidTrainJobException when it cannot be used: never guess, never fall back to the live runtime
     * @throws StaleViewException when it belongs to another TrainJob of the same name
     */
    static RuntimeDefinition read(TrainJob trainJob, ConfigMap snapshot, Function<String, RuntimeDefinition> parse) {
        checkOwner(trainJob, snapshot);
        String name = "ConfigMap " + key(trainJob);
        @Nullable
        String text = snapshot.getData() == null ? null : snapshot.getData().get(DATA_KEY);
        if (text == null) {
            throw invalid(name, "has no data." + DATA_KEY + "; delete it to have it made anew");
        }
        RuntimeDefinition definition;
        try {
            definition = parse.apply(text);
        } catch (UncheckedParseException e) {
            throw invalid(name, "does not hold a runtime (" + e.getMessage() + "); delete it to have it made anew");
        }
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        if (reference == null
                || !definition.kind().equals(reference.effectiveKind())
                || !definition.name().equals(reference.name())) {
            throw invalid(
                    name,
                    "holds " + definition.kind() + " " + definition.name()
                            + ", which is not what spec.runtimeRef names; delete it to have it made anew");
        }
        return definition;
    }

    /**
     * Does nothing when this very TrainJob controls the snapshot.
     *
     * @throws StaleViewException when another TrainJob of the same name does: one of the two is gone, and the snapshot goes away or is ours to see soon
     * @throws InvalidTrainJobException when it belongs to somebody else
     */
    static void checkOwner(TrainJob trainJob, ConfigMap snapshot) {
        Optional<OwnerReference> owner = snapshot.getMetadata().getOwnerReferences().stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .findFirst();
        if (owner.filter(found ->
                        isTrainJob(found) && trainJob.getMetadata().getUid().equals(found.getUid()))
                .isPresent()) {
            return;
        }
        String name = "ConfigMap " + key(trainJob);
        if (owner.filter(found ->
                        isTrainJob(found) && trainJob.getMetadata().getName().equals(found.getName()))
                .isPresent()) {
            throw new StaleViewException(name + " belongs to another TrainJob of this name");
        }
        throw invalid(name, "belongs to something else than this TrainJob; delete it to have it made anew");
    }

    private static boolean isTrainJob(OwnerReference owner) {
        return TrainerApi.TRAIN_JOB.equals(owner.getKind());
    }

    private static InvalidTrainJobException invalid(String name, String problem) {
        return new InvalidTrainJobException("unable to get runtime snapshot: " + name + " " + problem);
    }

    /** A text that is not a runtime; carries the beginning of the parser's message, which may quote all of the text. For any thread. */
    static final class UncheckedParseException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final int MAX_MESSAGE = 200;

        UncheckedParseException(JsonProcessingException cause) {
            super(shortened(cause.getOriginalMessage()), null, false, false);
        }

        private static String shortened(String message) {
            String line = message.lines().findFirst().orElse("not YAML");
            return line.length() <= MAX_MESSAGE ? line : line.substring(0, MAX_MESSAGE) + " ...";
        }
    }
}

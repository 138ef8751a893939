package io.trainyard.core.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.watch.ResourceKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ConfigMap in which a TrainJob keeps the runtime that it was made from. Pure. */
public final class RuntimeSnapshot {
    /** Label of all snapshots, by which they are watched. */
    public static final Map<String, String> LABELS = Map.of("app.kubernetes.io/managed-by", "trainyard");

    private static final int MAX_CHECKSUM = 100;
    private static final String SUFFIX = "-runtime-snapshot";
    private static final String DATA_KEY = "runtime";
    private static final String GENERATION = "trainer.kubeflow.org/runtime-generation";
    private static final String CHECKSUM = "trainyard.dev/runtime-checksum";

    private RuntimeSnapshot() {}

    /** Name of the ConfigMap of a TrainJob. */
    public static ResourceKey key(TrainJob trainJob) {
        return new ResourceKey(
                trainJob.getMetadata().getNamespace(), trainJob.getMetadata().getName() + SUFFIX);
    }

    /** What is kept in memory of a ConfigMap with our label, which may be anybody's: who it is, whose, and which text it holds. */
    public static ConfigMap reduce(ConfigMap snapshot) {
        ObjectMeta metadata = snapshot.getMetadata();
        ConfigMap outline = new ConfigMap();
        outline.setMetadata(new ObjectMetaBuilder()
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .withDeletionTimestamp(metadata.getDeletionTimestamp())
                .withOwnerReferences(metadata.getOwnerReferences())
                .withAnnotations(checksum(metadata).isEmpty() ? Map.of() : Map.of(CHECKSUM, checksum(metadata)))
                .build());
        return outline;
    }

    /** A snapshot that holds this text. */
    static ConfigMap with(ObjectMeta metadata, String text) {
        ConfigMap complete = new ConfigMap();
        complete.setMetadata(metadata);
        complete.setData(Map.of(DATA_KEY, text));
        return complete;
    }

    /** The checksum that a snapshot claims for its text; empty when it says nothing, as one that another version made. */
    static String checksum(ObjectMeta metadata) {
        Map<String, String> annotations = metadata.getAnnotations();
        String claimed = annotations == null ? "" : annotations.getOrDefault(CHECKSUM, "");
        return claimed.length() > MAX_CHECKSUM ? "" : claimed;
    }

    /** The checksum of a text. */
    static String checksumOf(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** What a snapshot of somebody else lacks of ours. */
    static Map<String, Object> ours(ConfigMap snapshot) {
        return Map.of(
                "resourceVersion",
                snapshot.getMetadata().getResourceVersion(),
                "labels",
                LABELS,
                "annotations",
                Map.of(CHECKSUM, checksumOf(text(snapshot))));
    }

    /** The runtime in a snapshot as text; empty when there is none. */
    static String text(ConfigMap snapshot) {
        return snapshot.getData() == null ? "" : snapshot.getData().getOrDefault(DATA_KEY, "");
    }

    /** The ConfigMap to create. */
    static ConfigMap of(TrainJob trainJob, RuntimeResource runtime, String text) {
        @Nullable Long generation = runtime.getMetadata().getGeneration();
        ConfigMapBuilder builder = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(key(trainJob).name())
                .withNamespace(key(trainJob).namespace())
                .withLabels(LABELS)
                .addToAnnotations(CHECKSUM, checksumOf(text))
                .withOwnerReferences(TrainJobCompiler.owner(trainJob))
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

    /** A text that is not a runtime; carries the first line of the parser's message. */
    static final class UncheckedParseException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UncheckedParseException(JsonProcessingException cause) {
            super(cause.getOriginalMessage().lines().findFirst().orElse("not YAML"), cause);
        }
    }
}

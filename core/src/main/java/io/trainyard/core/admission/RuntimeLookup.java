package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the runtime that a TrainJob is validated with. */
final class RuntimeLookup {
    /** A webhook has to answer within 10 s; when a read takes longer than this, nothing can be told. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    /** The registry of runtime kinds, by kind, dot, group. */
    private static final Set<String> KINDS = Set.of(
            TrainerApi.TRAINING_RUNTIME + "." + TrainerApi.GROUP,
            TrainerApi.CLUSTER_TRAINING_RUNTIME + "." + TrainerApi.GROUP);

    private final AdmissionReader reader;
    private final TimeSource time;

    RuntimeLookup(AdmissionReader reader, TimeSource time) {
        this.reader = reader;
        this.time = time;
    }

    /**
     * What was found.
     *
     * @param reference what the TrainJob names; empty when it names nothing
     * @param supported whether there is such a kind of runtime at all
     * @param runtime the runtime; empty when it does not exist
     * @param known which runtimes there are, where it does not exist; may be empty
     */
    record Found(Optional<RuntimeRef> reference, boolean supported, Optional<RuntimeResource> runtime, String known) {}

    /**
     * Looks the runtime up.
     *
     * @param kept whether the one that the TrainJob has kept goes first
     */
    Uni<Found> find(TrainJob trainJob, boolean kept) {
        Optional<RuntimeRef> reference = reference(trainJob);
        if (reference.isEmpty() || !KINDS.contains(reference.get().registryKey())) {
            return Uni.createFrom().item(new Found(reference, false, Optional.empty(), ""));
        }
        Uni<Optional<RuntimeResource>> live = Uni.createFrom()
                .deferred(() -> reader.runtime(
                        reference.get().effectiveKind(),
                        namespace(trainJob),
                        String.valueOf(reference.get().name())));
        Uni<Optional<RuntimeResource>> first =
                kept ? reader.keptRuntime(trainJob).chain(found -> found.isPresent() ? item(found) : live) : live;
        return TimeLimit.of(LIMIT, time, first)
                .map(runtime -> new Found(
                        reference,
                        true,
                        runtime,
                        runtime.isPresent()
                                ? ""
                                : reader.knownRuntimes(reference.get().effectiveKind(), namespace(trainJob))));
    }

    private static Uni<Optional<RuntimeResource>> item(Optional<RuntimeResource> found) {
        return Uni.createFrom().item(found);
    }

    private static Optional<RuntimeRef> reference(TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        return Optional.ofNullable(reference)
                .filter(given -> given.name() != null && !given.name().isEmpty());
    }

    private static String namespace(TrainJob trainJob) {
        return Optional.ofNullable(trainJob.getMetadata().getNamespace()).orElse("");
    }
}

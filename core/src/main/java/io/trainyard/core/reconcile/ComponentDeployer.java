package io.trainyard.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.ObjectApplier;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.JobSetApplier;
import io.trainyard.core.status.EventDraft;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Applies the objects of a TrainJob one after another; the first failure stops (PIPE-15, JOBSET-16). Lives on the event loop. */
final class ComponentDeployer {
    /** How soon to look again at a JobSet that has to go first; its deletion is an event too (JOBSET-17). */
    private static final Duration COLLECTION_WAIT = Duration.ofSeconds(1);

    /** How soon to look again whether a Service's name is free; its deletion is an event too (OPS-83). */
    private static final Duration NAME_WAIT = Duration.ofSeconds(30);

    private final JobSetApplier jobSets;
    private final ObjectApplier objects;

    ComponentDeployer(JobSetApplier jobSets, ObjectApplier objects) {
        this.jobSets = jobSets;
        this.objects = objects;
    }

    Uni<BuildResult> deploy(TrainJob trainJob, CompiledJob compiled) {
        List<EventDraft> events = new ArrayList<>();
        return deploy(trainJob, compiled, compiled.objects().iterator(), events);
    }

    private Uni<BuildResult> deploy(
            TrainJob trainJob, CompiledJob compiled, Iterator<HasMetadata> rest, List<EventDraft> events) {
        if (!rest.hasNext()) {
            return Uni.createFrom().item(result(compiled, Optional.empty(), events));
        }
        HasMetadata next = rest.next();
        if (!(next instanceof JobSet jobSet)) {
            return objects.apply(next).chain(written -> deploy(trainJob, compiled, rest, events));
        }
        return jobSets.apply(trainJob, jobSet).chain(outcome -> {
            if (outcome instanceof JobSetApplier.Result.Waiting) {
                return Uni.createFrom().item(result(compiled, Optional.of(COLLECTION_WAIT), events));
            }
            if (outcome instanceof JobSetApplier.Result.NameTaken taken) {
                events.add(
                        EventDraft.warning(
                                "ServiceConflict",
                                "Service " + taken.service()
                                        + " belongs to somebody else, and the pods of this TrainJob would not find each other:"
                                        + " delete or rename the Service, or the TrainJob; it starts as soon as the name is free"));
                return Uni.createFrom().item(result(compiled, Optional.of(NAME_WAIT), events));
            }
            if (outcome instanceof JobSetApplier.Result.Outdated) {
                return Uni.createFrom().item(result(compiled, Optional.empty(), events));
            }
            if (outcome instanceof JobSetApplier.Result.Created) {
                compiled.warnings()
                        .forEach(warning -> events.add(EventDraft.warning(warning.reason(), warning.message())));
            }
            event(trainJob, outcome).ifPresent(events::add);
            return deploy(trainJob, compiled, rest, events);
        });
    }

    private static Optional<EventDraft> event(TrainJob trainJob, JobSetApplier.Result outcome) {
        if (outcome instanceof JobSetApplier.Result.Created) {
            return Optional.of(EventDraft.routine(
                    "JobSetCreated", "Created JobSet " + trainJob.getMetadata().getName()));
        }
        if (outcome instanceof JobSetApplier.Result.Applied applied
                && !applied.ignored().isEmpty()) {
            return Optional.of(EventDraft.warning(
                    "JobSetImmutableFieldsIgnored",
                    "The JobSet has started and can no longer change in: " + String.join(", ", applied.ignored())));
        }
        return Optional.empty();
    }

    private static BuildResult result(
            CompiledJob compiled, Optional<Duration> lookAgainAfter, List<EventDraft> events) {
        return new BuildResult(Optional.of(compiled), null, lookAgainAfter, events);
    }
}

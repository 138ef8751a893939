package io.trainyard.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.Confirmation;
import io.trainyard.core.apply.ObjectApplier;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.gang.GangPolicies;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.JobSetApplier;
import io.trainyard.core.jobset.JobSetPlan;
import io.trainyard.core.jobset.JobSetResizer;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.status.EventDraft;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Creation;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.UnschedulableGangs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Applies the objects of a TrainJob one after another: what plugins built for the pods, the JobSet, the rest. The first failure stops. Lives on the event
 * loop.
 */
final class ComponentDeployer {
    /** How soon to look again at a JobSet that has to go first; its deletion is an event too. */
    private static final Duration COLLECTION_WAIT = Duration.ofSeconds(1);

    /** How soon to look again at a JobSet whose last pods end; that they have is an event too. */
    private static final Duration LAST_PODS_WAIT = Duration.ofSeconds(30);

    /** How soon to look again whether a Service's name is free; its deletion is an event too. */
    private static final Duration NAME_WAIT = Duration.ofSeconds(30);

    /** How soon to look again at an object of another TrainJob of the same name. */
    private static final Duration OWNER_WAIT = Duration.ofSeconds(2);

    /** How soon to look again at an object that nobody watches, because nobody may: pods that start without it wait for ever. */
    private static final Duration UNWATCHED_RECHECK = Duration.ofMinutes(1);

    private final ObservedJobSets observed;
    private final JobSetApplier jobSets;
    private final JobSetResizer resizer;
    private final ObjectApplier objects;
    private final ReconcileListener listener;
    private final GangPolicies gangs;
    private final TimeSource time;

    /**
     * @param listener told of what is written and what is not
     */
    ComponentDeployer(
            ObservedJobSets observed,
            JobSetApplier jobSets,
            JobSetResizer resizer,
            ObjectApplier objects,
            GangPolicies gangs,
            ReconcileListener listener,
            TimeSource time) {
        this.observed = observed;
        this.jobSets = jobSets;
        this.resizer = resizer;
        this.objects = objects;
        this.gangs = gangs;
        this.listener = listener;
        this.time = time;
    }

    /**
     * Makes everything exist.
     *
     * @param confirmation asked before anything is written
     * @return fails as {@link ObjectApplier#apply} and {@link JobSetApplier#apply} do
     */
    Uni<BuildResult> deploy(TrainJob trainJob, CompiledJob compiled, Confirmation confirmation) {
        List<EventDraft> events = new ArrayList<>();
        List<String> ofGangs = new ArrayList<>();
        compiled.events().forEach(event -> {
            if (event.reason().equals(UnschedulableGangs.EVENT)) {
                ofGangs.add(event.message());
            } else {
                events.add(EventDraft.notice(event.reason(), event.message()));
            }
        });
        listener.gangs(trainJob, List.copyOf(ofGangs));
        if (JobSetPlan.decide(trainJob, observed.existing(trainJob)) instanceof JobSetPlan.WaitForCollection) {
            // One of two TrainJobs of this name is gone, and this may be the one: nothing is made before it is clear.
            return Uni.createFrom().item(waiting(trainJob, compiled, events));
        }
        // Before the JobSet, which may let the pods loose.
        return deleteStaleGroups(trainJob, compiled, confirmation)
                .chain(() -> applyAll(
                        trainJob,
                        compiled,
                        compiled.before().iterator(),
                        events,
                        confirmation,
                        () -> resize(trainJob, compiled, events, confirmation)));
    }

    /** Before the JobSet is applied: where it is suspended, it then has the new number of pods already and nothing else of it is refused for that. */
    private Uni<BuildResult> resize(
            TrainJob trainJob, CompiledJob compiled, List<EventDraft> events, Confirmation confirmation) {
        return resizer.resize(trainJob, elasticSizes(compiled.info()), confirmation)
                .chain(outcome -> {
                    ResizeEvents.of(outcome).ifPresent(events::add);
                    if (outcome instanceof JobSetResizer.Result.Recreating) {
                        return Uni.createFrom().item(waiting(trainJob, compiled, events));
                    }
                    if (outcome instanceof JobSetResizer.Result.Ending) {
                        return Uni.createFrom().item(result(compiled, Optional.of(LAST_PODS_WAIT), events));
                    }
                    Uni<BuildResult> applied = applyJobSet(trainJob, compiled, events, confirmation);
                    return outcome instanceof JobSetResizer.Result.TooYoung young
                            ? applied.map(built -> built.orAfter(young.after()))
                            : applied;
                });
    }

    private static Map<String, Integer> elasticSizes(RuntimeInfo info) {
        return info.podSets().stream()
                .filter(podSet -> podSet.isElastic() && podSet.count() > 0)
                .collect(Collectors.toMap(PodSet::name, PodSet::count));
    }

    /**
     * Deletes what must not outlive the TrainJob.
     *
     * @param compiled what was built for it
     */
    Uni<Void> end(CompiledJob compiled, Confirmation confirmation) {
        Uni<Void> deleted = Uni.createFrom().voidItem();
        for (Component component : compiled.components().toList()) {
            if (component.updatePolicy() == Component.UpdatePolicy.UNTIL_ENDED) {
                deleted = deleted.chain(() -> objects.apply(Component.absent(component.object()), false, confirmation))
                        .replaceWithVoid();
            }
        }
        return deleted;
    }

    private Uni<Void> deleteStaleGroups(TrainJob trainJob, CompiledJob compiled, Confirmation confirmation) {
        Optional<Class<? extends HasMetadata>> kind = gangs.podGroupKind(compiled.info());
        return kind.isEmpty() || !isIdle(trainJob)
                ? Uni.createFrom().voidItem()
                : objects.deleteOthers(
                        kind.get(),
                        trainJob.getMetadata().getNamespace(),
                        trainJob.getMetadata().getUid(),
                        compiled.objects().stream()
                                .filter(kind.get()::isInstance)
                                .map(object -> object.getMetadata().getName())
                                .collect(Collectors.toSet()),
                        confirmation);
    }

    private Uni<BuildResult> applyAll(
            TrainJob trainJob,
            CompiledJob compiled,
            Iterator<Component> rest,
            List<EventDraft> events,
            Confirmation confirmation,
            Supplier<Uni<BuildResult>> then) {
        if (!rest.hasNext()) {
            return then.get();
        }
        Component next = rest.next();
        return objects.apply(next, isIdle(trainJob), confirmation)
                .onFailure(failure -> isKindMissing(failure, next, compiled))
                .transform(failure -> gangs.missing(compiled.info()))
                .chain(outcome -> {
                    if (outcome == ObjectApplier.Outcome.WAITING) {
                        return Uni.createFrom().item(result(compiled, Optional.of(OWNER_WAIT), events));
                    }
                    countSkipped(outcome == ObjectApplier.Outcome.LEFT);
                    if (outcome == ObjectApplier.Outcome.CREATED && isRunning(trainJob)) {
                        next.creation()
                                .map(Creation::replacement)
                                .ifPresent(notice -> events.add(EventDraft.warning(notice.reason(), notice.message())));
                    }
                    return applyAll(trainJob, compiled, rest, events, confirmation, then);
                });
    }

    private Uni<BuildResult> applyJobSet(
            TrainJob trainJob, CompiledJob compiled, List<EventDraft> events, Confirmation confirmation) {
        return jobSets.apply(trainJob, compiled.jobSet(), confirmation).chain(outcome -> {
            countSkipped(outcome instanceof JobSetApplier.Result.Unchanged);
            if (outcome instanceof JobSetApplier.Result.Waiting) {
                return Uni.createFrom().item(waiting(trainJob, compiled, events));
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
            if (outcome instanceof JobSetApplier.Result.Created) {
                compiled.warnings()
                        .forEach(warning -> events.add(EventDraft.warning(warning.reason(), warning.message())));
                if (trainJob.statusOrEmpty().jobsStatus().isEmpty()) {
                    listener.started(trainJob, compiled.info());
                }
            }
            event(trainJob, outcome).ifPresent(events::add);
            return applyAll(
                    trainJob, compiled, compiled.after().iterator(), events, confirmation, () -> Uni.createFrom()
                            .item(result(compiled, recheckUnwatched(trainJob, compiled), events)));
        });
    }

    /** While no pod can run nobody misses such an object, and the change that lets pods run leads to another reconcile. */
    private Optional<Duration> recheckUnwatched(TrainJob trainJob, CompiledJob compiled) {
        return !isIdle(trainJob) && compiled.before().stream().anyMatch(objects::isLossUnseen)
                ? Optional.of(UNWATCHED_RECHECK)
                : Optional.empty();
    }

    /** A watch may outlive its kind for a minute or two; a write does not. */
    private boolean isKindMissing(Throwable failure, Component component, CompiledJob compiled) {
        return failure instanceof ApiFailure api
                && api.kind() == ApiFailure.Kind.NOT_FOUND
                && gangs.podGroupKind(compiled.info())
                        .filter(kind -> kind.isInstance(component.object()))
                        .isPresent();
    }

    private void countSkipped(boolean skipped) {
        if (skipped) {
            listener.skipped();
        }
    }

    private boolean isRunning(TrainJob trainJob) {
        return observed.controlled(trainJob)
                .filter(jobSet -> !jobSet.suspended())
                .isPresent();
    }

    /**
     * No pod can run: the TrainJob is suspended; or, at the moment of resume, its JobSet still is; or there is no JobSet, because it is about
     * to be made anew with another number of pods, for which the old group would wait in vain.
     */
    private boolean isIdle(TrainJob trainJob) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        return (spec != null && Boolean.TRUE.equals(spec.suspend()))
                || observed.controlled(trainJob).filter(JobSet::suspended).isPresent()
                || observed.existing(trainJob).isEmpty();
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

    /** A JobSet has to go first. */
    private BuildResult waiting(TrainJob trainJob, CompiledJob compiled, List<EventDraft> events) {
        boolean own = observed.controlled(trainJob).isPresent();
        observed.existing(trainJob)
                .flatMap(jobSet -> LingeringJobSet.notice(trainJob, jobSet, own, time.now()))
                .ifPresent(events::add);
        return result(compiled, Optional.of(COLLECTION_WAIT), events);
    }

    private static BuildResult result(CompiledJob compiled, Optional<Duration> requeueAfter, List<EventDraft> events) {
        return new BuildResult(Optional.of(compiled), null, requeueAfter, events);
    }
}

package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.Confirmation;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives the elastic jobs of a JobSet that has started another number of pods. One that never started is applied as any other. Lives on the event loop. */
public final class JobSetResizer {
    /** What came of it. */
    public sealed interface Result {
        /** There was nothing to do. */
        record Unchanged() implements Result {}

        /** The number of pods is another one now. */
        record Resized(JobSetResize change) implements Result {}

        /** Some node has ended well, so training is about to be over and no node is added any more. */
        record TooLate(JobSetResize change) implements Result {}

        /** The JobSet is on its way out and will be made anew with the new number. */
        record Recreating(JobSetResize change) implements Result {}

        /** The JobSet will be made anew when its last pods have ended, which it tells. */
        record Ending() implements Result {}

        /** The JobSet is too young to be made anew; look again after that time. */
        record TooYoung(JobSetResize change, Duration after) implements Result {}
    }

    private final KubeApi api;
    private final ObservedJobSets jobSets;
    private final InPlaceScaling scaling;
    private final TimeSource time;

    public JobSetResizer(KubeApi api, ObservedJobSets jobSets, InPlaceScaling scaling, TimeSource time) {
        this.api = api;
        this.jobSets = jobSets;
        this.scaling = scaling;
        this.time = time;
    }

    /**
     * Resizes.
     *
     * @param wanted pods of the replicated jobs whose number may change, by name
     * @param confirmation asked before anything is written
     * @return fails with {@link StaleViewException} when JobSet refuses, or when the JobSet or the TrainJob is not what it seemed to be: the next reconcile
     *     then knows better
     */
    public Uni<Result> resize(TrainJob trainJob, Map<String, Integer> wanted, Confirmation confirmation) {
        Optional<JobSet> seen = wanted.isEmpty()
                ? Optional.empty()
                : jobSets.controlled(trainJob)
                        .filter(jobSet -> (jobSet.hasStarted() || !jobSet.suspended())
                                && JobSetResize.of(jobSet, wanted).isPresent());
        return seen.isEmpty()
                ? Uni.createFrom().item(new Result.Unchanged())
                : confirmation.confirm().chain(() -> live(trainJob, seen.get(), wanted));
    }

    private Uni<Result> live(TrainJob trainJob, JobSet seen, Map<String, Integer> wanted) {
        return api.get(
                        JobSet.class,
                        seen.getMetadata().getNamespace(),
                        seen.getMetadata().getName())
                .chain(found -> {
                    Optional<JobSet> live = found.filter(jobSet -> JobSetPlan.isControlledBy(jobSet, trainJob));
                    if (live.isEmpty()) {
                        jobSets.missed(seen);
                        return Uni.createFrom().failure(new StaleViewException(seen + " has just been deleted"));
                    }
                    Optional<JobSetResize> change = JobSetResize.of(live.get(), wanted);
                    return change.isPresent()
                            ? change(live.get(), change.get())
                            : Uni.createFrom().item(new Result.Unchanged());
                });
    }

    private Uni<Result> change(JobSet live, JobSetResize change) {
        if (!scaling.isPossible()) {
            return anew(live, change);
        }
        Uni<Boolean> over = change.grows()
                ? hasSucceeded(live, change.job())
                : Uni.createFrom().item(false);
        return over.chain(tooLate -> tooLate ? Uni.createFrom().item(new Result.TooLate(change)) : patch(live, change));
    }

    private Uni<Result> patch(JobSet live, JobSetResize change) {
        Uni<JobSet> write = api.mergePatch(
                JobSet.class,
                live.getMetadata().getNamespace(),
                live.getMetadata().getName(),
                change.patch(live));
        return StaleViewException.insteadOfConflict(write)
                .<Result>map(written -> {
                    jobSets.wrote(JobSetReducer.reduce(written));
                    return new Result.Resized(change);
                })
                .onFailure(JobSetResizer::isImmutable)
                .recoverWithUni(refusal -> {
                    scaling.refused();
                    return anew(live, change);
                });
    }

    /** JobSet says the same in two ways, with and without its webhook. That a JobSet has ended is refused in other words. */
    private static boolean isImmutable(Throwable failure) {
        return failure instanceof ApiFailure refusal
                && (refusal.kind() == ApiFailure.Kind.INVALID || refusal.kind() == ApiFailure.Kind.FORBIDDEN)
                && String.valueOf(refusal.getMessage()).contains("immutable");
    }

    /**
     * A JobSet without pods can always be made anew; one that runs only if the operator wants that, and not too often. Its pods go first: those that still end would be
     * found by the new ones under the names that both have, and could take them into a group that is about to fall apart.
     */
    private Uni<Result> anew(JobSet live, JobSetResize change) {
        boolean idle = live.suspended();
        if (!idle && !scaling.recreates()) {
            return Uni.createFrom()
                    .failure(new StaleViewException("JobSet does not change the number of pods in this cluster"));
        }
        if (idle && isActive(live)) {
            return Uni.createFrom().item(new Result.Ending());
        }
        Duration wait = idle ? Duration.ZERO : scaling.minAge().minus(age(live));
        return wait.isNegative() || wait.isZero()
                ? StaleViewException.insteadOfConflict(api.deleteAfterDependents(
                                JobSet.class,
                                live.getMetadata().getNamespace(),
                                live.getMetadata().getName(),
                                Preconditions.of(live)))
                        .replaceWith(new Result.Recreating(change))
                : Uni.createFrom().item(new Result.TooYoung(change, wait));
    }

    private static boolean isActive(JobSet jobSet) {
        return jobSet.statusOrEmpty().replicatedJobsStatus().stream().anyMatch(job -> job.active() > 0);
    }

    private Duration age(JobSet jobSet) {
        @Nullable String created = jobSet.getMetadata().getCreationTimestamp();
        return created == null ? Duration.ZERO : Duration.between(Instant.parse(created), time.now());
    }

    private Uni<Boolean> hasSucceeded(JobSet live, String replicatedJob) {
        return api.get(
                        Job.class,
                        live.getMetadata().getNamespace(),
                        live.getMetadata().getName() + "-" + replicatedJob + "-0")
                .map(found -> found.map(Job::getStatus)
                        .map(status -> status.getSucceeded())
                        .filter(succeeded -> succeeded > 0)
                        .isPresent());
    }
}

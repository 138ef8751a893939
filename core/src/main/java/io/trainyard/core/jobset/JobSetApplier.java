package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.ApplyException;
import io.trainyard.core.apply.Coverage;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.spi.model.TrainJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the JobSet of a TrainJob exist as it should. Lives on the event loop. */
public final class JobSetApplier {
    /** What came of it. */
    public sealed interface Result {
        /** Nothing had to be done. */
        record Unchanged() implements Result {}

        /** The JobSet was created. */
        record Created() implements Result {}

        /** The JobSet was changed; {@code ignored} are wanted changes that JobSet does not permit any more. */
        record Applied(List<String> ignored) implements Result {}

        /** It is not created as long as this Service of somebody else has the name that its own needs. */
        record NameTaken(String service) implements Result {}

        /** It cannot be applied yet: an old JobSet is on its way out, or this one was changed or deleted at this moment. Look again. */
        record Waiting() implements Result {}

        /** The TrainJob is not what the cache says: nothing was written, an event will tell. */
        record Outdated() implements Result {}
    }

    private static final int MAX_REMEMBERED = 100_000;

    private final KubeApi api;
    private final ObservedJobSets jobSets;
    private final ServiceConflicts services;
    private final FieldOwnership ownership;
    private final Map<String, Sent> sent = new HashMap<>();

    /** The last body that was sent to a suspended JobSet, by its hash, and whether only a part of it was accepted. */
    private record Sent(int body, boolean narrowed) {}

    public JobSetApplier(KubeApi api, ObservedJobSets jobSets, ServiceConflicts services) {
        this.api = api;
        this.jobSets = jobSets;
        this.services = services;
        this.ownership = new FieldOwnership(api);
    }

    /** Applies; fails with {@link ApplyException} for a JobSet of somebody else, or with {@link ApiFailure}. */
    public Uni<Result> apply(TrainJob trainJob, JobSet desired) {
        return apply(trainJob, desired, jobSets.existing(trainJob), true);
    }

    private Uni<Result> apply(TrainJob trainJob, JobSet desired, Optional<JobSet> existing, boolean mayCreate) {
        JobSetPlan plan = JobSetPlan.decide(trainJob, existing);
        if (plan instanceof JobSetPlan.Create) {
            if (!mayCreate) {
                return Uni.createFrom().item(new Result.Waiting());
            }
            Optional<String> taken = services.nameTakenFrom(desired);
            return taken.isPresent()
                    ? Uni.createFrom().item(new Result.NameTaken(taken.get()))
                    : create(trainJob, desired);
        }
        if (plan instanceof JobSetPlan.WaitForCollection) {
            return Uni.createFrom().item(new Result.Waiting());
        }
        if (plan instanceof JobSetPlan.Foreign foreign) {
            return Uni.createFrom().failure(new ApplyException(foreign.message()));
        }
        JobSet live = existing.orElseThrow();
        if (live.isMarkedForDeletion()) {
            return Uni.createFrom().item(new Result.Waiting());
        }
        return plan instanceof JobSetPlan.Apply && differs(desired, live)
                ? change(desired, live)
                : Uni.createFrom().item(new Result.Unchanged());
    }

    /**
     * Creates and never overwrites: an unknown JobSet of this name answers 409 and is then looked at. Before it is changed for the
     * first time, {@link FieldOwnership} sees to it that later applies remove what they no longer say.
     */
    private Uni<Result> create(TrainJob trainJob, JobSet desired) {
        return confirmed(trainJob)
                .chain(confirmed -> {
                    if (!confirmed) {
                        return Uni.createFrom().item(new Result.Outdated());
                    }
                    return api.create(desired).map(created -> {
                        jobSets.wrote(JobSetReducer.reduce(created));
                        remember(created, desired, false);
                        return (Result) new Result.Created();
                    });
                })
                .onFailure(failure -> hasKind(failure, ApiFailure.Kind.ALREADY_EXISTS))
                .recoverWithUni(exists -> api.get(
                                JobSet.class,
                                desired.getMetadata().getNamespace(),
                                desired.getMetadata().getName())
                        .invoke(found -> found.ifPresent(jobSets::read))
                        .chain(found -> apply(trainJob, desired, found, false)));
    }

    /**
     * Whether the TrainJob still is what the cache says. One that never had a status is new; asking for it would cost every job a
     * request. Any other job had a JobSet before, so its absence is looked at twice.
     */
    private Uni<Boolean> confirmed(TrainJob trainJob) {
        if (trainJob.statusOrEmpty().jobsStatus().isEmpty()) {
            return Uni.createFrom().item(true);
        }
        return api.get(
                        TrainJob.class,
                        trainJob.getMetadata().getNamespace(),
                        trainJob.getMetadata().getName())
                .map(found -> found.filter(live -> Objects.equals(
                                        live.getMetadata().getUid(),
                                        trainJob.getMetadata().getUid())
                                && !live.isMarkedForDeletion()
                                && !live.statusOrEmpty().isFinished())
                        .isPresent());
    }

    private boolean differs(JobSet desired, JobSet live) {
        Map<String, Object> wanted = Objects.requireNonNull(desired.getSpec());
        Map<String, Object> present = Objects.requireNonNullElse(live.getSpec(), Map.of());
        @Nullable Sent last = sent.get(live.getMetadata().getUid());
        boolean same = last != null && last.body() == body(desired);
        if (last != null && same && last.narrowed()) {
            // What was ignored once is ignored for ever; what may change is still kept as it should be.
            wanted = MutableParts.of(wanted, present).spec();
        }
        if (!Coverage.covers(present, wanted) || !coversMetadata(desired, live)) {
            return true;
        }
        return !same && MutableParts.hasLeftovers(wanted, present);
    }

    private static boolean coversMetadata(JobSet desired, JobSet live) {
        return Coverage.covers(
                        orEmpty(live.getMetadata().getLabels()),
                        orEmpty(desired.getMetadata().getLabels()))
                && Coverage.covers(
                        orEmpty(live.getMetadata().getAnnotations()),
                        orEmpty(desired.getMetadata().getAnnotations()));
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    private Uni<Result> change(JobSet desired, JobSet live) {
        return ownership
                .take(live)
                .chain(present ->
                        present ? applyWhole(desired, live) : Uni.createFrom().<Result>item(new Result.Waiting()))
                .onFailure(failure ->
                        hasKind(failure, ApiFailure.Kind.INVALID) || hasKind(failure, ApiFailure.Kind.FORBIDDEN))
                .recoverWithUni(refusal -> changeWhatMayChange(desired, live, refusal))
                .onFailure(failure -> hasKind(failure, ApiFailure.Kind.CONFLICT))
                .recoverWithItem(new Result.Waiting());
    }

    private Uni<Result> applyWhole(JobSet desired, JobSet live) {
        return api.apply(withUidOf(live, desired)).map(applied -> {
            jobSets.wrote(JobSetReducer.reduce(applied));
            remember(applied, desired, false);
            return new Result.Applied(List.of());
        });
    }

    /** The wanted JobSet as a change of this very one: it is never created by a change, since that needs a look at the TrainJob. */
    private static JobSet withUidOf(JobSet live, JobSet desired) {
        JobSet change = new JobSet();
        change.setMetadata(new ObjectMetaBuilder(desired.getMetadata())
                .withUid(live.getMetadata().getUid())
                .build());
        change.setSpec(desired.getSpec());
        return change;
    }

    /** Suspending and resuming must never fail because something else cannot change any more. */
    private Uni<Result> changeWhatMayChange(JobSet desired, JobSet live, Throwable refusal) {
        return api.get(
                        JobSet.class,
                        live.getMetadata().getNamespace(),
                        live.getMetadata().getName())
                .chain(found -> {
                    if (found.isEmpty()) {
                        return Uni.createFrom().item(new Result.Waiting());
                    }
                    MutableParts parts = MutableParts.of(desired, found.get());
                    if (parts.ignored().isEmpty()) {
                        // Nothing immutable was asked for, so the refusal means something else.
                        return Uni.createFrom().failure(refusal);
                    }
                    return found.get().suspended() && neverStarted(found.get())
                            ? replace(live)
                            : changeOnly(parts, desired, live);
                });
    }

    /** Nothing is lost with a JobSet that never started; a later reconcile creates it as it should be. */
    private Uni<Result> replace(JobSet live) {
        return api.delete(
                        JobSet.class,
                        live.getMetadata().getNamespace(),
                        live.getMetadata().getName(),
                        live.getMetadata().getUid())
                .replaceWith(new Result.Waiting());
    }

    private Uni<Result> changeOnly(MutableParts parts, JobSet desired, JobSet live) {
        JobSet narrowed = withUidOf(live, desired);
        narrowed.setSpec(parts.spec());
        return api.apply(narrowed).map(applied -> {
            jobSets.wrote(JobSetReducer.reduce(applied));
            remember(applied, desired, true);
            return new Result.Applied(parts.ignored());
        });
    }

    private static boolean neverStarted(JobSet jobSet) {
        @Nullable Integer restarts = jobSet.statusOrEmpty().restarts();
        return (restarts == null || restarts == 0)
                && jobSet.statusOrEmpty().replicatedJobsStatus().stream()
                        .allMatch(job ->
                                job.ready() == 0 && job.succeeded() == 0 && job.failed() == 0 && job.active() == 0);
    }

    private void remember(JobSet written, JobSet desired, boolean narrowed) {
        if (sent.size() >= MAX_REMEMBERED) {
            sent.clear();
        }
        if (desired.suspended()) {
            sent.put(written.getMetadata().getUid(), new Sent(body(desired), narrowed));
        } else {
            sent.remove(written.getMetadata().getUid());
        }
    }

    private static int body(JobSet desired) {
        return Objects.hash(
                desired.getSpec(),
                desired.getMetadata().getLabels(),
                desired.getMetadata().getAnnotations());
    }

    private static boolean hasKind(Throwable failure, ApiFailure.Kind kind) {
        return failure instanceof ApiFailure api && api.kind() == kind;
    }
}

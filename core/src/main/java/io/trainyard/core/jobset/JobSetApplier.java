package io.trainyard.core.jobset;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.ApplyException;
import io.trainyard.core.apply.Confirmation;
import io.trainyard.core.apply.Coverage;
import io.trainyard.core.apply.FieldOwnership;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.spi.model.TrainJob;
import java.net.HttpURLConnection;
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

        /** It cannot be applied yet: an old JobSet is on its way out. Look again. */
        record Waiting() implements Result {}
    }

    private static final int MAX_REMEMBERED = 100_000;

    private final KubeApi api;
    private final ObservedJobSets jobSets;
    private final ServiceConflicts services;
    private final FieldOwnership ownership;
    private final Map<String, Sent> sent = new HashMap<>();

    /** The last body that was sent to a suspended JobSet, by its hash, and whether only a part of it was accepted, or stored as it was sent. */
    private record Sent(int body, boolean narrowed) {}

    public JobSetApplier(KubeApi api, ObservedJobSets jobSets, ServiceConflicts services) {
        this.api = api;
        this.jobSets = jobSets;
        this.services = services;
        this.ownership = new FieldOwnership(api);
    }

    /**
     * Applies.
     *
     * @param confirmation asked before anything is written
     * @return fails with {@link ApplyException} for a JobSet of somebody else, with {@link StaleViewException} when the JobSet or the TrainJob is not what
     *     it seemed to be, or with {@link ApiFailure}
     */
    public Uni<Result> apply(TrainJob trainJob, JobSet desired, Confirmation confirmation) {
        return apply(trainJob, desired, jobSets.existing(trainJob), confirmation, true);
    }

    private Uni<Result> apply(
            TrainJob trainJob,
            JobSet desired,
            Optional<JobSet> existing,
            Confirmation confirmation,
            boolean mayCreate) {
        JobSetPlan plan = JobSetPlan.decide(trainJob, existing);
        if (plan instanceof JobSetPlan.Create) {
            if (!mayCreate) {
                return Uni.createFrom().item(new Result.Waiting());
            }
            Optional<String> taken = services.nameTakenFrom(desired);
            return taken.isPresent()
                    ? Uni.createFrom().item(new Result.NameTaken(taken.get()))
                    : create(trainJob, desired, confirmation);
        }
        if (plan instanceof JobSetPlan.WaitForCollection) {
            return Uni.createFrom().item(new Result.Waiting());
        }
        if (plan instanceof JobSetPlan.Foreign foreign) {
            return Uni.createFrom().failure(new ApplyException(foreign.message()));
        }
        JobSet seen = existing.orElseThrow();
        if (seen.isMarkedForDeletion()) {
            return Uni.createFrom().item(new Result.Waiting());
        }
        return plan instanceof JobSetPlan.Apply && differs(desired, seen)
                ? confirmation
                        .confirm()
                        .chain(() -> StaleViewException.insteadOfConflict(change(trainJob, desired, seen)))
                : Uni.createFrom().item(new Result.Unchanged());
    }

    /**
     * Creates and never overwrites: an unknown JobSet of this name answers 409 and is then looked at. Before it is changed for the
     * first time, {@link FieldOwnership} sees to it that later applies remove what they no longer say.
     */
    private Uni<Result> create(TrainJob trainJob, JobSet desired, Confirmation confirmation) {
        return confirmation
                .confirm()
                .chain(() -> api.create(desired))
                .map(created -> {
                    boolean altered = desired.suspended() && isAltered(created, desired);
                    jobSets.wrote(JobSetReducer.reduce(created));
                    remember(created, desired, altered);
                    return (Result) new Result.Created();
                })
                .onFailure(JobSetApplier::isKindMissing)
                .invoke(jobSets::kindMissing)
                .onFailure(ApiFailure.Kind.ALREADY_EXISTS::isOf)
                .recoverWithUni(exists -> get(desired)
                        .invoke(found -> found.ifPresent(jobSets::read))
                        .chain(found -> apply(trainJob, desired, found, confirmation, false)));
    }

    /** Webhooks of others have a say in what a JobSet looks like: made anew it would look the same. */
    private static boolean isAltered(JobSet stored, JobSet desired) {
        return !MutableParts.of(
                        Objects.requireNonNull(desired.getSpec()),
                        Objects.requireNonNullElse(stored.getSpec(), Map.of()))
                .ignored()
                .isEmpty();
    }

    private Uni<Optional<JobSet>> get(JobSet jobSet) {
        return api.get(
                JobSet.class,
                jobSet.getMetadata().getNamespace(),
                jobSet.getMetadata().getName());
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

    /** Decides again by the JobSet as it is now, and changes no other state of it: what was seen may be old. */
    private Uni<Result> change(TrainJob trainJob, JobSet desired, JobSet seen) {
        return get(seen).chain(found -> {
            if (found.isEmpty()) {
                jobSets.missed(seen);
                return Uni.createFrom().failure(new StaleViewException(seen + " has just been deleted"));
            }
            JobSet live = found.get();
            boolean wanted = JobSetPlan.decide(trainJob, found) instanceof JobSetPlan.Apply
                    && !live.isMarkedForDeletion()
                    && differs(desired, live);
            if (!wanted) {
                jobSets.read(JobSetReducer.reduce(live));
                return Uni.createFrom().failure(new StaleViewException(seen + " has just been changed"));
            }
            return ownership.take(live).chain(preconditions -> applyWhole(desired, preconditions)
                    .onFailure(
                            failure -> ApiFailure.Kind.INVALID.isOf(failure) || ApiFailure.Kind.FORBIDDEN.isOf(failure))
                    .recoverWithUni(refusal -> {
                        if (!seen.hasStarted() && live.hasStarted()) {
                            // It was built for a JobSet that could still be made anew.
                            jobSets.read(JobSetReducer.reduce(live));
                            return Uni.createFrom().failure(new StaleViewException(seen + " has just started"));
                        }
                        return changeWhatMayChange(desired, live, preconditions, refusal);
                    }));
        });
    }

    private Uni<Result> applyWhole(JobSet desired, Preconditions preconditions) {
        return api.apply(desired, preconditions).map(applied -> {
            boolean altered = desired.suspended() && isAltered(applied, desired);
            jobSets.wrote(JobSetReducer.reduce(applied));
            remember(applied, desired, altered);
            return new Result.Applied(List.of());
        });
    }

    /** Suspending and resuming must never fail because something else cannot change any more. */
    private Uni<Result> changeWhatMayChange(
            JobSet desired, JobSet live, Preconditions preconditions, Throwable refusal) {
        MutableParts parts = MutableParts.of(desired, live);
        if (parts.ignored().isEmpty()) {
            // Nothing immutable was asked for, so the refusal means something else.
            return Uni.createFrom().failure(refusal);
        }
        if (isAsSent(desired, live)) {
            // Nobody asks for something else than when it was made, so nothing is kept from anybody.
            return changeOnly(parts, desired, preconditions).replaceWith(new Result.Applied(List.of()));
        }
        return live.suspended() && !live.hasStarted()
                ? replace(live, preconditions)
                : changeOnly(parts, desired, preconditions);
    }

    private boolean isAsSent(JobSet desired, JobSet live) {
        @Nullable Sent last = sent.get(live.getMetadata().getUid());
        return last != null && last.narrowed() && last.body() == body(desired) && !live.hasStarted();
    }

    /** Nothing is lost with a JobSet that never started; a later reconcile creates it as it should be. */
    private Uni<Result> replace(JobSet live, Preconditions preconditions) {
        return api.delete(
                        JobSet.class,
                        live.getMetadata().getNamespace(),
                        live.getMetadata().getName(),
                        preconditions)
                .replaceWith(new Result.Waiting());
    }

    private Uni<Result> changeOnly(MutableParts parts, JobSet desired, Preconditions preconditions) {
        JobSet narrowed = new JobSet();
        narrowed.setMetadata(desired.getMetadata());
        narrowed.setSpec(parts.spec());
        return api.apply(narrowed, preconditions).map(applied -> {
            jobSets.wrote(JobSetReducer.reduce(applied));
            remember(applied, desired, true);
            return new Result.Applied(parts.ignored());
        });
    }

    /**
     * Takes away the pods of a TrainJob that is suspended and cannot be built: whoever wants it to stop need not mend it first.
     *
     * @param confirmation asked before anything is written
     * @return fails with {@link StaleViewException} when the JobSet or the TrainJob is not what it seemed to be, or with {@link ApiFailure}
     */
    public Uni<Void> suspend(TrainJob trainJob, Confirmation confirmation) {
        return isToBeSuspended(trainJob)
                ? follow(trainJob, confirmation)
                : Uni.createFrom().voidItem();
    }

    /**
     * Suspends or resumes the JobSet of a TrainJob as that asks, and changes nothing else of it.
     *
     * @param confirmation asked before anything is written
     * @return as {@link #suspend}
     */
    public Uni<Void> follow(TrainJob trainJob, Confirmation confirmation) {
        boolean suspended = isToBeSuspended(trainJob);
        Optional<JobSet> seen = jobSets.controlled(trainJob).filter(known -> canBecome(suspended, known));
        return seen.isEmpty()
                ? Uni.createFrom().voidItem()
                : confirmation.confirm().chain(() -> get(seen.get())).chain(found -> found.filter(
                                live -> JobSetPlan.isControlledBy(live, trainJob) && canBecome(suspended, live))
                        .map(live -> switchTo(suspended, live))
                        .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private static boolean isToBeSuspended(TrainJob trainJob) {
        return trainJob.getSpec() != null && trainJob.getSpec().isSuspended();
    }

    private static boolean canBecome(boolean suspended, JobSet jobSet) {
        return jobSet.suspended() != suspended && !jobSet.hasEnded() && !jobSet.isMarkedForDeletion();
    }

    private Uni<Void> switchTo(boolean suspended, JobSet live) {
        Map<String, Object> patch = Map.of(
                "metadata",
                Map.of("resourceVersion", live.getMetadata().getResourceVersion()),
                "spec",
                Map.of("suspend", suspended));
        return StaleViewException.insteadOfConflict(api.mergePatch(
                        JobSet.class,
                        live.getMetadata().getNamespace(),
                        live.getMetadata().getName(),
                        patch))
                .invoke(switched -> jobSets.wrote(JobSetReducer.reduce(switched)))
                .replaceWithVoid();
    }

    /** Deletes the JobSet of a TrainJob, if there is one; see {@link Confirmation} for who has to be asked before. */
    public Uni<Void> delete(TrainJob trainJob) {
        Optional<JobSet> seen = jobSets.controlled(trainJob);
        if (seen.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return get(seen.get()).chain(found -> {
            if (found.filter(live -> JobSetPlan.isControlledBy(live, trainJob)).isEmpty()) {
                return Uni.createFrom().voidItem();
            }
            JobSet live = found.get();
            return StaleViewException.insteadOfConflict(api.delete(
                            JobSet.class,
                            live.getMetadata().getNamespace(),
                            live.getMetadata().getName(),
                            Preconditions.of(live)))
                    .replaceWithVoid();
        });
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

    /** Whether it is suspended does not count: that is compared anyway, and changes without anything else. */
    private static int body(JobSet desired) {
        Map<String, Object> spec = new HashMap<>(Objects.requireNonNull(desired.getSpec()));
        spec.remove("suspend");
        return Objects.hash(
                spec, desired.getMetadata().getLabels(), desired.getMetadata().getAnnotations());
    }

    /** An API server that knows the kind gives a reason, such as that the namespace is missing. While a kind is being removed nothing of it can be created. */
    private static boolean isKindMissing(Throwable failure) {
        return failure instanceof ApiFailure api
                && (api.code() == HttpURLConnection.HTTP_BAD_METHOD
                        || (api.kind() == ApiFailure.Kind.NOT_FOUND
                                && api.reason().isEmpty()));
    }
}

package io.trainyard.core.reconcile;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.Confirmation;
import io.trainyard.core.apply.ObjectApplier;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.events.EventRecorder;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.JobSetApplier;
import io.trainyard.core.jobset.JobSetResizer;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.jobset.ServiceConflicts;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.manifest.ObjectSize;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.runtime.RuntimeResolver;
import io.trainyard.core.runtime.UntrustedSnapshotException;
import io.trainyard.core.status.BuildReport;
import io.trainyard.core.status.Observation;
import io.trainyard.core.status.Observation.JobSetPresence;
import io.trainyard.core.status.StatusCalculator;
import io.trainyard.core.status.StatusDecision;
import io.trainyard.core.view.JobState;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.result.TerminalState;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles one TrainJob: builds and applies what should exist, then writes the status, tells the user, and deletes what is overdue. Lives on the
 * event loop; many keys are reconciled at once, each by one reconcile at a time.
 */
public final class TrainJobReconciler {
    private static final Logger LOG = LoggerFactory.getLogger(TrainJobReconciler.class);

    /** Kinds of runtimes that we serve, as keys of the registry. */
    private static final Set<String> RUNTIME_KINDS = Set.of(
            TrainerApi.TRAINING_RUNTIME + "." + TrainerApi.GROUP,
            TrainerApi.CLUSTER_TRAINING_RUNTIME + "." + TrainerApi.GROUP);

    /** How often nodes are counted of an elastic job some of whose nodes are missing. */
    private static final Duration ELASTIC_RECOUNT = Duration.ofSeconds(10);

    private final KubeApi api;
    private final TimeSource time;
    private final OwnWrites<TrainJob> trainJobs;
    private final ObservedJobSets jobSets;
    private final RuntimeResolver runtimes;
    private final TrainJobCompiler compiler;
    private final Function<TrainJob, Optional<TerminalState>> terminalState;
    private final LiveTrainJobs live;
    private final JobSetApplier applier;
    private final ComponentDeployer deployer;
    private final EventRecorder events;
    private final JobEvents jobEvents;
    private final TrainingJobs trainingJobs;
    private final CounterWrites counters;
    private final UntrustedSnapshots untrustedSnapshots;
    private final SizeLimits sizes;
    private final boolean resourcesReady;

    /**
     * The loop's view of the cluster and its tools; see the types of the parameters.
     *
     * @param terminalState how a TrainJob goes; empty when nothing is known of it
     * @param listener told of what is written and what is not
     * @param sizes how large a TrainJob may be
     * @param resourcesReady whether a status tells, by a condition, that objects cannot be built or applied
     */
    public TrainJobReconciler(
            KubeApi api,
            TimeSource time,
            OwnWrites<TrainJob> trainJobs,
            ObservedJobSets jobSets,
            ServiceConflicts services,
            RuntimeResolver runtimes,
            TrainJobCompiler compiler,
            Function<TrainJob, Optional<TerminalState>> terminalState,
            ObjectApplier objects,
            InPlaceScaling scaling,
            EventRecorder events,
            ReconcileListener listener,
            SizeLimits sizes,
            boolean resourcesReady) {
        this.api = api;
        this.time = time;
        this.trainJobs = trainJobs;
        this.jobSets = jobSets;
        this.runtimes = runtimes;
        this.compiler = compiler;
        this.terminalState = terminalState;
        this.live = new LiveTrainJobs(api, trainJobs);
        this.applier = new JobSetApplier(api, jobSets, services);
        this.deployer = new ComponentDeployer(
                jobSets,
                applier,
                new JobSetResizer(api, jobSets, scaling, time),
                objects,
                compiler.gangs(),
                listener,
                time);
        this.events = events;
        this.jobEvents = new JobEvents(api, events, time);
        this.trainingJobs = new TrainingJobs(api);
        this.counters = new CounterWrites(time);
        this.untrustedSnapshots = new UntrustedSnapshots(runtimes, jobSets, applier, events);
        this.sizes = sizes;
        this.resourcesReady = resourcesReady;
    }

    /** Reconciles the TrainJob of this key once. Never fails: a failure is an outcome. */
    public Uni<Outcome> reconcile(ResourceKey key) {
        return Uni.createFrom().deferred(() -> reconcileNow(key));
    }

    private Uni<Outcome> reconcileNow(ResourceKey key) {
        Optional<TrainJob> found = trainJobs.find(key);
        if (found.isEmpty() || !isOurs(found.get())) {
            jobEvents.succeeded(key);
            jobEvents.forget(key);
            jobSets.forgetFinalState(key);
            return Uni.createFrom()
                    .item(
                            trainJobs.isUnconfirmed(key)
                                    ? Outcome.requeueAfter(OwnWrites.UNCONFIRMED_RECHECK)
                                    : Outcome.done());
        }
        TrainJob trainJob = found.get();
        return build(trainJob)
                .onFailure(failure -> !(failure instanceof StaleViewException))
                .recoverWithUni(failure -> unbuilt(trainJob, failure))
                .chain(built -> conclude(trainJob, built))
                .onFailure(StaleViewException.class)
                .recoverWithItem(stale -> {
                    LOG.atDebug().addKeyValue("trainJob", key).log("requeued: {}", stale.getMessage());
                    return Outcome.requeue();
                });
    }

    /** Jobs of other controllers, and jobs that are being deleted, are left alone. */
    private static boolean isOurs(TrainJob trainJob) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        return spec != null && spec.isManagedByTrainer() && !trainJob.isMarkedForDeletion();
    }

    private static boolean isSupported(TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        return reference != null && RUNTIME_KINDS.contains(reference.registryKey());
    }

    /** Makes everything exist as it should. A job whose JobSet ended and was deleted before we looked is not built again. */
    private Uni<BuildResult> build(TrainJob trainJob) {
        if (!isSupported(trainJob)
                || StatusCalculator.isFinal(trainJob.statusOrEmpty())
                || (jobSets.controlled(trainJob).isEmpty()
                        && jobSets.finalState(trainJob).isPresent())) {
            return Uni.createFrom().item(BuildResult.skipped());
        }
        Optional<String> tooLarge = sizes.ofTrainJob(ObjectSize.of(trainJob.getMetadata(), trainJob.getSpec()));
        if (tooLarge.isPresent()) {
            return Uni.createFrom().failure(new InvalidTrainJobException("spec: " + tooLarge.get()));
        }
        return runtimes.resolve(trainJob)
                .chain(runtime -> compiler.compile(trainJob, runtime.definition(), jobSets.controlled(trainJob))
                        .chain(compiled -> deploy(trainJob, runtime, compiled)))
                .onFailure(UntrustedSnapshotException.class)
                .recoverWithUni(failure -> untrustedSnapshots.goOn(trainJob, failure, live.confirmationOf(trainJob)));
    }

    /** A TrainJob that cannot be built can still be suspended. */
    private Uni<BuildResult> unbuilt(TrainJob trainJob, Throwable failure) {
        return applier.suspend(trainJob, live.confirmationOf(trainJob))
                .onFailure(refusal -> !(refusal instanceof StaleViewException))
                .recoverWithItem(refusal -> {
                    LOG.atWarn().addKeyValue("trainJob", trainJob.key()).log("not suspended: {}", refusal.getMessage());
                    return null;
                })
                .replaceWith(() -> BuildResult.failed(failure));
    }

    /**
     * Who makes the snapshot of a TrainJob is the first to build it, whatever the caches say, so nobody needs to ask whether it is still to be
     * built. Otherwise it may be gone or have ended, and that is asked for before the first write.
     */
    private Uni<BuildResult> deploy(TrainJob trainJob, RuntimeResolver.Resolved runtime, CompiledJob compiled) {
        boolean first = runtime.live().isPresent()
                && live.isNew(trainJob)
                && jobSets.existing(trainJob).isEmpty();
        Confirmation confirmation = first ? Confirmation.NOT_NEEDED : live.confirmationOf(trainJob);
        Uni<Void> ready = runtime.live().isPresent()
                ? confirmation
                        .confirm()
                        .invoke(() -> live.building(trainJob))
                        .chain(() -> runtimes.keep(trainJob, runtime))
                : Uni.createFrom().voidItem();
        return ready.chain(() -> deployer.deploy(trainJob, compiled, confirmation));
    }

    /** Whatever came of building: the status is calculated and written, and the user is told. */
    private Uni<Outcome> conclude(TrainJob trainJob, BuildResult built) {
        @Nullable Throwable failure = built.failure();
        BuildReport report =
                failure == null ? jobEvents.succeeded(trainJob.key()) : jobEvents.failed(trainJob, failure);
        BuildReport told = resourcesReady ? report : report.withoutCondition();
        built.events().forEach(event -> events.record(trainJob, event));
        return built.compiled()
                .map(compiled -> trainingJobs.of(compiled.info(), jobSets.controlled(trainJob)))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty()))
                .chain(training -> conclude(trainJob, built, training, told));
    }

    private Uni<Outcome> conclude(
            TrainJob trainJob, BuildResult built, Optional<Observation.Training> training, BuildReport told) {
        @Nullable Throwable failure = built.failure();
        StatusDecision decision;
        try {
            decision = StatusCalculator.calculate(observe(trainJob, training, told), time.now());
        } catch (RuntimeException undecided) {
            // A vendor's plugin was asked whether the job has ended, and failed. Nobody else knows, so the status stays
            // as it is.
            jobEvents.failed(trainJob, undecided);
            return Uni.createFrom().item(FailurePolicy.outcome(failure == null ? undecided : failure));
        }
        Optional<Duration> delay = counters.delay(trainJob, decision);
        if (delay.isPresent()) {
            return Uni.createFrom().item(outcome(trainJob, built, decision, delay));
        }
        Optional<String> jobSet = jobSets.controlled(trainJob)
                .or(() -> jobSets.finalState(trainJob))
                .map(last -> last.getMetadata().getUid());
        // Before the status is written: nothing is built after that.
        return end(trainJob, built, decision)
                .chain(() -> write(trainJob, decision))
                .invoke(() -> {
                    if (failure == null) {
                        jobEvents.forget(trainJob.key());
                    }
                    if (decision.status().isFinished()) {
                        jobSets.forgetFinalState(trainJob.key());
                    }
                })
                // Told before the deletion: once the status is written no later reconcile sees the transition, and a
                // deletion may fail.
                .chain(() -> jobEvents.record(trainJob, jobSet, decision.events()))
                .chain(() -> decision.deleteJobSet()
                        ? applier.delete(trainJob)
                        : Uni.createFrom().voidItem())
                .map(done -> outcome(trainJob, built, decision, Optional.empty()))
                .onFailure(writing -> !(writing instanceof StaleViewException))
                .recoverWithItem(writing -> {
                    if (FailurePolicy.isRefusal(writing)) {
                        // Nobody else tells the user that his pods run on, or that his status stands still.
                        jobEvents.failed(trainJob, writing);
                    } else {
                        LOG.atWarn()
                                .addKeyValue("trainJob", trainJob.key())
                                .log("status or deletion failed: {}", writing.getMessage());
                    }
                    return FailurePolicy.outcome(failure == null ? writing : failure);
                });
    }

    /** What must not outlive the job goes when it ends. That the job has ended is told all the same where somebody does not permit that. */
    private Uni<Void> end(TrainJob trainJob, BuildResult built, StatusDecision decision) {
        return decision.status().isFinished() && built.compiled().isPresent()
                ? deployer.end(built.compiled().get(), live.confirmationOf(trainJob))
                        .onFailure(FailurePolicy::isRefusal)
                        .recoverWithItem(refusal -> {
                            jobEvents.failed(trainJob, refusal);
                            return null;
                        })
                : Uni.createFrom().voidItem();
    }

    private Observation observe(TrainJob trainJob, Optional<Observation.Training> training, BuildReport told) {
        Optional<JobSet> jobSet = jobSets.controlled(trainJob);
        JobSetPresence presence = jobSet.isEmpty()
                ? JobSetPresence.ABSENT
                : jobSet.get().isMarkedForDeletion() ? JobSetPresence.BEING_DELETED : JobSetPresence.PRESENT;
        boolean supported = isSupported(trainJob);
        return new Observation(
                trainJob,
                supported,
                supported ? terminalState.apply(trainJob) : Optional.empty(),
                presence,
                training,
                told);
    }

    private Uni<Void> write(TrainJob trainJob, StatusDecision decision) {
        if (decision.patch().isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return patch(trainJob, decision.patch().get())
                .invoke(written -> counters.wrote(trainJob, decision))
                .onFailure(ApiFailure.Kind.CONFLICT::isOf)
                .recoverWithUni(conflict -> live.refresh(trainJob).chain(() -> Uni.createFrom()
                        .failure(new StaleViewException(String.valueOf(conflict.getMessage())))))
                // The TrainJob was deleted in the meantime: nobody misses its status.
                .onFailure(ApiFailure.Kind.NOT_FOUND::isOf)
                .recoverWithItem(() -> {
                    trainJobs.missed(trainJob);
                    return null;
                });
    }

    /** Calculated from this state, and meant for nothing else: not for one in which the job has ended, not for another job of the same name. */
    private Uni<Void> patch(TrainJob trainJob, Map<String, Object> changes) {
        Map<String, Object> patch = new LinkedHashMap<>(changes);
        // The API server ignores a uid here.
        patch.put("metadata", Map.of("resourceVersion", trainJob.getMetadata().getResourceVersion()));
        return api.mergePatchStatus(
                        TrainJob.class,
                        trainJob.getMetadata().getNamespace(),
                        trainJob.getMetadata().getName(),
                        patch)
                .invoke(written -> remember(trainJob, written))
                .replaceWithVoid();
    }

    /**
     * Says in the status of a TrainJob what it waits for. Never fails: while reconciles are faster they know better.
     *
     * @param trainJob its newest state
     * @param state the phase and what it waits for; null where nothing is to be said
     */
    public Uni<Void> tell(TrainJob trainJob, JobState phase, @Nullable String state) {
        Map<String, Object> status = new HashMap<>();
        status.put("phase", phase.text());
        status.put("state", state);
        return patch(trainJob, Map.of("status", status)).onFailure().recoverWithItem(failure -> {
            LOG.atDebug().addKeyValue("trainJob", trainJob.key()).log("state not written: {}", failure.getMessage());
            return null;
        });
    }

    /** Where the answer carries a spec that this reconcile has not seen, its event must still lead to another: the watch may tell only the last state. */
    private void remember(TrainJob seen, TrainJob written) {
        boolean sameSpec = Objects.equals(
                        seen.getMetadata().getUid(), written.getMetadata().getUid())
                && Objects.equals(
                        seen.getMetadata().getGeneration(),
                        written.getMetadata().getGeneration());
        if (sameSpec && seen.isMarkedForDeletion() == written.isMarkedForDeletion()) {
            trainJobs.wrote(written);
        } else {
            trainJobs.read(written);
        }
    }

    private Outcome outcome(
            TrainJob trainJob, BuildResult built, StatusDecision decision, Optional<Duration> statusDelay) {
        if (built.failure() != null && !decision.status().isFinished()) {
            return FailurePolicy.outcome(built.failure());
        }
        return Stream.of(
                        built.requeueAfter(),
                        decision.requeueAfter(),
                        statusDelay,
                        recheckUnconfirmed(trainJob, decision),
                        recount(trainJob, built))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .map(Outcome::requeueAfter)
                .orElse(Outcome.done());
    }

    /** Nothing tells that one node more is ready of a job that trains without all of them. */
    private Optional<Duration> recount(TrainJob trainJob, BuildResult built) {
        return built.compiled()
                .flatMap(compiled -> compiled.info().trainerPodSet())
                .filter(podSet -> podSet.isElastic()
                        && jobSets.controlled(trainJob)
                                .filter(jobSet -> TrainingJobs.mayBePartlyReady(jobSet, podSet.name()))
                                .isPresent())
                .map(partly -> ELASTIC_RECOUNT);
    }

    /** What somebody deletes before the watch has told us of it leaves no event, and is believed to be there for a while. */
    private Optional<Duration> recheckUnconfirmed(TrainJob trainJob, StatusDecision decision) {
        boolean unconfirmed = jobSets.isUnconfirmed(trainJob) || runtimes.isUnconfirmed(trainJob);
        return unconfirmed && !decision.status().isFinished()
                ? Optional.of(OwnWrites.UNCONFIRMED_RECHECK)
                : Optional.empty();
    }
}

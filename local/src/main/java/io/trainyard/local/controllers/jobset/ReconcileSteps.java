package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.controllers.jobset.Change.CreateClaim;
import io.trainyard.local.controllers.jobset.Change.CreateJob;
import io.trainyard.local.controllers.jobset.Change.CreateService;
import io.trainyard.local.controllers.jobset.Change.DeleteJob;
import io.trainyard.local.controllers.jobset.Change.DeleteJobSet;
import io.trainyard.local.controllers.jobset.Change.PatchJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One reconcile of one JobSet, in the order of the real controller: count, clean up when finished, delete what an earlier attempt has left, then the failure
 * policy, the success policy, and only then create, suspend or resume. A step that decides the JobSet ends the reconcile.
 */
final class ReconcileSteps {
    private final JobSet set;
    private final ObservedState observed;
    private final JobSetFeatureGates features;
    private final Instant now;
    private final ChildJobs jobs;
    private final Map<String, ReplicatedJobStatus> states;
    private final StatusDraft draft;
    private final StartOrder order;
    private final List<Change> changes = new ArrayList<>();

    private ReconcileSteps(JobSet set, ObservedState observed, JobSetFeatureGates features, Instant now) {
        this.set = set;
        this.observed = observed;
        this.features = features;
        this.now = now;
        Map<String, ReplicatedJobStatus> recorded = ReplicatedJobStatus.recorded(set);
        jobs = ChildJobs.of(set, observed.jobs(), recorded);
        states = ReplicatedJobStatus.counted(set, jobs, recorded);
        draft = new StatusDraft(set, states, now);
        order = new StartOrder(set, states);
    }

    /**
     * Decides what the controller does about a JobSet.
     *
     * @param restarts how JobSets restart; empty for as they are written
     */
    static Decision decide(
            ObservedState observed, JobSetFeatureGates features, Optional<RestartLimit> restarts, Instant now) {
        JobSet set = JobSet.of(
                restarts.map(limit -> limit.applyTo(observed.jobSet())).orElseGet(observed::jobSet));
        return set.isBeingDeleted() || set.isForeign()
                ? Decision.NOTHING
                : new ReconcileSteps(set, observed, features, now).run();
    }

    private Decision run() {
        Optional<Instant> finished = set.finished();
        if (finished.isPresent()) {
            delete(jobs.active());
            return end(cleanUp(finished.get()));
        }
        delete(jobs.previous());
        if (!set.isSuspended() && everythingIsReady()) {
            draft.setNotRestarting("JobsReady", "all jobs are ready");
        }
        if (!jobs.failed().isEmpty()) {
            FailurePolicy.apply(set, jobs.failed(), draft);
            return end(Optional.empty());
        }
        if (!jobs.successful().isEmpty() && SuccessPolicy.isSatisfied(set, jobs.successful())) {
            draft.complete();
            return end(Optional.empty());
        }
        createService();
        VolumeClaims.missing(set, observed.claims()).forEach(claim -> changes.add(new CreateClaim(claim)));
        if (features.elasticJobSet()) {
            jobs.active().forEach(this::resize);
        }
        createJobs();
        if (set.isSuspended()) {
            jobs.active().stream()
                    .filter(job -> !job.isSuspended())
                    .forEach(job -> changes.add(Suspension.suspend(job)));
            draft.setSuspended();
        } else {
            resume();
        }
        return end(Optional.empty());
    }

    private Decision end(Optional<Duration> requeueAfter) {
        return new Decision(changes, draft.toTree(), draft.events(), requeueAfter);
    }

    private void delete(List<ChildJob> unwanted) {
        unwanted.stream()
                .filter(job -> !job.isBeingDeleted())
                .forEach(job -> changes.add(new DeleteJob(job.name(), Tree.text(job.tree(), "metadata", "uid"))));
    }

    /** Deletes a finished JobSet when its {@code ttlSecondsAfterFinished} is over; otherwise says how long that takes. */
    private Optional<Duration> cleanUp(Instant finished) {
        long seconds = Tree.integer(-1, set.spec(), "ttlSecondsAfterFinished");
        if (seconds < 0) {
            return Optional.empty();
        }
        Duration left = Duration.between(now, finished.plusSeconds(seconds));
        if (left.isNegative() || left.isZero()) {
            changes.add(new DeleteJobSet(set.uid()));
            return Optional.empty();
        }
        return Optional.of(left);
    }

    private boolean everythingIsReady() {
        return states.values().stream()
                        .mapToInt(state -> state.ready() + state.succeeded())
                        .sum()
                == set.totalReplicas();
    }

    /** The headless service through which pods find each other; one that exists is neither adopted nor corrected. */
    private void createService() {
        if (!set.hasHostnames() || observed.services().contains(set.subdomain())) {
            return;
        }
        boolean early = !Boolean.FALSE.equals(Tree.at(set.spec(), "network", "publishNotReadyAddresses"));
        Map<String, Object> metadata = Tree.of("name", set.subdomain(), "namespace", set.namespace());
        metadata.put("ownerReferences", new ArrayList<Object>(List.of(set.ownerReference())));
        Map<String, Object> spec =
                Tree.of("clusterIP", "None", "selector", Tree.of(JobSetKeys.JOB_SET_NAME, set.name()));
        if (early) {
            // When it is false an API server does not keep it.
            spec.put("publishNotReadyAddresses", true);
        }
        changes.add(
                new CreateService(Tree.of("apiVersion", "v1", "kind", "Service", "metadata", metadata, "spec", spec)));
    }

    /** Gives an elastic job, Indexed and with as many completions as pods, the size that the template has now. */
    private void resize(ChildJob job) {
        Map<String, Object> wanted = set.replicatedJob(job.replicatedJob())
                .map(replicated -> Tree.child(replicated.template(), "spec"))
                .orElse(Map.of());
        long size = Tree.integer(-1, wanted, "completions");
        boolean sizable = size >= 0
                && size == Tree.integer(-1, wanted, "parallelism")
                && Tree.text(wanted, "completionMode").equals("Indexed");
        Map<String, Object> spec = Tree.child(job.tree(), "spec");
        if (sizable
                && (size != Tree.integer(-1, spec, "completions") || size != Tree.integer(-1, spec, "parallelism"))) {
            changes.add(new PatchJob(
                    job.name(), Tree.of("spec", Tree.of("parallelism", size, "completions", size)), false));
        }
    }

    /** Creates what is missing and may start. A job of an earlier attempt blocks its successor of the same name until it is gone. */
    private void createJobs() {
        boolean blocked = !jobs.previous().isEmpty()
                && Tree.text(set.spec(), "failurePolicy", "restartStrategy").equals("BlockingRecreate");
        boolean oneAfterTheOther = set.startsInOrder() && !set.isSuspended();
        JobBuilder builder = new JobBuilder(set, features, states);
        Set<String> taken = jobs.names();
        for (ReplicatedJob replicated : set.replicatedJobs()) {
            if (!order.mayStart(replicated) || (oneAfterTheOther && order.hasStarted(replicated))) {
                continue;
            }
            for (int index = 0; index < replicated.replicas() && !blocked; index++) {
                if (!taken.contains(JobLabels.name(set, replicated, index))) {
                    changes.add(new CreateJob(builder.build(replicated, index)));
                }
            }
            if (oneAfterTheOther) {
                draft.setStarting();
                return;
            }
        }
        if (oneAfterTheOther) {
            draft.setStarted();
        }
    }

    /** Resumes suspended jobs in the order of the specification, as far as their dependencies and the startup policy allow. */
    private void resume() {
        for (ReplicatedJob replicated : set.replicatedJobs()) {
            if (!order.mayStart(replicated) || (set.startsInOrder() && order.hasStarted(replicated))) {
                continue;
            }
            jobs.active().stream()
                    .filter(job -> job.replicatedJob().equals(replicated.name()) && job.isSuspended())
                    .forEach(job -> changes.addAll(Suspension.resume(job, replicated)));
            if (set.startsInOrder()) {
                draft.setStarting();
                return;
            }
        }
        draft.setResumed();
    }
}

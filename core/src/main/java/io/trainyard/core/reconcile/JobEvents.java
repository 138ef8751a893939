package io.trainyard.core.reconcile;

import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.ForeignObjectException;
import io.trainyard.core.events.EventRecorder;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.runtime.RuntimeNotFoundException;
import io.trainyard.core.status.BuildReport;
import io.trainyard.core.status.EventDraft;
import io.trainyard.core.why.Causes;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of a TrainJob by events, of failures in the log, too, and what a status says of building it. Lives on the event loop. */
final class JobEvents {
    private static final Logger LOG = LoggerFactory.getLogger(JobEvents.class);
    private static final int MAX_CAUSE_LENGTH = 950;
    private static final String JOB_SET_NAME = "jobset.sigs.k8s.io/jobset-name";
    private static final String JOB_SET_UID = "jobset.sigs.k8s.io/jobset-uid";

    private final KubeApi api;
    private final EventRecorder events;
    private final PassingConflicts conflicts;

    /** TrainJobs whose status says why they cannot be built or applied. */
    private final Set<ResourceKey> failing = new HashSet<>();

    JobEvents(KubeApi api, EventRecorder events, TimeSource time) {
        this.api = api;
        this.events = events;
        this.conflicts = new PassingConflicts(time);
    }

    /**
     * Records what a new status is worth; when the pods have failed, with what the first of them says. Never fails.
     *
     * @param jobSet uid of the JobSet; empty where there was none
     */
    Uni<Void> record(TrainJob trainJob, Optional<String> jobSet, List<EventDraft> drafts) {
        boolean failed = drafts.stream().anyMatch(JobEvents::isFailureOfPods);
        Uni<Optional<String>> evidence =
                failed ? evidence(trainJob, jobSet) : Uni.createFrom().item(Optional.empty());
        return evidence.invoke(found -> drafts.forEach(draft -> events.record(
                        trainJob,
                        found.isPresent() && isFailureOfPods(draft)
                                ? EventDraft.warning(draft.reason(), draft.message() + "; " + found.get())
                                : draft)))
                .replaceWithVoid();
    }

    private static boolean isFailureOfPods(EventDraft draft) {
        return draft.reason().equals(TrainerApi.CONDITION_FAILED);
    }

    /** Looks once, when a job fails, at what its pods say; JobSet's own message names only the Job. */
    private Uni<Optional<String>> evidence(TrainJob trainJob, Optional<String> jobSet) {
        FailureEvidence.Search search = new FailureEvidence.Search();
        return api.readPages(
                        Pod.class,
                        trainJob.getMetadata().getNamespace(),
                        Map.of(JOB_SET_NAME, trainJob.getMetadata().getName()),
                        page -> search.add(page.items().stream()
                                .filter(pod -> mayBeOf(pod, jobSet))
                                .toList()))
                .map(done -> search.found())
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.atInfo()
                            .addKeyValue("trainJob", trainJob.key())
                            .log("cannot look at the pods of the failed job: {}", failure.getMessage());
                    return Optional.empty();
                });
    }

    /** Pods of an earlier JobSet of that name may take minutes to end. */
    private static boolean mayBeOf(Pod pod, Optional<String> jobSet) {
        return Optional.ofNullable(pod.getMetadata().getLabels())
                .map(labels -> labels.get(JOB_SET_UID))
                .filter(uid -> !jobSet.orElse(uid).equals(uid))
                .isEmpty();
    }

    /** The objects of a TrainJob are as they should be, or there is nothing left to build. */
    BuildReport succeeded(ResourceKey key) {
        conflicts.forget(key);
        return failing.contains(key) ? BuildReport.MENDED : BuildReport.FINE;
    }

    /** The status says no more of a failure, or is gone. */
    void forget(ResourceKey key) {
        failing.remove(key);
    }

    /** Tells of a failure, unless it passes by itself. */
    BuildReport failed(TrainJob trainJob, Throwable failure) {
        // The TrainJob goes with its namespace, and nothing can be created there any more, not even an event.
        if (ApiFailure.Kind.NAMESPACE_TERMINATING.isOf(failure)) {
            LOG.atDebug().addKeyValue("trainJob", trainJob.key()).log("not built: its namespace is being deleted");
            return BuildReport.UNCHANGED;
        }
        if (conflicts.isPassing(trainJob.key(), failure)) {
            LOG.atDebug()
                    .addKeyValue("trainJob", trainJob.key())
                    .log("somebody else was faster, trying again: {}", failure.getMessage());
            return BuildReport.UNCHANGED;
        }
        String cause = String.valueOf(failure.getMessage());
        String shown = cut(cause);
        String told = failure instanceof RuntimeNotFoundException missing ? cut(missing.withKnown()) : shown;
        events.record(
                trainJob,
                failure instanceof ForeignObjectException foreign
                                && !foreign.reason().isEmpty()
                        ? EventDraft.warning(foreign.reason(), told)
                        : EventDraft.warning(
                                "TrainJobResourcesCreationFailed",
                                "TrainJob resources reconciliation failed: " + told));
        if (FailurePolicy.isUserError(failure)) {
            LOG.atInfo().addKeyValue("trainJob", trainJob.key()).log("not built: {}", cause);
        } else {
            LOG.atError()
                    .addKeyValue("trainJob", trainJob.key())
                    .setCause(failure)
                    .log("not built: {}", cause);
        }
        BuildReport report = FailurePolicy.report(failure, shown);
        if (!FailurePolicy.isAnswer(failure)) {
            return report;
        }
        failing.add(trainJob.key());
        return report.in(Causes.ofFailure(shown, trainJob.getMetadata().getNamespace()));
    }

    private static String cut(String text) {
        return text.length() <= MAX_CAUSE_LENGTH ? text : text.substring(0, MAX_CAUSE_LENGTH) + " ...";
    }
}

package io.trainyard.launcher.why;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.trainyard.core.inspect.Belongings;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.why.Causes;
import io.trainyard.core.why.FirstFailure;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.failure.FailureCause;
import io.trainyard.launcher.run.failure.RootCause;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.spi.model.TrainJob;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a run has left in its folder: objects as they were at its end, and logs. */
final class FinishedRun {
    private static final int LAST_LINES = 20;

    private FinishedRun() {}

    /**
     * Reads a TrainJob of the run.
     *
     * @throws CommandException when the run has left no objects, or not this one
     */
    static JobObjects read(RunFolder run, Optional<String> name, Instant now) {
        String by = stoppedBy(run);
        boolean killed = !by.isEmpty() && !Files.isDirectory(run.objects());
        RunObjects kept = killed ? RunObjects.given(run) : RunObjects.of(run);
        List<TrainJob> trainJobs = kept.all("TrainJob", TrainJob.class);
        if (trainJobs.isEmpty()) {
            throw wrong("the run " + run.id() + " was cut off before it wrote down its objects; see " + run.log());
        }
        TrainJob trainJob = JobFinder.choose(trainJobs, name, "the run " + run.id());
        String jobSet = trainJob.getMetadata().getName();
        JobObjects objects = JobObjects.of(trainJob, now)
                .withJobSet(kept.all("JobSet", JobSet.class).stream()
                        .filter(each -> each.getMetadata().getName().equals(jobSet))
                        .findFirst())
                .withJobs(ofJobSet(kept.all("Job", Job.class), jobSet))
                .withPods(ofJobSet(kept.all("Pod", Pod.class), jobSet))
                .withLastLines(lastLines(new LogFiles(run.pods())));
        JobObjects known = objects.withEvents(Belongings.events(objects, kept.all("Event", Event.class)));
        return known.withTold(cause(run, known, by));
    }

    /** What the run found at its end, in its own words. */
    private static Cause cause(RunFolder run, JobObjects objects, String by) {
        String name = objects.trainJob().getMetadata().getName();
        Optional<KeptCause> kept = KeptCause.read(run, key(objects));
        if (kept.isPresent()) {
            boolean newest = run.state().candidates(name).equals(List.of(run));
            return kept.get().withCommand(newest ? name : run.id());
        }
        if (!by.isEmpty() && JobSummaries.of(objects.trainJob()).state() != JobState.COMPLETE) {
            return Cause.of(Cause.Kind.STOPPED, "it was stopped by " + by + "; it has not failed", List.of(), "");
        }
        Cause cause = Causes.of(objects);
        // There is no cluster that could be asked.
        return cause.kind() == Cause.Kind.FAILED || cause.kind() == Cause.Kind.CONTAINER_FAILED
                ? new Cause(
                        cause.kind(),
                        cause.message(),
                        cause.evidence(),
                        "look at what happened: " + run.events(),
                        cause.failure())
                : cause;
    }

    private static String stoppedBy(RunFolder run) {
        return run.read().map(RunStatus::stoppedBy).orElse("");
    }

    private static String key(JobObjects objects) {
        return objects.trainJob().getMetadata().getNamespace() + "/"
                + objects.trainJob().getMetadata().getName();
    }

    /**
     * The same TrainJob of a service, whose logs outlive its pods. Of one that has not failed nothing needs to be told; of one that nobody followed to its end, the error
     * is looked for in the logs.
     */
    static JobObjects ofService(RunFolder service, JobObjects objects) {
        JobSummary summary = JobSummaries.of(objects.trainJob());
        if (summary.state() != JobState.FAILED) {
            return objects;
        }
        return KeptCause.read(service, key(objects))
                // An earlier TrainJob may have had the name.
                .filter(kept -> !kept.at().isBefore(summary.created()))
                .or(() -> found(service, objects))
                .map(kept ->
                        objects.withTold(kept.withCommand("service/" + summary.namespace() + "/" + summary.name())))
                .orElse(objects);
    }

    /** In the logs of all nodes, those included whose pods were stopped and are gone; of a node that was started again, in the last one. */
    private static Optional<KeptCause> found(RunFolder run, JobObjects objects) {
        Map<String, NodeLog> logs = new LinkedHashMap<>();
        for (LogFiles.LogFile file : new LogFiles(run.pods()).list()) {
            NodeLog.of(file, objects)
                    .ifPresent(log -> logs.merge(log.node() + "/" + file.container(), log, NodeLog::newer));
        }
        Optional<String> first = FirstFailure.of(objects).map(FailedContainer::pod);
        Set<String> succeeded = objects.pods().stream()
                .filter(each -> each.getStatus() != null
                        && "Succeeded".equals(each.getStatus().getPhase()))
                .map(each -> each.getMetadata().getName())
                .collect(Collectors.toSet());
        Optional<RootCause> root = RootCause.of(logs.values().stream()
                .filter(log -> !succeeded.contains(log.file().pod()))
                .sorted(Comparator.comparing(
                        (NodeLog log) -> !first.equals(Optional.of(log.file().pod()))))
                .map(NodeLog::output)
                .toList());
        return root.flatMap(found -> logs.values().stream()
                .filter(log -> log.key().equals(found.source().pod()))
                .findFirst()
                .map(log -> kept(log, log.failed(found, objects), root, objects)));
    }

    private static KeptCause kept(NodeLog log, FailedContainer failed, Optional<RootCause> root, JobObjects objects) {
        Cause cause = FailureCause.of(FailureCause.container(failed), failed, "", "", root, "");
        return new KeptCause(cause, " " + log.node(), objects.now());
    }

    private static <T extends HasMetadata> List<T> ofJobSet(List<T> objects, String jobSet) {
        return objects.stream()
                .filter(object -> object.getMetadata().getLabels() != null
                        && jobSet.equals(object.getMetadata().getLabels().get("jobset.sigs.k8s.io/jobset-name")))
                .toList();
    }

    private static Map<String, List<String>> lastLines(LogFiles logs) {
        Map<String, List<String>> lines = new HashMap<>();
        for (LogFiles.LogFile log : logs.list()) {
            lines.put(JobObjects.logKey(log.pod(), log.container()), TextFiles.lastLines(log.path(), LAST_LINES));
        }
        return lines;
    }
}

package io.trainyard.launcher.why;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.trainyard.core.inspect.Belongings;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.KeptRun;
import io.trainyard.core.why.FirstFailure;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.failure.RootCause;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.spi.model.TrainJob;
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
        RunObjects kept = RunObjects.of(run);
        List<TrainJob> trainJobs = kept.all("TrainJob", TrainJob.class);
        if (trainJobs.isEmpty()) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT,
                    "the run " + run.id() + " was cut off before it wrote down its objects; see " + run.log());
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
        return withKept(run, objects.withEvents(Belongings.events(objects, kept.all("Event", Event.class))));
    }

    /** The same TrainJob of a service, whose logs outlive its pods. Of one that has not failed nothing needs to be told. */
    static JobObjects ofService(RunFolder service, JobObjects objects) {
        JobSummary summary = JobSummaries.of(objects.trainJob());
        if (summary.state() != JobState.FAILED) {
            return objects;
        }
        String logs = "trainyard logs service/" + summary.namespace() + "/" + summary.name();
        Set<String> pods =
                objects.pods().stream().map(pod -> pod.getMetadata().getName()).collect(Collectors.toSet());
        return objects.withKept(new KeptRun(
                logs,
                logs + "; kubectl events --for trainjob/" + summary.name() + " -n " + summary.namespace(),
                rootCause(service, objects).filter(cause -> pods.contains(cause.pod()))));
    }

    /** The error that matters is the one that the run named at its end. */
    private static JobObjects withKept(RunFolder run, JobObjects objects) {
        String name = objects.trainJob().getMetadata().getName();
        boolean newest = run.state().candidates(name).equals(List.of(run));
        return objects.withKept(new KeptRun(
                "trainyard logs " + (newest ? name : run.id()), run.events().toString(), rootCause(run, objects)));
    }

    /** In the logs of all nodes, those included whose pods were stopped and are gone; of a node that was started again, in the last one. */
    private static Optional<KeptRun.RootCause> rootCause(RunFolder run, JobObjects objects) {
        Map<String, NodeLog> logs = new LinkedHashMap<>();
        for (LogFiles.LogFile file : new LogFiles(run.pods()).list()) {
            NodeLog.of(file, objects)
                    .ifPresent(log -> logs.merge(log.node() + "/" + file.container(), log, NodeLog::newer));
        }
        Optional<String> first = FirstFailure.of(objects).map(FailedContainer::pod);
        Set<String> succeeded = objects.pods().stream()
                .filter(pod -> pod.getStatus() != null
                        && "Succeeded".equals(pod.getStatus().getPhase()))
                .map(pod -> pod.getMetadata().getName())
                .collect(Collectors.toSet());
        return RootCause.of(logs.values().stream()
                        .filter(log -> !succeeded.contains(log.file().pod()))
                        .sorted(Comparator.comparing((NodeLog log) ->
                                !first.equals(Optional.of(log.file().pod()))))
                        .map(NodeLog::output)
                        .toList())
                .flatMap(found -> logs.values().stream()
                        .filter(log -> log.key().equals(found.source().pod()))
                        .findFirst()
                        .map(log -> log.cause(found)));
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

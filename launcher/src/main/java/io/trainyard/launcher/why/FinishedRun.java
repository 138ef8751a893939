package io.trainyard.launcher.why;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.view.JobObjects;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a run has left in its folder: objects as they were at its end, and logs. */
final class FinishedRun {
    private static final int LAST_LINES = 20;
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private FinishedRun() {}

    /**
     * Reads a TrainJob of the run.
     *
     * @throws CommandException when the run has left no objects, or not this one
     */
    static JobObjects read(RunFolder run, Optional<String> name, Instant now) {
        List<Map<String, Object>> trees = trees(run.objects());
        List<TrainJob> trainJobs = of(trees, "TrainJob", TrainJob.class);
        if (trainJobs.isEmpty()) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT,
                    "the run " + run.id() + " was cut off before it wrote down its objects; see " + run.log());
        }
        TrainJob trainJob = JobFinder.choose(trainJobs, name, "the run " + run.id());
        String jobSet = trainJob.getMetadata().getName();
        return JobObjects.of(trainJob, now)
                .withJobSet(of(trees, "JobSet", JobSet.class).stream()
                        .filter(each -> each.getMetadata().getName().equals(jobSet))
                        .findFirst())
                .withJobs(ofJobSet(of(trees, "Job", Job.class), jobSet))
                .withPods(ofJobSet(of(trees, "Pod", Pod.class), jobSet))
                .withLastLines(lastLines(new LogFiles(run.pods())));
    }

    private static List<Map<String, Object>> trees(Path folder) {
        List<Map<String, Object>> trees = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return trees;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                if (Yaml.parse(Files.readString(file)) instanceof Map<?, ?> tree) {
                    trees.add(Tree.object(tree));
                }
            }
        } catch (IOException | MalformedTextException unreadable) {
            throw new CommandException(
                    ExitCodes.FAILED, "cannot read " + folder + ": " + unreadable.getMessage(), unreadable);
        }
        return trees;
    }

    private static <T extends HasMetadata> List<T> of(List<Map<String, Object>> trees, String kind, Class<T> type) {
        return trees.stream()
                .filter(tree -> kind.equals(tree.get("kind")))
                .map(tree -> MAPPER.convertValue(tree, type))
                .toList();
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

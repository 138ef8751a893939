package io.trainyard.launcher.why;

import com.google.re2j.Matcher;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.StepView;
import io.trainyard.core.why.ExitCodes;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.run.failure.FailureCause;
import io.trainyard.launcher.run.failure.RootCause;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.TextFiles;
import java.util.Optional;

/**
 * What the last container of one node of a TrainJob wrote, whether or not its pod is still known.
 *
 * @param file its log
 * @param step name of the replicated job
 * @param node as users call it: the step, the number of the Job and that of the pod
 * @param index number of the pod within its Job
 */
record NodeLog(LogFiles.LogFile file, String step, String node, int index) {
    /** What comes after the name of the TrainJob and of the step in the name of a pod. */
    private static final LinearPattern NUMBERS = LinearPattern.of("-(\\d{1,9})-(\\d{1,9})-[a-z0-9]{5}(?:\\..*)?");

    /** Empty for pods of other TrainJobs, and for containers that were started again since. */
    static Optional<NodeLog> of(LogFiles.LogFile file, JobObjects objects) {
        if (!file.container().equals(file.containerName())) {
            return Optional.empty();
        }
        for (StepView step : JobDetails.steps(objects)) {
            String beginning = objects.trainJob().getMetadata().getName() + "-" + step.name();
            if (file.pod().startsWith(beginning)) {
                Matcher numbers = NUMBERS.matcher(file.pod().substring(beginning.length()));
                if (numbers.matches()) {
                    return Optional.of(new NodeLog(
                            file,
                            step.name(),
                            step.name() + "-" + numbers.group(1) + "-" + numbers.group(2),
                            Integer.parseInt(numbers.group(2))));
                }
            }
        }
        return Optional.empty();
    }

    /** The one that was written last. */
    NodeLog newer(NodeLog other) {
        return other.file.written().isBefore(file.written()) ? this : other;
    }

    /** Identifies it. */
    String key() {
        return JobObjects.logKey(file.pod(), file.container());
    }

    /** Reads it. Blocks. */
    RootCause.PodOutput output() {
        return new RootCause.PodOutput(key(), node, TextFiles.lastLines(file.path(), RootCause.MAX_LOG_LINES));
    }

    /**
     * Its container, as the one that failed first.
     *
     * @param found the error, which stands in it
     */
    FailedContainer failed(RootCause found, JobObjects objects) {
        int code = found.process()
                .map(FailureCause::exitCode)
                .or(() -> JobDetails.nodes(objects).stream()
                        .filter(each -> each.pod().equals(file.pod()))
                        .flatMap(each -> each.containers().stream())
                        .filter(each -> each.name().equals(file.container()))
                        .findFirst()
                        .flatMap(ContainerView::exitCode))
                .orElse(0);
        return new FailedContainer(
                step,
                index,
                file.pod(),
                file.container(),
                code,
                code == 0 ? "it was stopped before it had ended by itself" : ExitCodes.meaning(code, "", false),
                Optional.empty(),
                found.error().lines());
    }
}

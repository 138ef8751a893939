package io.trainyard.core.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The container that failed first over all pods of a job; what failed later mostly failed because of it.
 *
 * @param step name of its replicated job; may be empty
 * @param node number of its pod within the step, from 0
 * @param pod name of its pod
 * @param container its name
 * @param exitCode as the container ended; 0 where it was stopped, and nothing is left that tells how it ended
 * @param meaning the exit code in words, such as {@code out of memory}; never empty
 * @param ended when it ended; empty when that is not known
 * @param lastLines the end of its log or of its termination message, oldest first; empty when nothing is known
 */
public record FailedContainer(
        String step,
        int node,
        String pod,
        String container,
        int exitCode,
        String meaning,
        Optional<Instant> ended,
        List<String> lastLines) {
    public FailedContainer {
        lastLines = List.copyOf(lastLines);
    }
}

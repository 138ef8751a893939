package io.trainyard.local.kubelet.logs;

import java.util.OptionalLong;

/**
 * Which part of which log is wanted (LOCAL-28).
 *
 * @param follow whether to go on as the container writes, until it ends
 * @param previous whether of the run before the latest one
 * @param tailLines only so many lines at the end; empty for all
 * @param limitBytes only so many bytes from where it begins; empty for all
 */
public record LogQuery(
        String namespace,
        String pod,
        String container,
        boolean follow,
        boolean previous,
        OptionalLong tailLines,
        OptionalLong limitBytes) {

    /** All that the container has written in its latest run. */
    public static LogQuery of(String namespace, String pod, String container) {
        return new LogQuery(namespace, pod, container, false, false, OptionalLong.empty(), OptionalLong.empty());
    }

    public LogQuery following() {
        return new LogQuery(namespace, pod, container, true, previous, tailLines, limitBytes);
    }

    public LogQuery ofPreviousRun() {
        return new LogQuery(namespace, pod, container, follow, true, tailLines, limitBytes);
    }

    public LogQuery withTailLines(long lines) {
        return new LogQuery(namespace, pod, container, follow, previous, OptionalLong.of(lines), limitBytes);
    }

    public LogQuery withLimitBytes(long bytes) {
        return new LogQuery(namespace, pod, container, follow, previous, tailLines, OptionalLong.of(bytes));
    }
}

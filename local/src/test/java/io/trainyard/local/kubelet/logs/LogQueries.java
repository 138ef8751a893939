package io.trainyard.local.kubelet.logs;

import java.util.Optional;
import java.util.OptionalLong;

/** Parts of logs that tests ask for. */
public final class LogQueries {
    private LogQueries() {}

    /** The whole log. */
    public static LogQuery of(String namespace, String pod, String container) {
        return new LogQuery(
                namespace,
                pod,
                container,
                false,
                false,
                false,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty());
    }

    /** The same, going on as the container writes. */
    public static LogQuery following(LogQuery query) {
        return new LogQuery(
                query.namespace(),
                query.pod(),
                query.container(),
                true,
                query.previous(),
                query.timestamps(),
                query.tailLines(),
                query.since(),
                query.limitBytes());
    }

    /** The last lines of the same. */
    public static LogQuery tail(long lines, LogQuery query) {
        return new LogQuery(
                query.namespace(),
                query.pod(),
                query.container(),
                query.follow(),
                query.previous(),
                query.timestamps(),
                OptionalLong.of(lines),
                query.since(),
                query.limitBytes());
    }
}

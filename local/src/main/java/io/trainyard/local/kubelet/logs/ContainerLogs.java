package io.trainyard.local.kubelet.logs;

import io.trainyard.local.api.logs.PodLog;
import io.trainyard.local.api.logs.PodLogProvider;
import io.trainyard.local.api.logs.PodLogRequest;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.tree.Tree;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lets an API server answer {@code kubectl logs} out of the files to which containers write (LOCAL-28). These files have no times in them, so
 * what can only be answered with times is refused.
 */
public final class ContainerLogs implements PodLogProvider {
    private final Vertx vertx;
    private final PodLogs logs;

    public ContainerLogs(Vertx vertx, PodLogs logs) {
        this.vertx = vertx;
        this.logs = logs;
    }

    @Override
    public Future<PodLog> open(PodLogRequest request) {
        LogQuery query;
        try {
            query = query(request);
        } catch (ApiException e) {
            return Future.failedFuture(e);
        }
        return logs.open(vertx, query)
                .<PodLog>map(OpenLog::new)
                .recover(cause -> Future.failedFuture(cause instanceof NoSuchFileException ? absent(request) : cause));
    }

    private static LogQuery query(PodLogRequest request) {
        if (request.timestamps()) {
            throw ApiException.badRequest(
                    "timestamps: a process writes its log itself, without times; ask without them");
        }
        Run run = Run.of(request);
        boolean tooOld = false;
        if (request.since().isPresent()) {
            Instant since = request.since().get();
            tooOld = run.ended().isBefore(since);
            if (!tooOld && run.began().isBefore(since)) {
                throw ApiException.badRequest(
                        "sinceTime, sinceSeconds: a process writes its log itself, without times, and"
                                + " this one began before; ask for the last lines instead (tailLines)");
            }
        }
        return new LogQuery(
                Tree.text(request.pod(), "metadata", "namespace"),
                Tree.text(request.pod(), "metadata", "name"),
                request.container(),
                request.follow(),
                request.previous(),
                tooOld ? OptionalLong.of(0) : optional(request.tailLines()),
                optional(request.limitBytes()));
    }

    private static OptionalLong optional(Optional<Long> number) {
        return number.isPresent() ? OptionalLong.of(number.get()) : OptionalLong.empty();
    }

    private static ApiException absent(PodLogRequest request) {
        String name = "container \"" + request.container() + "\" in pod \""
                + Tree.text(request.pod(), "metadata", "name") + "\"";
        if (request.previous()) {
            return ApiException.badRequest("previous terminated " + name + " not found");
        }
        String waiting = Tree.text(status(request), "state", "waiting", "reason");
        return ApiException.badRequest(
                name + " is waiting to start: " + (waiting.isEmpty() ? "ContainerCreating" : waiting));
    }

    private static Map<String, Object> status(PodLogRequest request) {
        for (String field : new String[] {"containerStatuses", "initContainerStatuses"}) {
            for (Map<String, Object> status : Tree.objects(request.pod(), "status", field)) {
                if (request.container().equals(status.get("name"))) {
                    return status;
                }
            }
        }
        return Map.of();
    }

    /** When the run whose log is wanted began and ended; what is not known counts as now and ever. */
    private record Run(Instant began, Instant ended) {
        static Run of(PodLogRequest request) {
            Map<String, Object> status = status(request);
            Map<String, Object> state = Tree.child(status, request.previous() ? "lastState" : "state");
            Map<String, Object> over = Tree.child(state, "terminated");
            String began = Tree.text(over.isEmpty() ? Tree.child(state, "running") : over, "startedAt");
            String ended = Tree.text(over, "finishedAt");
            return new Run(
                    began.isEmpty() ? Instant.MAX : Instant.parse(began),
                    // Times of a status are cut to the second.
                    ended.isEmpty() ? Instant.MAX : Instant.parse(ended).plusSeconds(1));
        }
    }

    private record OpenLog(LogStream stream) implements PodLog {
        @Override
        public ReadStream<Buffer> bytes() {
            return stream;
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}

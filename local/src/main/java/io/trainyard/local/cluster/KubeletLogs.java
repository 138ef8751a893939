package io.trainyard.local.cluster;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.logs.PodLog;
import io.trainyard.local.api.logs.PodLogProvider;
import io.trainyard.local.api.logs.PodLogRequest;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.kubelet.logs.LogQuery;
import io.trainyard.local.kubelet.logs.LogStream;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.nio.file.NoSuchFileException;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lets the API server hand out the logs of a kubelet that starts after it. Safe for several threads. */
public final class KubeletLogs implements PodLogProvider {
    private final Vertx vertx;
    private volatile @Nullable PodLogs logs;

    public KubeletLogs(Vertx vertx) {
        this.vertx = vertx;
    }

    /** From now on, logs come from here. */
    public void serve(PodLogs source) {
        logs = source;
    }

    @Override
    public Future<PodLog> open(PodLogRequest request) {
        PodLogs source = logs;
        return source == null
                ? Future.failedFuture(missing(request))
                : source.open(vertx, query(request))
                        .<PodLog>map(OpenLog::new)
                        .recover(cause ->
                                Future.failedFuture(cause instanceof NoSuchFileException ? missing(request) : cause));
    }

    private static LogQuery query(PodLogRequest request) {
        return new LogQuery(
                Tree.text(request.pod(), "metadata", "namespace"),
                Tree.text(request.pod(), "metadata", "name"),
                request.container(),
                request.follow(),
                request.previous(),
                request.timestamps(),
                request.tailLines().map(OptionalLong::of).orElse(OptionalLong.empty()),
                request.since(),
                request.limitBytes().map(OptionalLong::of).orElse(OptionalLong.empty()));
    }

    private static ApiException missing(PodLogRequest request) {
        String pod = Tree.text(request.pod(), "metadata", "name");
        String container = "container \"" + request.container() + "\" in pod \"" + pod + "\"";
        if (request.previous()) {
            return ApiException.badRequest("previous terminated " + container + " not found");
        }
        String ended = state(request, "terminated", "message");
        String waits = state(request, "waiting", "reason");
        return ApiException.badRequest(container
                + (ended.isEmpty()
                        ? " is waiting to start: " + (waits.isEmpty() ? "ContainerCreating" : waits)
                        : " was never started: " + ended));
    }

    private static String state(PodLogRequest request, String state, String field) {
        return Stream.of("containerStatuses", "initContainerStatuses")
                .flatMap(list -> Tree.objects(request.pod(), "status", list).stream())
                .filter(status -> request.container().equals(status.get("name")))
                .map(status -> Tree.text(status, "state", state, field))
                .findFirst()
                .orElse("");
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

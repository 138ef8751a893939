package io.trainyard.launcher.run.page;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.local.kubelet.logs.LogQuery;
import io.trainyard.local.kubelet.logs.LogStream;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The logs of a run out of its files, also of pods that are gone. Files are read on worker threads. */
public final class RunLogs implements LogSource {
    private final Vertx vertx;
    private final Executor owner;
    private final Supplier<Collection<PodSnapshot>> pods;
    private final Supplier<Optional<PodLogs>> logs;

    /**
     * @param owner runs tasks where the following two may be asked
     * @param pods all that were ever seen, in the order in which they were first seen
     * @param logs empty as long as there is no kubelet
     */
    public RunLogs(
            Vertx vertx, Executor owner, Supplier<Collection<PodSnapshot>> pods, Supplier<Optional<PodLogs>> logs) {
        this.vertx = vertx;
        this.owner = owner;
        this.pods = pods;
        this.logs = logs;
    }

    @Override
    public Uni<List<Origin>> origins(Selection selection) {
        return Uni.createFrom().item(() -> LogOrigins.of(pods.get(), selection)).runSubscriptionOn(owner);
    }

    @Override
    public Uni<Log> open(JobKey job, Origin origin, Part part) {
        Optional<PodLogs> known = logs.get();
        if (known.isEmpty()) {
            return Uni.createFrom().failure(new IOException("no program has been started yet"));
        }
        return Uni.createFrom()
                .completionStage(
                        () -> known.get().open(vertx, query(job, origin, part)).toCompletionStage())
                .onFailure(NoSuchFileException.class)
                .transform(missing -> new IOException(
                        part.previous() ? "it was not started again" : "it has not written anything yet", missing))
                .map(stream -> new OpenLog(stream.pause()));
    }

    private static LogQuery query(JobKey job, Origin origin, Part part) {
        return new LogQuery(
                job.namespace(),
                origin.pod(),
                origin.container(),
                part.follow(),
                part.previous(),
                true,
                part.tail().map(OptionalLong::of).orElse(OptionalLong.empty()),
                part.since(),
                OptionalLong.empty());
    }

    private record OpenLog(LogStream stream) implements Log {
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

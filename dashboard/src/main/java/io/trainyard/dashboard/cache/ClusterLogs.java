package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ContainerLog;
import io.trainyard.core.kube.ContainerLogs;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Logs of pods through the API server. Which containers there are is known from the cache of pods. Whoever follows a container that has not started waits until
 * it does.
 */
public final class ClusterLogs implements LogSource {
    /** All viewers together; each costs the API server and a kubelet a connection. */
    static final int MAX_OPEN = 256;

    private static final Duration NEXT_TRY = Duration.ofSeconds(2);

    private final Function<JobKey, List<Pod>> pods;
    private final ContainerLogs logs;
    private final Vertx vertx;
    private final Function<Context, TimeSource> times;
    private final AtomicInteger open = new AtomicInteger();

    /**
     * @param pods the pods of a job as far as is known
     * @param logs of a client that has connections for as many as may be open, and nothing else to do
     * @param times time of a context
     */
    public ClusterLogs(
            Function<JobKey, List<Pod>> pods, ContainerLogs logs, Vertx vertx, Function<Context, TimeSource> times) {
        this.pods = pods;
        this.logs = logs;
        this.vertx = vertx;
        this.times = times;
    }

    @Override
    public Uni<List<Origin>> origins(Selection selection) {
        return Uni.createFrom().item(() -> LogOrigins.of(pods.apply(selection.job()), selection));
    }

    @Override
    public Uni<Log> open(JobKey job, Origin origin, Part part) {
        return Uni.createFrom().emitter(emitter -> {
            if (open.incrementAndGet() > MAX_OPEN) {
                open.decrementAndGet();
                emitter.fail(new IOException("too many logs are being read at the moment; try again later"));
                return;
            }
            Attempts attempts = new Attempts(job, origin, part, vertx.getOrCreateContext(), emitter);
            emitter.onTermination(attempts::abandon);
            attempts.next();
        });
    }

    /** Tries until the container has started, if its log is to be followed. Lives on the context of the reader. */
    private final class Attempts {
        private final JobKey job;
        private final Origin origin;
        private final ContainerLogs.Wanted wanted;
        private final Context reader;
        private final UniEmitter<? super Log> emitter;
        private boolean over;

        private Attempts(JobKey job, Origin origin, Part part, Context reader, UniEmitter<? super Log> emitter) {
            this.job = job;
            this.origin = origin;
            this.wanted = new ContainerLogs.Wanted(
                    job.namespace(),
                    origin.pod(),
                    origin.container(),
                    part.follow(),
                    part.tail(),
                    part.since(),
                    part.previous());
            this.reader = reader;
            this.emitter = emitter;
        }

        private void next() {
            logs.open(wanted, reader)
                    .emitOn(task -> reader.runOnContext(ignored -> task.run()))
                    .subscribe()
                    .with(this::opened, failure -> reader.runOnContext(ignored -> failed(failure)));
        }

        private void opened(ContainerLog log) {
            if (over) {
                log.close();
            } else {
                over = true;
                log.whenOver(open::decrementAndGet);
                emitter.complete(new OpenLog(log));
            }
        }

        private void failed(Throwable failure) {
            if (over) {
                return;
            }
            boolean early = ApiFailure.Kind.INVALID.isOf(failure);
            if (early && wanted.follow() && !wanted.previous() && LogOrigins.mayStart(pods.apply(job), origin)) {
                times.apply(reader).after(NEXT_TRY, () -> {
                    if (!over) {
                        next();
                    }
                });
                return;
            }
            over = true;
            open.decrementAndGet();
            emitter.fail(new IOException(reason(failure), failure));
        }

        private String reason(Throwable failure) {
            if (failure instanceof ApiFailure known) {
                return switch (known.kind()) {
                    case NOT_FOUND -> "the pod " + origin.pod() + " is gone, and its log with it";
                    case INVALID ->
                        wanted.previous()
                                ? "there is no earlier container of " + origin.pod()
                                : "the container has not started, or its log is gone";
                    default -> "its log cannot be read: " + known.getMessage();
                };
            }
            return "its log cannot be read: " + failure.getMessage();
        }

        /** The page is gone before there was a log. */
        private void abandon() {
            reader.runOnContext(ignored -> {
                if (!over) {
                    over = true;
                    open.decrementAndGet();
                }
            });
        }
    }

    /** A log that is being read. */
    private record OpenLog(ContainerLog log) implements Log {
        @Override
        public ReadStream<Buffer> bytes() {
            return log;
        }

        @Override
        public void close() {
            log.close();
        }
    }
}

package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a log on their way. Begins paused; the next part is asked for only when the last one was taken. Lives on the context of its reader.
 */
public final class ContainerLog implements ReadStream<Buffer> {
    private final Context reader;
    private final Context network;
    private final Deque<Buffer> waiting = new ArrayDeque<>();
    private @Nullable AsyncBody body;
    private @Nullable Handler<Buffer> handler;
    private @Nullable Handler<Void> endHandler;
    private @Nullable Handler<Throwable> exceptionHandler;
    private @Nullable Throwable failure;
    private long demand;
    private boolean asked;
    private boolean ended;
    private boolean told;
    private boolean delivering;
    private @Nullable Runnable over;

    ContainerLog(Context reader, Context network) {
        this.reader = reader;
        this.network = network;
    }

    /** The answer is there. On the network's context. */
    void begin(AsyncBody opened) {
        reader.runOnContext(ignored -> {
            body = opened;
            deliver();
        });
        opened.done()
                .whenComplete((done, thrown) -> reader.runOnContext(ignored -> {
                    ended = true;
                    failure = thrown;
                    deliver();
                }));
    }

    /** A part has come. From any thread. */
    void arrived(Buffer part) {
        reader.runOnContext(ignored -> {
            asked = false;
            if (!told) {
                waiting.add(part);
                deliver();
            }
        });
    }

    private void deliver() {
        if (delivering) {
            return;
        }
        delivering = true;
        while (demand > 0 && handler != null && !waiting.isEmpty()) {
            demand = demand == Long.MAX_VALUE ? demand : demand - 1;
            handler.handle(waiting.remove());
        }
        delivering = false;
        if (ended && waiting.isEmpty()) {
            tellEnd();
        } else if (demand > 0 && waiting.isEmpty()) {
            ask();
        }
    }

    private void ask() {
        @Nullable AsyncBody opened = body;
        if (opened != null && !asked && !told) {
            asked = true;
            network.runOnContext(ignored -> opened.consume());
        }
    }

    private void tellEnd() {
        if (told || demand == 0) {
            return;
        }
        told = true;
        tellOver();
        if (failure != null && exceptionHandler != null) {
            exceptionHandler.handle(failure);
        } else if (failure == null && endHandler != null) {
            endHandler.handle(null);
        }
    }

    private void tellOver() {
        @Nullable Runnable task = over;
        over = null;
        if (task != null) {
            task.run();
        }
    }

    /** What to do once nothing more comes, for whatever reason. On the context of the reader, before it reads. */
    public void whenOver(Runnable task) {
        over = task;
    }

    /** Ends it early; nobody is told. May be called more than once, from any thread. */
    public void close() {
        reader.runOnContext(ignored -> {
            told = true;
            waiting.clear();
            tellOver();
            @Nullable AsyncBody opened = body;
            if (opened != null) {
                network.runOnContext(hop -> opened.cancel());
            }
        });
    }

    @Override
    public ContainerLog handler(@Nullable Handler<Buffer> newHandler) {
        handler = newHandler;
        return this;
    }

    @Override
    public ContainerLog endHandler(@Nullable Handler<Void> newHandler) {
        endHandler = newHandler;
        return this;
    }

    @Override
    public ContainerLog exceptionHandler(@Nullable Handler<Throwable> newHandler) {
        exceptionHandler = newHandler;
        return this;
    }

    @Override
    public ContainerLog pause() {
        demand = 0;
        return this;
    }

    @Override
    public ContainerLog resume() {
        return fetch(Long.MAX_VALUE);
    }

    @Override
    public ContainerLog fetch(long amount) {
        demand = demand + amount < 0 ? Long.MAX_VALUE : demand + amount;
        deliver();
        return this;
    }
}

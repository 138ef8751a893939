package io.trainyard.local.kubelet.logs;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log as a stream; reads only as fast as it is consumed. Begins when it has a handler, ends by itself at the end of the log, or when closed.
 * Handlers are called on the context on which it was opened.
 */
public final class LogStream implements ReadStream<Buffer> {
    private static final Logger LOG = LoggerFactory.getLogger(LogStream.class);
    private static final long POLL_MILLIS = 100;
    private static final byte[] NOTHING = {};

    private final Vertx vertx;
    private final Context context;
    private final LogFile file;
    private final boolean follow;
    private final BooleanSupplier writing;
    private @Nullable Handler<Buffer> handler;
    private @Nullable Handler<Void> endHandler;
    private @Nullable Handler<Throwable> exceptionHandler;
    private long demand = Long.MAX_VALUE;

    /** Was being read when the reader paused, and waits until he wants it. */
    private byte[] kept = NOTHING;

    private boolean reading;
    private boolean waiting;
    private boolean lastLook;
    private boolean over;

    LogStream(Vertx vertx, LogFile file, boolean follow, BooleanSupplier writing) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.file = file;
        this.follow = follow;
        this.writing = writing;
    }

    @Override
    public LogStream handler(@Nullable Handler<Buffer> consumer) {
        handler = consumer;
        context.runOnContext(nothing -> next());
        return this;
    }

    @Override
    public LogStream pause() {
        demand = 0;
        return this;
    }

    @Override
    public LogStream resume() {
        return fetch(Long.MAX_VALUE);
    }

    @Override
    public LogStream fetch(long amount) {
        demand = demand + amount < 0 ? Long.MAX_VALUE : demand + amount;
        context.runOnContext(nothing -> next());
        return this;
    }

    @Override
    public LogStream exceptionHandler(@Nullable Handler<Throwable> consumer) {
        exceptionHandler = consumer;
        return this;
    }

    @Override
    public LogStream endHandler(@Nullable Handler<Void> consumer) {
        endHandler = consumer;
        return this;
    }

    /** Ends it; the end handler is not called. May be called more than once, on any thread. */
    public void close() {
        context.runOnContext(nothing -> {
            if (!over && !reading) {
                letGo();
            }
            over = true;
        });
    }

    private void next() {
        if (over || reading || waiting || handler == null || demand == 0) {
            return;
        }
        if (kept.length > 0) {
            byte[] piece = kept;
            kept = NOTHING;
            give(piece);
            return;
        }
        reading = true;
        // Asked before reading: what was written before the container ended is in this piece or a later one.
        lastLook = !follow || !writing.getAsBoolean();
        vertx.executeBlocking(file::read, false).onComplete(outcome -> {
            reading = false;
            if (over) {
                letGo();
            } else if (outcome.failed()) {
                fail(outcome.cause());
            } else if (demand == 0 && outcome.result().length > 0) {
                kept = outcome.result();
            } else {
                give(outcome.result());
            }
        });
    }

    private void give(byte[] piece) {
        if (piece.length > 0 && handler != null) {
            demand = demand == Long.MAX_VALUE ? demand : demand - 1;
            handler.handle(Buffer.buffer(piece));
        }
        if (over) {
            letGo();
        } else if (file.isLimitReached() || (piece.length == 0 && lastLook)) {
            over = true;
            letGo();
            if (endHandler != null) {
                endHandler.handle(null);
            }
        } else if (piece.length == 0) {
            waiting = true;
            vertx.setTimer(POLL_MILLIS, timer -> {
                waiting = false;
                next();
            });
        } else {
            next();
        }
    }

    private void fail(Throwable cause) {
        over = true;
        letGo();
        if (exceptionHandler != null) {
            exceptionHandler.handle(cause);
        }
    }

    private void letGo() {
        Future<Void> closed = vertx.executeBlocking(
                () -> {
                    file.close();
                    return null;
                },
                false);
        closed.onFailure(cause -> LOG.warn("a log file was not closed", cause));
    }
}

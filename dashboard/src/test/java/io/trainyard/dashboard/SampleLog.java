package io.trainyard.dashboard;

import io.trainyard.dashboard.log.LogSource;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Optional;

/** A log that a test writes; what is written while it is paused comes after that. */
public final class SampleLog implements LogSource.Log, ReadStream<Buffer> {
    private Buffer waiting = Buffer.buffer();
    private Optional<Handler<Buffer>> handler = Optional.empty();
    private Optional<Handler<Void>> endHandler = Optional.empty();
    private Optional<Handler<Throwable>> exceptionHandler = Optional.empty();
    private boolean paused = true;
    private boolean closed;
    private boolean ended;

    public void write(String text) {
        if (paused || handler.isEmpty()) {
            waiting.appendString(text);
        } else {
            handler.get().handle(Buffer.buffer(text));
        }
    }

    public void end() {
        ended = true;
        if (!paused) {
            endHandler.ifPresent(each -> each.handle(null));
        }
    }

    public void breakOff(String why) {
        exceptionHandler.ifPresent(each -> each.handle(new IllegalStateException(why)));
    }

    public boolean paused() {
        return paused;
    }

    public boolean closed() {
        return closed;
    }

    @Override
    public ReadStream<Buffer> bytes() {
        return this;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public ReadStream<Buffer> exceptionHandler(Handler<Throwable> next) {
        exceptionHandler = Optional.ofNullable(next);
        return this;
    }

    @Override
    public ReadStream<Buffer> handler(Handler<Buffer> next) {
        handler = Optional.ofNullable(next);
        return this;
    }

    @Override
    public ReadStream<Buffer> pause() {
        paused = true;
        return this;
    }

    @Override
    public ReadStream<Buffer> resume() {
        paused = false;
        if (waiting.length() > 0 && handler.isPresent()) {
            Buffer text = waiting;
            waiting = Buffer.buffer();
            handler.get().handle(text);
        }
        if (ended) {
            endHandler.ifPresent(each -> each.handle(null));
        }
        return this;
    }

    @Override
    public ReadStream<Buffer> fetch(long amount) {
        return resume();
    }

    @Override
    public ReadStream<Buffer> endHandler(Handler<Void> next) {
        endHandler = Optional.ofNullable(next);
        return this;
    }
}

package io.trainyard.local.streaming.spdy;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;

/** A socket whose other side is the test. */
final class MemorySocket {
    final Input input = new Input();
    final Output output = new Output();

    /** The other side sends something. */
    void receive(Buffer bytes) {
        input.handler.handle(bytes);
    }

    /** What has been written since this was asked last. */
    Buffer written() {
        Buffer written = output.written;
        output.written = Buffer.buffer();
        return written;
    }

    boolean isEnded() {
        return output.ended;
    }

    boolean isPaused() {
        return input.paused;
    }

    /** What the other side sends. */
    static final class Input implements ReadStream<Buffer> {
        private Handler<Buffer> handler = bytes -> {};
        private boolean paused;

        @Override
        public Input handler(Handler<Buffer> consumer) {
            handler = consumer;
            return this;
        }

        @Override
        public Input pause() {
            paused = true;
            return this;
        }

        @Override
        public Input resume() {
            paused = false;
            return this;
        }

        @Override
        public Input fetch(long amount) {
            return resume();
        }

        @Override
        public Input exceptionHandler(Handler<Throwable> consumer) {
            return this;
        }

        @Override
        public Input endHandler(Handler<Void> consumer) {
            return this;
        }
    }

    /** What the other side gets. */
    static final class Output implements WriteStream<Buffer> {
        private Buffer written = Buffer.buffer();
        private boolean ended;

        @Override
        public Future<Void> write(Buffer bytes) {
            written.appendBuffer(bytes);
            return Future.succeededFuture();
        }

        @Override
        public void write(Buffer bytes, Handler<AsyncResult<Void>> done) {
            write(bytes).onComplete(done);
        }

        @Override
        public void end(Handler<AsyncResult<Void>> done) {
            ended = true;
            Future.<Void>succeededFuture().onComplete(done);
        }

        @Override
        public Output exceptionHandler(Handler<Throwable> consumer) {
            return this;
        }

        @Override
        public Output setWriteQueueMaxSize(int size) {
            return this;
        }

        @Override
        public boolean writeQueueFull() {
            return false;
        }

        @Override
        public Output drainHandler(Handler<Void> consumer) {
            return this;
        }
    }
}

package io.trainyard.testcluster.faults;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** One open watch: events on their way from the API server to the client. Lives on the event loop but where said otherwise. */
final class WatchStream {
    private static final String EXPIRED =
            """
            {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
            "message":"too old resource version","reason":"Expired","code":410}}""";

    /** The client's end. */
    interface Sink {
        /** One event, a JSON object. */
        void send(Buffer event);

        /** The end of the watch, in good order. */
        void end();
    }

    private final FaultProxy proxy;
    private final ApiCall call;
    private final Sink sink;
    private final Runnable cancel;
    private final Deque<Buffer> waiting = new ArrayDeque<>();
    private volatile int held;
    private boolean busy;
    private boolean ended;

    /**
     * @param cancel tells the API server that nobody listens any more
     */
    WatchStream(FaultProxy proxy, ApiCall call, Sink sink, Runnable cancel) {
        this.proxy = proxy;
        this.call = call;
        this.sink = sink;
        this.cancel = cancel;
    }

    ApiCall call() {
        return call;
    }

    /** From any thread. */
    int held() {
        return held;
    }

    void arrived(Buffer event) {
        if (event.length() > 0 && !ended) {
            waiting.add(event);
            drain();
        }
    }

    /** Goes on if nothing holds it any more. */
    void release() {
        drain();
    }

    /** What waits is lost. */
    void expire() {
        if (!ended) {
            waiting.clear();
            sink.send(Buffer.buffer(EXPIRED));
            close();
            sink.end();
        }
    }

    /** The API server ended it; what has not been told will be asked for again. */
    void endedByServer() {
        if (!ended) {
            close();
            sink.end();
        }
    }

    /** The client ended it, or is gone. */
    void close() {
        if (!ended) {
            ended = true;
            held = 0;
            proxy.closed(this);
            cancel.run();
        }
    }

    private void drain() {
        while (!busy && !ended && !waiting.isEmpty() && !proxy.holds(call)) {
            Buffer next = waiting.remove();
            busy = true;
            Future<Void> told = proxy.reach(Failpoint.BEFORE_EVENT, call, next).compose(ready -> {
                if (!ended) {
                    sink.send(next);
                }
                return proxy.reach(Failpoint.AFTER_EVENT, call, next);
            });
            if (told.isComplete()) {
                busy = false;
            } else {
                told.onComplete(done -> {
                    busy = false;
                    drain();
                });
            }
        }
        held = waiting.size();
    }
}

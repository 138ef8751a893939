package io.trainyard.core.http;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** Collects the body of one request, within limits. Lives on the context of the request. */
public final class BodyReader {
    private BodyReader() {}

    /** Why there is no body. */
    public enum Refusal {
        TOO_LARGE,
        NO_ROOM,
        TOO_SLOW,
        /** The sender has closed the connection, and needs no answer. */
        GONE
    }

    /**
     * What a body may cost.
     *
     * @param bytes that it may have
     * @param time the whole body must come within it, however steadily its sender sends
     * @param room asked before so many more bytes of it are kept
     */
    public record Limits(int bytes, Duration time, IntPredicate room) {}

    /**
     * Reads the body of a request that may be paused. What comes after a refusal is dropped.
     *
     * @param onBody called with the whole body, once
     * @param onRefusal called once instead when there is none
     */
    public static void read(
            HttpServerRequest request,
            Limits limits,
            TimeSource time,
            Consumer<Buffer> onBody,
            Consumer<Refusal> onRefusal) {
        Buffer body = Buffer.buffer();
        Promise<Optional<Refusal>> end = Promise.promise();
        TimeSource.Cancellable timer = time.after(limits.time(), () -> end.tryComplete(Optional.of(Refusal.TOO_SLOW)));
        end.future().onSuccess(refusal -> {
            timer.cancel();
            if (!request.isEnded()) {
                request.handler(dropped -> {});
            }
            refusal.ifPresentOrElse(onRefusal, () -> onBody.accept(body));
        });
        request.exceptionHandler(gone -> end.tryComplete(Optional.of(Refusal.GONE)));
        request.endHandler(whole -> end.tryComplete(Optional.empty()));
        request.handler(part -> {
            if (body.length() + (long) part.length() > limits.bytes()) {
                end.tryComplete(Optional.of(Refusal.TOO_LARGE));
            } else if (!limits.room().test(part.length())) {
                end.tryComplete(Optional.of(Refusal.NO_ROOM));
            } else {
                body.appendBuffer(part);
            }
        });
        if (announced(request) > limits.bytes()) {
            end.tryComplete(Optional.of(Refusal.TOO_LARGE));
        }
        request.resume();
    }

    /** The length in bytes that the header of a request announces; 0 when it announces none. */
    public static long announced(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException nonsense) {
            return 0;
        }
    }
}

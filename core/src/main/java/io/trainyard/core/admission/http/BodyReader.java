package io.trainyard.core.admission.http;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.function.Consumer;

/** Collects the body of one request, but not for ever and not without end. Lives on the context of the request. */
final class BodyReader {
    private final HttpServerRequest request;
    private final int limit;
    private final ReviewBudget.Reservation reservation;
    private final Consumer<Buffer> onBody;
    private final Consumer<Refusal> onRefusal;
    private Buffer body = Buffer.buffer();
    private boolean done;

    /** Why there is no body. */
    enum Refusal {
        TOO_LARGE,
        NO_ROOM,
        TOO_SLOW
    }

    /**
     * @param limit bytes that the body may have
     * @param reservation grows with the body; who opened it gives it back
     * @param onBody told of the whole body
     * @param onRefusal told when it does not come; neither is told when the sender goes away
     */
    BodyReader(
            HttpServerRequest request,
            int limit,
            ReviewBudget.Reservation reservation,
            Consumer<Buffer> onBody,
            Consumer<Refusal> onRefusal) {
        this.request = request;
        this.limit = limit;
        this.reservation = reservation;
        this.onBody = onBody;
        this.onRefusal = onRefusal;
    }

    /**
     * Begins.
     *
     * @param timeout the whole body must have come by then, so that a sender of one byte now and then is not waited for
     * @param onGone told when the sender goes away before the end
     */
    void start(TimeSource time, Duration timeout, Runnable onGone) {
        if (announced() > limit) {
            done = true;
            onRefusal.accept(Refusal.TOO_LARGE);
            return;
        }
        TimeSource.Cancellable timer = time.after(timeout, () -> refuse(Refusal.TOO_SLOW));
        request.handler(part -> {
            if (!done && body.length() + (long) part.length() > limit) {
                timer.cancel();
                refuse(Refusal.TOO_LARGE);
            } else if (!done && !reservation.grow(part.length())) {
                timer.cancel();
                refuse(Refusal.NO_ROOM);
            } else if (!done) {
                body.appendBuffer(part);
            }
        });
        request.endHandler(ignored -> {
            timer.cancel();
            if (!done) {
                done = true;
                onBody.accept(body);
            }
        });
        request.exceptionHandler(gone -> {
            timer.cancel();
            if (!done) {
                done = true;
                onGone.run();
            }
        });
    }

    private void refuse(Refusal why) {
        if (!done) {
            done = true;
            body = Buffer.buffer();
            onRefusal.accept(why);
        }
    }

    /** What the header says; 0 when it says nothing. */
    private long announced() {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException nonsense) {
            return 0;
        }
    }
}

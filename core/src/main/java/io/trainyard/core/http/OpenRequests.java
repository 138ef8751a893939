package io.trainyard.core.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Counts the requests of a port that are not answered yet, and sends callers elsewhere before the port closes. Lives on the event loop of its listener; any thread may call {@link #retire}. */
final class OpenRequests {
    /** How long a connection of HTTP/2 may finish its requests after GOAWAY. */
    private static final long LAST_ANSWER_SECONDS = 30;

    private int count;
    private volatile boolean retiring;
    private @Nullable Promise<Void> quiet;

    /** The header of a request has come; called before anybody answers. */
    void arrived(HttpServerRequest request) {
        count++;
        boolean isLast = retiring;
        if (isLast) {
            announceEnd(request);
        }
        request.response().endHandler(over -> {
            count--;
            tellIfQuiet();
            // Closing while the caller still sends would lose the answer; that caller reads it and closes.
            if (isLast && request.version() != HttpVersion.HTTP_2 && request.isEnded()) {
                request.connection().close();
            }
        });
    }

    /** From now on the next request of each connection is its last, and its caller is told to send further ones on another connection. */
    void retire() {
        retiring = true;
    }

    /** Completes as soon as no request is open: at once, if there is none now. */
    Future<Void> quiet() {
        Promise<Void> awaited = quiet == null ? Promise.promise() : quiet;
        quiet = awaited;
        tellIfQuiet();
        return awaited.future();
    }

    private void tellIfQuiet() {
        if (quiet != null && count == 0) {
            quiet.complete();
            quiet = null;
        }
    }

    private static void announceEnd(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            // GOAWAY tells the caller which requests he may send again; those that have come are answered.
            request.connection().shutdown(LAST_ANSWER_SECONDS, TimeUnit.SECONDS);
        } else {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }
}

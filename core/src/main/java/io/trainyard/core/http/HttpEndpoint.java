package io.trainyard.core.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** What answers the requests of one {@link HttpListener}. All calls come on the context of the listener. */
@FunctionalInterface
public interface HttpEndpoint extends Handler<HttpServerRequest> {
    /** Who is at the other end, as far as addresses tell. */
    static String sender(HttpConnection connection) {
        return Optional.ofNullable(connection.remoteAddress())
                .map(address -> String.valueOf(address.hostAddress()))
                .orElse("");
    }
}

package io.trainyard.core.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;

/** What answers the requests of one {@link HttpListener}. All calls come on the context of the listener. */
@FunctionalInterface
public interface HttpEndpoint extends Handler<HttpServerRequest> {
    /** Told of each connection before its first request. May close it. */
    default void connected(HttpConnection connection) {}
}

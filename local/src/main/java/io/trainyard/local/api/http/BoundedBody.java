package io.trainyard.local.api.http;

import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/** The body of a request, unless it is too large. */
final class BoundedBody {
    private final HttpServerRequest request;
    private final int limit;
    private final Buffer bytes = Buffer.buffer();

    BoundedBody(HttpServerRequest request, int limit) {
        this.request = request;
        this.limit = limit;
    }

    Future<Buffer> read() {
        Promise<Buffer> promise = Promise.promise();
        request.handler(chunk -> {
            if (bytes.length() + chunk.length() > limit) {
                promise.tryFail(new ApiException(
                        413, "RequestEntityTooLarge", "Request entity too large: limit is " + limit, Map.of()));
            } else {
                bytes.appendBuffer(chunk);
            }
        });
        request.exceptionHandler(promise::tryFail);
        request.endHandler(nothing -> promise.tryComplete(bytes));
        return promise.future();
    }
}

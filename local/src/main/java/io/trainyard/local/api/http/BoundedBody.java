package io.trainyard.local.api.http;

import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.util.Map;

/** The body of a request, unless it is too large. */
final class BoundedBody {
    private static final int MAX_SIZE = 3 << 20;

    private final HttpServerRequest request;
    private final Buffer bytes = Buffer.buffer();

    BoundedBody(HttpServerRequest request) {
        this.request = request;
    }

    /** A body that is there already. */
    static Future<Buffer> of(ByteBuffer body) {
        if (body.remaining() > MAX_SIZE) {
            return Future.failedFuture(tooLarge());
        }
        byte[] bytes = new byte[body.remaining()];
        body.duplicate().get(bytes);
        return Future.succeededFuture(Buffer.buffer(bytes));
    }

    private static ApiException tooLarge() {
        return new ApiException(
                413, "RequestEntityTooLarge", "Request entity too large: limit is " + MAX_SIZE, Map.of());
    }

    Future<Buffer> read() {
        Promise<Buffer> promise = Promise.promise();
        request.handler(chunk -> {
            if (bytes.length() + chunk.length() > MAX_SIZE) {
                promise.tryFail(tooLarge());
            } else {
                bytes.appendBuffer(chunk);
            }
        });
        request.exceptionHandler(promise::tryFail);
        request.endHandler(nothing -> promise.tryComplete(bytes));
        return promise.future();
    }
}

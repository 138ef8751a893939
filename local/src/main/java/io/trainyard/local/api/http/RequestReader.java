package io.trainyard.local.api.http;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.api.protobuf.BodyDecoder;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns what a request says into a request for the kernel. */
final class RequestReader {
    private static final int LARGE_BODY = 256 << 10;
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private final Vertx vertx;

    private final KernelGateway gateway;

    RequestReader(Vertx vertx, KernelGateway gateway) {
        this.vertx = vertx;
        this.gateway = gateway;
    }

    /** A request without a body. */
    static ApiRequest withoutBody(Verb verb, RequestPath path, RequestHead head) {
        return request(verb, path, head, null, null);
    }

    private static ApiRequest request(
            Verb verb, RequestPath path, RequestHead head, @Nullable Object body, @Nullable PatchType patchType) {
        return new ApiRequest(
                verb,
                path.resource(),
                path.namespace(),
                path.name(),
                path.subresource(),
                head.parameters(),
                body,
                patchType,
                head.userAgent());
    }

    /**
     * A request with its body if it has one, which is parsed on a worker thread when it is large.
     *
     * @param body reads it; not asked when nobody could parse it
     */
    Future<ApiRequest> complete(Verb verb, RequestPath path, RequestHead head, Supplier<Future<Buffer>> body) {
        ApiRequest withoutBody = withoutBody(verb, path, head);
        if (verb == Verb.GET || verb == Verb.LIST) {
            return Future.succeededFuture(withoutBody);
        }
        String mediaType = head.mediaType();
        Future<Optional<Object>> read = mediaType.equals("application/cbor")
                ? Future.failedFuture(unknownFormat())
                : body.get().compose(bytes -> parsed(bytes, mediaType));
        return read.map(tree -> request(verb, path, head, tree.orElse(null), PatchType.of(mediaType)))
                .recover(failure -> gateway.unreadable(withoutBody, failure));
    }

    private static ApiException unknownFormat() {
        return ApiException.unsupportedMediaType(
                "the body of the request was in an unknown format - accepted media types include: application/json, "
                        + "application/yaml");
    }

    private Future<Optional<Object>> parsed(Buffer bytes, String mediaType) {
        if (bytes.length() == 0) {
            return Future.succeededFuture(Optional.empty());
        }
        if (bytes.length() > LARGE_BODY) {
            return vertx.executeBlocking(() -> parse(bytes, mediaType), false);
        }
        try {
            return Future.succeededFuture(parse(bytes, mediaType));
        } catch (ApiException e) {
            return Future.failedFuture(e);
        }
    }

    private static Optional<Object> parse(Buffer bytes, String mediaType) {
        try {
            if (mediaType.equals(PROTOBUF)) {
                return Optional.of(BodyDecoder.decode(bytes.getBytes()).orElseThrow(RequestReader::unknownFormat));
            }
            boolean json = !mediaType.endsWith("yaml") || bytes.getByte(0) == '{';
            return Optional.ofNullable(
                    json ? Json.parse(bytes.getBytes()) : Yaml.parse(bytes.toString(StandardCharsets.UTF_8)));
        } catch (MalformedTextException e) {
            throw ApiException.badRequest("error decoding the body of the request: " + e.getMessage());
        }
    }

    /** The verb that an HTTP method means at a path. */
    static Verb verb(String method, RequestPath path) {
        boolean collection = path.name().isEmpty();
        Verb verb = Verb.of(method, collection);
        boolean allowed =
                switch (verb) {
                    case CREATE -> collection || !path.subresource().isEmpty();
                    case UPDATE, PATCH -> !collection;
                    default -> true;
                };
        if (!allowed) {
            throw ApiException.methodNotAllowed(method);
        }
        return verb;
    }
}

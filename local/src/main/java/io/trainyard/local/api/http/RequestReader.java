package io.trainyard.local.api.http;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns an HTTP request into one for the kernel. */
final class RequestReader {
    private static final int MAX_BODY_SIZE = 3 << 20;
    private static final int LARGE_BODY = 256 << 10;

    private final Vertx vertx;

    RequestReader(Vertx vertx) {
        this.vertx = vertx;
    }

    /** The query; the last of several values of one name counts. */
    static RequestParameters parameters(HttpServerRequest request) {
        Map<String, String> values = new HashMap<>();
        request.params().forEach(values::put);
        return new RequestParameters(values);
    }

    /** A request without a body. */
    static ApiRequest withoutBody(Verb verb, RequestPath path, HttpServerRequest request) {
        return request(verb, path, request, null, null);
    }

    private static ApiRequest request(
            Verb verb,
            RequestPath path,
            HttpServerRequest request,
            @Nullable Object body,
            @Nullable PatchType patchType) {
        String userAgent = request.getHeader(HttpHeaders.USER_AGENT);
        return new ApiRequest(
                verb,
                path.resource(),
                path.namespace(),
                path.name(),
                path.subresource(),
                parameters(request),
                body,
                patchType,
                userAgent == null ? "" : userAgent);
    }

    /** A request with its body, which is parsed on a worker thread when it is large. */
    Future<ApiRequest> withBody(Verb verb, RequestPath path, HttpServerRequest request) {
        String mediaType = mediaType(request);
        PatchType patchType = verb == Verb.PATCH ? patchType(mediaType).orElse(null) : null;
        if (verb == Verb.PATCH && patchType == null) {
            return Future.failedFuture(
                    ApiException.unsupportedMediaType("the body of the request was in an unknown format - "
                            + "accepted media types include: application/json-patch+json, application/merge-patch+json, "
                            + "application/strategic-merge-patch+json, application/apply-patch+yaml"));
        }
        if (mediaType.startsWith("application/vnd.kubernetes.protobuf") || mediaType.equals("application/cbor")) {
            return Future.failedFuture(ApiException.unsupportedMediaType(
                    "the body of the request was in an unknown format - accepted media types include: application/json, "
                            + "application/yaml"));
        }
        boolean yaml = mediaType.endsWith("yaml");
        return body(request)
                .compose(bytes -> parsed(bytes, yaml))
                .map(tree -> request(verb, path, request, tree.orElse(null), patchType));
    }

    private static String mediaType(HttpServerRequest request) {
        String header = request.getHeader(HttpHeaders.CONTENT_TYPE);
        return header == null ? "" : header.split(";", 2)[0].trim();
    }

    private static Optional<PatchType> patchType(String mediaType) {
        for (PatchType type : PatchType.values()) {
            if (type.mediaType().equals(mediaType)) {
                return Optional.of(type);
            }
        }
        return mediaType.equals("application/apply-patch+json") ? Optional.of(PatchType.APPLY) : Optional.empty();
    }

    private static Future<Buffer> body(HttpServerRequest request) {
        return new BoundedBody(request, MAX_BODY_SIZE).read();
    }

    private Future<Optional<Object>> parsed(Buffer bytes, boolean yaml) {
        if (bytes.length() == 0) {
            return Future.succeededFuture(Optional.empty());
        }
        if (bytes.length() > LARGE_BODY) {
            return vertx.executeBlocking(() -> parse(bytes, yaml), false);
        }
        try {
            return Future.succeededFuture(parse(bytes, yaml));
        } catch (ApiException e) {
            return Future.failedFuture(e);
        }
    }

    private static Optional<Object> parse(Buffer bytes, boolean yaml) {
        try {
            boolean json = !yaml || bytes.getByte(0) == '{';
            return Optional.ofNullable(
                    json ? Json.parse(bytes.getBytes()) : Yaml.parse(bytes.toString(StandardCharsets.UTF_8)));
        } catch (MalformedTextException e) {
            throw ApiException.badRequest("error decoding the body of the request: " + e.getMessage());
        }
    }

    /** The verb that an HTTP method means at a path. */
    static Verb verb(HttpServerRequest request, RequestPath path) {
        boolean collection = path.name().isEmpty();
        return switch (request.method().name()) {
            case "GET", "HEAD" -> collection ? Verb.LIST : Verb.GET;
            case "POST" -> {
                if (!collection && path.subresource().isEmpty()) {
                    throw methodNotAllowed(request);
                }
                yield Verb.CREATE;
            }
            case "PUT" -> named(Verb.UPDATE, collection, request);
            case "PATCH" -> named(Verb.PATCH, collection, request);
            case "DELETE" -> collection ? Verb.DELETE_COLLECTION : Verb.DELETE;
            default -> throw methodNotAllowed(request);
        };
    }

    private static Verb named(Verb verb, boolean collection, HttpServerRequest request) {
        if (collection) {
            throw methodNotAllowed(request);
        }
        return verb;
    }

    private static ApiException methodNotAllowed(HttpServerRequest request) {
        return ApiException.methodNotAllowed(
                "the server does not allow this method on the requested resource: " + request.method());
    }
}

package io.trainyard.local.api.http;

import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.client.ApiException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request says before its body.
 *
 * @param method as in HTTP, {@code GET} for example
 * @param mediaType of the body, without its parameters; empty when nothing says it
 * @param userAgent empty when it names none
 */
record RequestHead(String method, RequestParameters parameters, String mediaType, String userAgent) {
    static RequestHead of(HttpServerRequest request) {
        return new RequestHead(
                request.method().name(),
                parameters(request),
                withoutParameters(request.getHeader(HttpHeaders.CONTENT_TYPE)),
                orEmpty(request.getHeader(HttpHeaders.USER_AGENT)));
    }

    /**
     * The query; the last of several values of one name counts.
     *
     * @throws ApiException when it cannot be decoded
     */
    static RequestParameters parameters(HttpServerRequest request) {
        Map<String, String> values = new HashMap<>();
        try {
            request.params().forEach(values::put);
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest("the query of the request cannot be read: " + malformed.getMessage());
        }
        return new RequestParameters(values);
    }

    /** A media type, of which {@code charset} and the like do not matter here. */
    static String withoutParameters(@Nullable String mediaType) {
        return orEmpty(mediaType).split(";", 2)[0].trim();
    }

    private static String orEmpty(@Nullable String header) {
        return header == null ? "" : header;
    }
}

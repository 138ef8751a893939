package io.trainyard.core.kube.login;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.concurrent.CompletableFuture;

/**
 * Sets the Authorization header without reading files or starting programs on the caller's thread, as the interceptor of the same name that
 * it replaces does. A request that is refused with 401 is repeated once if a newer token is at hand.
 */
public final class TokenInterceptor implements Interceptor {
    /** The name under which fabric8 knows its own. */
    public static final String NAME = "TOKEN";

    private static final String AUTHORIZATION = "Authorization";

    private final Credentials credentials;

    public TokenInterceptor(Credentials credentials) {
        this.credentials = credentials;
    }

    @Override
    public void before(BasicBuilder headers, HttpRequest request, RequestTags tags) {
        credentials.authorization().ifPresent(value -> headers.setHeader(AUTHORIZATION, value));
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(BasicBuilder headers, HttpResponse<?> response, RequestTags tags) {
        if (response.code() != 401) {
            return CompletableFuture.completedFuture(false);
        }
        String refused = response.request() == null ? null : response.request().header(AUTHORIZATION);
        if (refused != null && !credentials.authorization().orElse("").equals(refused)) {
            // Somebody else's refusal has brought a new token meanwhile.
            return CompletableFuture.completedFuture(renew(headers));
        }
        return credentials
                .refresh()
                .thenApply(changed -> changed && renew(headers))
                .toCompletableFuture();
    }

    private boolean renew(BasicBuilder headers) {
        credentials.authorization().ifPresent(value -> headers.setHeader(AUTHORIZATION, value));
        return true;
    }
}

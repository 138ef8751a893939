package io.trainyard.core.kube.login;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Proves to the API server who we are. Nothing here blocks. */
public interface Credentials {
    /** The content of the Authorization header; empty when a client certificate says it all. */
    Optional<String> authorization();

    /**
     * Tries to get newer credentials, after the API server refused these.
     *
     * @return true when they are other ones than before; never fails
     */
    CompletionStage<Boolean> refresh();

    /** Ends what refreshes in the background. */
    default void close() {}

    /** No header. */
    static Credentials none() {
        return new Fixed(Optional.empty());
    }

    /** A token that nobody replaces. */
    static Credentials token(String token) {
        return new Fixed(Optional.of("Bearer " + token.strip()));
    }

    /** A user name and a password. */
    static Credentials password(String user, String password) {
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new Fixed(Optional.of("Basic " + Base64.getEncoder().encodeToString(both)));
    }

    /** Credentials that stay as they are. */
    record Fixed(Optional<String> authorization) implements Credentials {
        @Override
        public CompletionStage<Boolean> refresh() {
            return CompletableFuture.completedFuture(false);
        }

        @Override
        public String toString() {
            return "Fixed[" + (authorization.isPresent() ? "header" : "no header") + "]";
        }
    }
}

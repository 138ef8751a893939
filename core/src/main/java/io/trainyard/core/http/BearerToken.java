package io.trainyard.core.http;

import io.trainyard.foundation.digest.Sha256;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token of a header {@code Authorization}. Pure. */
public final class BearerToken {
    /** Longer than any token of a ServiceAccount. */
    private static final int MAX_LENGTH = 16 * 1024;

    private BearerToken() {}

    /**
     * The token; empty for anything but the word bearer, in any case, and one more word.
     *
     * @param authorization the header's value; null when there is none
     */
    public static Optional<String> of(@Nullable String authorization) {
        return Optional.ofNullable(authorization)
                .map(header -> header.strip().split("\\s+", 3))
                .filter(words -> words.length == 2 && words[0].equalsIgnoreCase("bearer"))
                .map(words -> words[1])
                .filter(token -> token.length() <= MAX_LENGTH);
    }

    /** Stands for a token, or a text with one in it, where tokens themselves must not be kept. */
    public static String fingerprint(String token) {
        return Base64.getEncoder().encodeToString(Sha256.of(token));
    }
}

package io.trainyard.core.http;

import com.google.re2j.Matcher;
import io.trainyard.foundation.digest.Sha256;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token of a header {@code Authorization}. Pure. */
public final class BearerToken {
    /** Longer than any token of a ServiceAccount. */
    private static final int MAX_LENGTH = 16 * 1024;

    private static final LinearPattern FORM = LinearPattern.of("(?i)bearer\\s+(\\S+)");

    private BearerToken() {}

    /**
     * The token; empty for anything but the word bearer, in any case, and one more word.
     *
     * @param authorization the header's value; null when there is none
     */
    public static Optional<String> of(@Nullable String authorization) {
        return Optional.ofNullable(authorization)
                .map(header -> FORM.matcher(header.strip()))
                .filter(Matcher::matches)
                .map(words -> words.group(1))
                .filter(token -> token.length() <= MAX_LENGTH);
    }

    /** Stands for a token, or a text with one in it, where tokens themselves must not be kept. */
    public static String fingerprint(String token) {
        return Base64.getEncoder().encodeToString(Sha256.of(token));
    }
}

package io.trainyard.core.report.http;

import java.util.Optional;

/** The token of an Authorization header. Pure. */
final class BearerToken {
    /** Longer than any token of a ServiceAccount. */
    private static final int MAX_LENGTH = 16 * 1024;

    private BearerToken() {}

    /** The token; empty for anything but the word bearer, in any case, and one more word. */
    static Optional<String> of(Optional<String> authorization) {
        return authorization
                .map(header -> header.strip().split("\\s+", 3))
                .filter(words -> words.length == 2 && words[0].equalsIgnoreCase("bearer"))
                .map(words -> words[1])
                .filter(token -> token.length() <= MAX_LENGTH);
    }
}

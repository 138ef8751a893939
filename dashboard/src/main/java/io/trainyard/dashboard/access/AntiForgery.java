package io.trainyard.dashboard.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A page of somebody else can make a browser send requests, with its cookies; it cannot read answers. So every change has to carry a word that
 * only a reader of our answers knows.
 */
public final class AntiForgery {
    /** The header that carries the word. */
    public static final String HEADER = "X-Trainyard-Anti-Forgery";

    private final String wordOfAnybody;

    /**
     * @param random for those who need no token
     */
    public AntiForgery(SecureRandom random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        this.wordOfAnybody = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The word for these credentials. */
    public String word(Credentials credentials) {
        return credentials.token().isEmpty() ? wordOfAnybody : credentials.antiForgery();
    }

    /** Whether a request carries the right word. */
    public boolean holds(Credentials credentials, String header) {
        return MessageDigest.isEqual(
                word(credentials).getBytes(StandardCharsets.UTF_8), header.getBytes(StandardCharsets.UTF_8));
    }
}

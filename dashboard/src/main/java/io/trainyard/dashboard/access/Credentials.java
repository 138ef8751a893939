package io.trainyard.dashboard.access;

import io.trainyard.foundation.digest.Sha256;
import java.util.Base64;

/**
 * How somebody says who he is. Does not show itself in logs.
 *
 * @param token a token of the API server; empty for none
 * @param user the name that a proxy in front has vouched for; empty for none
 * @param sender address from which the request came
 */
public record Credentials(String token, String user, String sender) {
    /** The cookie that holds the token of a browser. */
    public static final String COOKIE = "trainyard-token";

    /** Tokens of API servers are shorter; a longer one is nobody's. */
    private static final int MAX_TOKEN = 8192;

    public Credentials {
        if (token.length() > MAX_TOKEN || !token.chars().allMatch(Credentials::isPartOfToken)) {
            token = "";
        }
    }

    /** True when somebody says anything about himself. */
    public boolean given() {
        return !token.isEmpty() || !user.isEmpty();
    }

    /** Stands for the token where the token itself must not be kept. */
    public String fingerprint() {
        return digest("fingerprint");
    }

    /**
     * What a page has to send along with every change. Follows from the token, so that each replica knows it, also after a restart; nobody who
     * has not the token can work it out.
     */
    String antiForgery() {
        return digest("anti-forgery");
    }

    private String digest(String purpose) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(purpose + '\n' + user + '\n' + token));
    }

    private static boolean isPartOfToken(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "-._~+/=:".indexOf(c) >= 0;
    }

    @Override
    public String toString() {
        return "Credentials[" + (token.isEmpty() ? "no token" : "a token") + ", user=" + user + "]";
    }
}

package io.trainyard.dashboard.page;

import io.vertx.core.MultiMap;
import java.util.Map;

/** What a browser may do with our answers: show them, and ask nobody but us. */
public final class SecurityHeaders {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
                    + "require-trusted-types-for 'script'; frame-ancestors ";

    private final Map<String, String> headers;

    /**
     * @param frames whose pages may show ours inside, as a content security policy says it; {@code 'self'} for pages under the same address
     */
    public SecurityHeaders(String frames) {
        if (frames.chars().anyMatch(c -> c < ' ' || c == ';' || c == ',' || c > '~')) {
            throw new IllegalArgumentException("not a list of sources: " + frames);
        }
        this.headers = Map.of(
                "Content-Security-Policy", POLICY + frames,
                "X-Content-Type-Options", "nosniff",
                "Referrer-Policy", "no-referrer",
                "Cross-Origin-Opener-Policy", "same-origin",
                "Cross-Origin-Resource-Policy", "same-origin",
                "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    }

    /** Adds them. */
    public void addTo(MultiMap target) {
        headers.forEach(target::set);
    }
}

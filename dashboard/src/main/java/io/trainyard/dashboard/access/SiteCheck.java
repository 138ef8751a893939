package io.trainyard.dashboard.access;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Whether a request comes from our own page, as far as the browser tells. Programs that are no browsers tell nothing, and are let through. */
public final class SiteCheck {
    private SiteCheck() {}

    /**
     * Decides.
     *
     * @param fetchSite header {@code Sec-Fetch-Site}; empty when there is none
     * @param origin header {@code Origin}; empty when there is none
     * @param host header {@code Host}
     */
    public static boolean allows(String fetchSite, String origin, String host) {
        return switch (fetchSite.toLowerCase(Locale.ROOT)) {
            case "same-origin", "none" -> true;
            case "" -> origin.isEmpty() || sameHost(origin, host);
            default -> false;
        };
    }

    private static boolean sameHost(String origin, String host) {
        try {
            String authority = new URI(origin).getAuthority();
            return authority != null && authority.equalsIgnoreCase(host);
        } catch (URISyntaxException garbage) {
            return false;
        }
    }
}

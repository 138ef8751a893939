package io.trainyard.dashboard.access;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Under which names the page may be called. A stranger's page can make its own name point to our address, and would then read our answers as
 * its own; so names are listed. Addresses cannot be made to point elsewhere.
 */
public final class HostCheck {
    private static final LinearPattern IPV4 = LinearPattern.of("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final LinearPattern PORT = LinearPattern.of(":\\d{1,5}$");
    private static final String ANY = "*";

    private final Set<String> names;

    /**
     * @param names allowed beside {@code localhost} and addresses; {@code *} allows all
     */
    public HostCheck(Set<String> names) {
        this.names = names.stream().map(HostCheck::lower).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Whether a request with this header {@code Host} is for us.
     *
     * @param header with or without a port; empty when there is none
     */
    public boolean allows(String header) {
        String host = lower(PORT.matcher(header).replaceFirst(""));
        if (host.endsWith(".")) {
            host = host.substring(0, host.length() - 1);
        }
        return names.contains(ANY)
                || host.equals("localhost")
                || host.endsWith(".localhost")
                || IPV4.matches(host)
                || (host.startsWith("[") && host.endsWith("]"))
                || names.contains(host);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}

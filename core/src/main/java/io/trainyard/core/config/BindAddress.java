package io.trainyard.core.config;

import java.util.Optional;

/**
 * Where a server listens.
 *
 * @param host address; empty means all
 * @param port TCP port, 0 to 65535; 0 takes any free one
 */
public record BindAddress(String host, int port) {
    /** Reads {@code :8080}, {@code 127.0.0.1:8080} or {@code [::1]:8080}; empty when it is none of these. */
    static Optional<BindAddress> of(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            return Optional.empty();
        }
        String digits = text.substring(colon + 1);
        if (digits.isEmpty() || digits.length() > 5 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        int port = Integer.parseInt(digits);
        return port > 65535 ? Optional.empty() : Optional.of(new BindAddress(host, port));
    }

    /** True when both cannot be listened on at the same time. */
    boolean collidesWith(BindAddress other) {
        return port == other.port && port != 0 && (host.equals(other.host) || isEverywhere() || other.isEverywhere());
    }

    /** True when only this machine, or this pod, reaches it. */
    boolean isLoopback() {
        return host.equals("127.0.0.1") || host.equals("::1") || host.equals("localhost");
    }

    private boolean isEverywhere() {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
    }

    /** The form that {@link #of} reads. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}

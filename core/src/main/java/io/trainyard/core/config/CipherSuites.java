package io.trainyard.core.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The choice among the cipher suites of the platform.
 *
 * @param enabled what to enable, best first; empty leaves it to the platform
 * @param warnings what was skipped and what is weak, for the log
 */
public record CipherSuites(List<String> enabled, List<String> warnings) {
    /** Names that Go once used for what everybody calls otherwise. */
    private static final Map<String, String> ALIASES = Map.of(
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");

    public CipherSuites {
        enabled = List.copyOf(enabled);
        warnings = List.copyOf(warnings);
    }

    /**
     * Chooses.
     *
     * @param wanted names from the configuration
     * @param supported names that the platform supports
     */
    public static CipherSuites choose(List<String> wanted, Collection<String> supported) {
        List<String> enabled = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (String name : wanted) {
            String suite = ALIASES.getOrDefault(name, name);
            if (isTls13(suite)) {
                warnings.add(name + " belongs to TLS 1.3, whose cipher suites cannot be chosen; skipped");
            } else if (!supported.contains(suite)) {
                warnings.add(name + " is not known to this Java; skipped");
            } else {
                enabled.add(suite);
                if (isWeak(suite)) {
                    warnings.add(name + " is weak");
                }
            }
        }
        if (enabled.isEmpty() && !wanted.isEmpty()) {
            warnings.add("none of the configured cipher suites can be used; those of the platform stay");
        }
        return new CipherSuites(enabled, warnings);
    }

    private static boolean isTls13(String suite) {
        return suite.startsWith("TLS_AES_") || suite.startsWith("TLS_CHACHA20_");
    }

    private static boolean isWeak(String suite) {
        return suite.startsWith("TLS_RSA_")
                || suite.contains("_RC4_")
                || suite.contains("_3DES_")
                || suite.contains("_NULL_")
                || suite.contains("_CBC_SHA256");
    }
}

package io.trainyard.core.config;

import java.util.List;
import java.util.Optional;

/**
 * What the TLS servers accept.
 *
 * @param minVersion oldest version; empty leaves it to the platform
 * @param cipherSuites names of cipher suites, best first, which {@link CipherSuites} checks; empty leaves them to the platform
 * @param nextProtocols protocols offered by ALPN, best first; never empty
 */
public record TlsSettings(Optional<TlsVersion> minVersion, List<String> cipherSuites, List<String> nextProtocols) {
    public TlsSettings {
        cipherSuites = List.copyOf(cipherSuites);
        nextProtocols = List.copyOf(nextProtocols);
    }
}

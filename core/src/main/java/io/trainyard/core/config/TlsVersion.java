package io.trainyard.core.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Versions of TLS. */
public enum TlsVersion {
    V1_0("1.0", "TLSv1"),
    V1_1("1.1", "TLSv1.1"),
    V1_2("1.2", "TLSv1.2"),
    V1_3("1.3", "TLSv1.3");

    private final String text;
    private final String protocol;

    TlsVersion(String text, String protocol) {
        this.text = text;
        this.protocol = protocol;
    }

    /** As in a configuration file. */
    public String text() {
        return text;
    }

    /** As Java calls this version and all newer ones. */
    public List<String> protocolsFromHere() {
        return Arrays.stream(values())
                .filter(version -> version.compareTo(this) >= 0)
                .map(version -> version.protocol)
                .toList();
    }

    static Optional<TlsVersion> of(String text) {
        return Arrays.stream(values())
                .filter(version -> version.text.equals(text))
                .findFirst();
    }
}

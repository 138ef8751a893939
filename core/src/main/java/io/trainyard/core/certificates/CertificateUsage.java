package io.trainyard.core.certificates;

import java.util.Locale;

/** What a certificate is for. */
enum CertificateUsage {
    CA("certificate authority"),
    SERVER("server certificate");

    private final String text;

    CertificateUsage(String text) {
        this.text = text;
    }

    /** For people. */
    String text() {
        return text;
    }

    /** Value of the label {@code usage} of metrics. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.trainyard.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("CFG-30: cipher suites")
final class CipherSuitesTest {
    private static final Set<String> SUPPORTED = Set.of(
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_RSA_WITH_AES_128_CBC_SHA", "TLS_AES_128_GCM_SHA256");

    @Test
    void knownSuitesAreTakenInTheirOrder() {
        CipherSuites chosen = CipherSuites.choose(
                List.of("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), SUPPORTED);

        assertThat(chosen.enabled())
                .containsExactly(
                        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
        assertThat(chosen.warnings()).isEmpty();
    }

    @Test
    void weakSuitesAreTakenWithAWarning() {
        CipherSuites chosen = CipherSuites.choose(List.of("TLS_RSA_WITH_AES_128_CBC_SHA"), SUPPORTED);

        assertThat(chosen.enabled()).hasSize(1);
        assertThat(chosen.warnings()).containsExactly("TLS_RSA_WITH_AES_128_CBC_SHA is weak");
    }

    @Test
    void unknownSuitesAndThoseOfTls13AreSkipped() {
        CipherSuites chosen = CipherSuites.choose(List.of("TLS_NOPE", "TLS_AES_128_GCM_SHA256"), SUPPORTED);

        assertThat(chosen.enabled()).isEmpty();
        assertThat(chosen.warnings()).hasSize(3).last().asString().contains("those of the platform stay");
    }

    @Test
    void nothingAskedForIsNothingToWarnOf() {
        assertThat(CipherSuites.choose(List.of(), SUPPORTED).warnings()).isEmpty();
    }
}

package io.trainyard.core.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.TlsVersion;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("TlsServerOptions (CFG-30, CFG-31)")
final class TlsServerOptionsTest {
    private static final String STRONG = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    private static final TlsPlatform PLATFORM = new TlsPlatform(
            Set.of("TLS_AES_128_GCM_SHA256", STRONG, "TLS_RSA_WITH_AES_128_CBC_SHA"),
            List.of("TLS_AES_128_GCM_SHA256", STRONG, "TLS_EMPTY_RENEGOTIATION_INFO_SCSV"),
            Set.of("TLSv1", "TLSv1.1"));

    @Test
    void withoutSettingsOnlyModernVersionsAndNoHttp2() {
        HttpServerOptions secured = secure(Optional.empty(), List.of(), List.of("http/1.1"));

        assertThat(secured.isSsl()).isTrue();
        assertThat(secured.getEnabledSecureTransportProtocols()).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
        assertThat(secured.getEnabledCipherSuites()).isEmpty();
        assertThat(secured.getAlpnVersions()).containsExactly(HttpVersion.HTTP_1_1);
    }

    @Test
    @DisplayName(
            "without HTTP/2 there is nothing to choose, and Netty does not look for providers that could (CERT-26)")
    void withoutHttp2NoProtocolIsNegotiated() {
        assertThat(secure(Optional.empty(), List.of(), List.of("http/1.1")).isUseAlpn())
                .isFalse();
        assertThat(secure(Optional.empty(), List.of(), List.of("h2", "http/1.1"))
                        .isUseAlpn())
                .isTrue();
    }

    @Test
    @DisplayName("without HTTP/2 the context is Java's own, whose class knows nothing of other providers (CERT-26)")
    void withoutHttp2TheContextIsJavasOwn() throws Exception {
        HttpServerOptions copied =
                new HttpServerOptions(secure(Optional.empty(), List.of(STRONG), List.of("http/1.1")));

        SslContext context = copied.getSslEngineOptions()
                .sslContextFactory()
                .keyMananagerFactory(TestCertificates.of("EC", "localhost").keyManagers())
                .enabledCipherSuites(copied.getEnabledCipherSuites())
                .create();

        assertThat(context).isExactlyInstanceOf(JdkSslContext.class);
        assertThat(context.isServer()).isTrue();
        assertThat(context.cipherSuites()).containsExactly("TLS_AES_128_GCM_SHA256", STRONG);
        assertThat(copied.getSslEngineOptions().getUseWorkerThread()).isTrue();
    }

    @Test
    void theMinimumVersionAndAllNewerOnesAreSpoken() {
        assertThat(secure(Optional.of(TlsVersion.V1_3), List.of(), List.of("http/1.1"))
                        .getEnabledSecureTransportProtocols())
                .containsExactly("TLSv1.3");
    }

    @Test
    void aVersionThatJavaRefusesIsWarnedAbout() {
        assertThat(options(Optional.of(TlsVersion.V1_0), List.of(), List.of("h2"))
                        .warnings())
                .singleElement()
                .asString()
                .contains("minVersion 1.0", "TLSv1, TLSv1.1", "jdk.tls.disabledAlgorithms");
    }

    @Test
    void chosenSuitesLeaveThoseOfTls13Alone() {
        TlsServerOptions options = options(Optional.empty(), List.of("TLS_MADE_UP", STRONG), List.of("http/1.1"));

        assertThat(secure(options).getEnabledCipherSuites()).containsExactly("TLS_AES_128_GCM_SHA256", STRONG);
        assertThat(options.warnings()).containsExactly("cipherSuites: TLS_MADE_UP is not known to this Java; skipped");
    }

    @Test
    void ifNoSuiteIsLeftThePlatformChooses() {
        TlsServerOptions options = options(Optional.empty(), List.of("TLS_MADE_UP"), List.of("http/1.1"));

        assertThat(secure(options).getEnabledCipherSuites()).isEmpty();
        assertThat(options.warnings()).hasSize(2);
    }

    @Test
    void http2IsOfferedOnlyWhenAskedFor() {
        assertThat(secure(Optional.empty(), List.of(), List.of("h2", "http/1.1"))
                        .getAlpnVersions())
                .containsExactly(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1);
    }

    @Test
    void unknownProtocolsAreSkippedWithAWarning() {
        TlsServerOptions options = options(Optional.empty(), List.of(), List.of("spdy/3"));

        assertThat(secure(options).getAlpnVersions()).containsExactly(HttpVersion.HTTP_1_1);
        assertThat(options.warnings()).containsExactly("nextProtos: spdy/3 is not spoken here; skipped");
    }

    @Test
    void thisJvmHasWhatWeCountOn() {
        TlsPlatform here = TlsPlatform.ofThisJvm();

        assertThat(here.supportedSuites()).contains(STRONG);
        assertThat(here.tls13Suites()).contains("TLS_AES_128_GCM_SHA256").noneMatch(suite -> suite.contains("_WITH_"));
    }

    private static HttpServerOptions secure(Optional<TlsVersion> min, List<String> suites, List<String> protocols) {
        return secure(options(min, suites, protocols));
    }

    private static HttpServerOptions secure(TlsServerOptions options) {
        return options.secure(new HttpServerOptions(), new PemKeyCertOptions());
    }

    private static TlsServerOptions options(Optional<TlsVersion> min, List<String> suites, List<String> protocols) {
        return TlsServerOptions.of(new TlsSettings(min, suites, protocols), PLATFORM);
    }
}

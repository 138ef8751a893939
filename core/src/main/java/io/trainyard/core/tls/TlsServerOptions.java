package io.trainyard.core.tls;

import io.trainyard.core.config.CipherSuites;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.TlsVersion;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS settings of the configuration, ready for each server that speaks TLS. One for the whole process. */
public final class TlsServerOptions {
    private static final Logger LOG = LoggerFactory.getLogger(TlsServerOptions.class);

    private final Set<String> protocols;
    private final List<String> suites;
    private final List<HttpVersion> alpn;
    private final List<String> warnings;

    private TlsServerOptions(
            Set<String> protocols, List<String> suites, List<HttpVersion> alpn, List<String> warnings) {
        this.protocols = protocols;
        this.suites = suites;
        this.alpn = alpn;
        this.warnings = warnings;
    }

    /** Fits the settings to this JVM, and logs what they ask for in vain. Takes some milliseconds: once, at start-up. */
    public static TlsServerOptions of(TlsSettings settings) {
        TlsServerOptions options = of(settings, TlsPlatform.ofThisJvm());
        options.warnings.forEach(warning -> LOG.warn("tls: {}", warning));
        return options;
    }

    static TlsServerOptions of(TlsSettings settings, TlsPlatform platform) {
        List<String> warnings = new ArrayList<>();
        return new TlsServerOptions(
                protocols(settings.minVersion(), platform, warnings),
                suites(settings.cipherSuites(), platform, warnings),
                alpn(settings.nextProtocols(), warnings),
                warnings);
    }

    /** A copy of {@code options} that speaks TLS with this certificate, and only as configured. */
    public HttpServerOptions secure(HttpServerOptions options, KeyCertOptions certificate) {
        boolean negotiates = alpn.contains(HttpVersion.HTTP_2);
        JdkSSLEngineOptions engine =
                negotiates ? new JdkSSLEngineOptions().setUseWorkerThread(true) : SingleProtocolTls.engine();
        HttpServerOptions secured = new HttpServerOptions(options)
                .setSsl(true)
                .setSslEngineOptions(engine)
                .setKeyCertOptions(certificate)
                // Whoever is offered nothing speaks HTTP/1.1.
                .setUseAlpn(negotiates)
                .setAlpnVersions(alpn);
        if (!protocols.isEmpty()) {
            secured.setEnabledSecureTransportProtocols(protocols);
        }
        suites.forEach(secured::addEnabledCipherSuite);
        return secured;
    }

    /** Lets only those finish a handshake who have a certificate that is trusted; changes {@code options}. */
    public static HttpServerOptions requireClientCertificate(HttpServerOptions options, ReloadableTrustManager trust) {
        return options.setClientAuth(ClientAuth.REQUIRED).setTrustOptions(TrustOptions.wrap(trust));
    }

    /** What the settings ask for in vain. */
    List<String> warnings() {
        return warnings;
    }

    /** Empty leaves the versions to Vert.x: 1.2 and 1.3. */
    private static Set<String> protocols(Optional<TlsVersion> minVersion, TlsPlatform platform, List<String> warnings) {
        if (minVersion.isEmpty()) {
            return Set.of();
        }
        Set<String> protocols = new LinkedHashSet<>(minVersion.get().protocolsFromHere());
        List<String> disabled = protocols.stream()
                .filter(platform.disabledProtocols()::contains)
                .toList();
        if (!disabled.isEmpty()) {
            warnings.add("minVersion " + minVersion.get().text() + " is configured, but this Java refuses "
                    + String.join(", ", disabled) + " (security property jdk.tls.disabledAlgorithms)");
        }
        return protocols;
    }

    /** Empty leaves the suites to the platform. */
    private static List<String> suites(List<String> wanted, TlsPlatform platform, List<String> warnings) {
        CipherSuites chosen = CipherSuites.choose(wanted, platform.supportedSuites());
        warnings.addAll(chosen.warnings().stream()
                .map(warning -> "cipherSuites: " + warning)
                .toList());
        if (chosen.enabled().isEmpty()) {
            return List.of();
        }
        List<String> suites = new ArrayList<>(platform.tls13Suites());
        suites.addAll(chosen.enabled());
        return suites;
    }

    private static List<HttpVersion> alpn(List<String> names, List<String> warnings) {
        List<HttpVersion> versions = new ArrayList<>();
        for (String name : names) {
            switch (name) {
                case "h2" -> versions.add(HttpVersion.HTTP_2);
                case "http/1.1" -> versions.add(HttpVersion.HTTP_1_1);
                case "http/1.0" -> versions.add(HttpVersion.HTTP_1_0);
                default -> warnings.add("nextProtos: " + name + " is not spoken here; skipped");
            }
        }
        return versions.isEmpty() ? List.of(HttpVersion.HTTP_1_1) : versions;
    }
}

package io.trainyard.core.tls;

import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * What the Java at hand can do.
 *
 * @param supportedSuites all cipher suites that may be enabled
 * @param defaultSuites those that are enabled if nobody chooses, best first
 * @param disabledProtocols versions of TLS that are refused whatever is configured, as Java calls them
 */
record TlsPlatform(Set<String> supportedSuites, List<String> defaultSuites, Set<String> disabledProtocols) {
    TlsPlatform {
        supportedSuites = Set.copyOf(supportedSuites);
        defaultSuites = List.copyOf(defaultSuites);
        disabledProtocols = Set.copyOf(disabledProtocols);
    }

    /** Asks the JVM. */
    static TlsPlatform ofThisJvm() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            // Without key and trust managers no key store is read.
            context.init(new KeyManager[0], new TrustManager[0], null);
            SSLParameters supported = context.getSupportedSSLParameters();
            SSLParameters defaults = context.getDefaultSSLParameters();
            return new TlsPlatform(
                    Set.of(supported.getCipherSuites()), List.of(defaults.getCipherSuites()), refusedProtocols());
        } catch (GeneralSecurityException noTls) {
            throw new IllegalStateException("this Java has no TLS", noTls);
        }
    }

    /** Suites of TLS 1.3, which nobody can choose among. */
    List<String> tls13Suites() {
        return defaultSuites.stream()
                .filter(suite -> !suite.contains("_WITH_") && !suite.endsWith("_SCSV"))
                .toList();
    }

    private static Set<String> refusedProtocols() {
        String property = Security.getProperty("jdk.tls.disabledAlgorithms");
        return property == null
                ? Set.of()
                : Arrays.stream(property.split(","))
                        .map(String::strip)
                        .filter(name -> name.startsWith("TLSv") || name.startsWith("SSLv"))
                        .collect(Collectors.toUnmodifiableSet());
    }
}

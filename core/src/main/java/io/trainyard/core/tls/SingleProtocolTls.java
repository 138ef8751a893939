package io.trainyard.core.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.security.GeneralSecurityException;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Java's TLS for a server that speaks one protocol and so has none to negotiate. Netty's own context for servers first tries what other libraries can do, for which it
 * makes Bouncy Castle's provider: megabytes of heap for good, and a part of a second of each start.
 */
final class SingleProtocolTls {
    private SingleProtocolTls() {}

    /** A handshake costs a signature, and many may come at once when an API server restarts: that is done by workers. */
    static JdkSSLEngineOptions engine() {
        JdkSSLEngineOptions engine = new JdkSSLEngineOptions() {
            @Override
            public JdkSSLEngineOptions copy() {
                return engine();
            }

            @Override
            public SslContextFactory sslContextFactory() {
                return new Factory();
            }
        };
        return engine.setUseWorkerThread(true);
    }

    private static final class Factory implements SslContextFactory {
        private ClientAuth clientAuth = ClientAuth.NONE;
        private Set<String> suites = Set.of();
        private @Nullable KeyManagerFactory keys;
        private @Nullable TrustManagerFactory trust;

        @Override
        public SslContextFactory clientAuth(ClientAuth wanted) {
            clientAuth = wanted;
            return this;
        }

        @Override
        public SslContextFactory keyMananagerFactory(@Nullable KeyManagerFactory factory) {
            keys = factory;
            return this;
        }

        @Override
        public SslContextFactory trustManagerFactory(@Nullable TrustManagerFactory factory) {
            trust = factory;
            return this;
        }

        @Override
        public SslContextFactory enabledCipherSuites(@Nullable Set<String> wanted) {
            suites = wanted == null ? Set.of() : new LinkedHashSet<>(wanted);
            return this;
        }

        @Override
        @SuppressWarnings("NullAway") // Null is what stands for the defaults of Java.
        public SslContext create() throws SSLException {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(
                        keys == null ? null : keys.getKeyManagers(),
                        trust == null ? null : trust.getTrustManagers(),
                        null);
                return new JdkSslContext(
                        context,
                        false,
                        suites.isEmpty() ? null : suites,
                        IdentityCipherSuiteFilter.INSTANCE,
                        ApplicationProtocolConfig.DISABLED,
                        clientAuth,
                        null,
                        false);
            } catch (GeneralSecurityException unusable) {
                throw new SSLException("the server's TLS cannot be set up: " + unusable.getMessage(), unusable);
            }
        }
    }
}

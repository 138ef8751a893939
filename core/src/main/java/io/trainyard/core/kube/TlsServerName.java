package io.trainyard.core.kube;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSessionContext;

/**
 * The {@code tls-server-name} of a kubeconfig: the handshake names it, and the certificate must hold it, whatever host the connection goes to. fabric8's
 * client of Vert.x does not know it, and Vert.x has it for requests alone, not for WebSockets.
 */
final class TlsServerName extends JdkSSLEngineOptions {
    private final JdkSSLEngineOptions given;
    private final String name;

    /** @param given makes the contexts that do not know the name */
    TlsServerName(JdkSSLEngineOptions given, String name) {
        this.given = given;
        this.name = name;
    }

    @Override
    public JdkSSLEngineOptions copy() {
        return this;
    }

    @Override
    public SslContextFactory sslContextFactory() {
        SslContextFactory contexts = given.sslContextFactory();
        return () -> new NamingContext(contexts.create(), name);
    }

    private static final class NamingContext extends SslContext {
        private final SslContext given;
        private final String name;

        NamingContext(SslContext given, String name) {
            this.given = given;
            this.name = name;
        }

        @Override
        public boolean isClient() {
            return given.isClient();
        }

        @Override
        public List<String> cipherSuites() {
            return given.cipherSuites();
        }

        @Override
        @SuppressWarnings("deprecation") // Each context has to have it.
        public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
            return given.applicationProtocolNegotiator();
        }

        @Override
        public SSLSessionContext sessionContext() {
            return given.sessionContext();
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers) {
            return given.newEngine(buffers, name, -1);
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
            return given.newEngine(buffers, name, port);
        }

        @Override
        protected SslHandler newHandler(ByteBufAllocator buffers, String host, int port, boolean startTls) {
            return new NamingHandler(newEngine(buffers, host, port), startTls, name);
        }

        @Override
        protected SslHandler newHandler(
                ByteBufAllocator buffers, String host, int port, boolean startTls, Executor tasks) {
            return newHandler(buffers, host, port, startTls);
        }
    }

    private static final class NamingHandler extends SslHandler {
        private final String name;

        NamingHandler(SSLEngine engine, boolean startTls, String name) {
            super(engine, startTls);
            this.name = name;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) throws Exception {
            // Here, since Vert.x has named the host of the address by now. Addresses have no place in a handshake.
            if (!NetUtil.isValidIpV4Address(name) && !NetUtil.isValidIpV6Address(name)) {
                SSLParameters parameters = engine().getSSLParameters();
                parameters.setServerNames(List.of(new SNIHostName(name)));
                engine().setSSLParameters(parameters);
            }
            super.handlerAdded(context);
        }
    }
}

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
        return () -> new NamingContext(contexts.create());
    }

    private final class NamingContext extends SslContext {
        private final SslContext unnamed;

        NamingContext(SslContext unnamed) {
            this.unnamed = unnamed;
        }

        @Override
        public boolean isClient() {
            return unnamed.isClient();
        }

        @Override
        public List<String> cipherSuites() {
            return unnamed.cipherSuites();
        }

        @Override
        @SuppressWarnings("deprecation") // Each context has to have it.
        public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
            return unnamed.applicationProtocolNegotiator();
        }

        @Override
        public SSLSessionContext sessionContext() {
            return unnamed.sessionContext();
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers) {
            return unnamed.newEngine(buffers, name, -1);
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
            return unnamed.newEngine(buffers, name, port);
        }

        @Override
        protected SslHandler newHandler(ByteBufAllocator buffers, String host, int port, boolean startTls) {
            return new NamingHandler(newEngine(buffers, host, port), startTls);
        }

        @Override
        protected SslHandler newHandler(
                ByteBufAllocator buffers, String host, int port, boolean startTls, Executor tasks) {
            return newHandler(buffers, host, port, startTls);
        }
    }

    private final class NamingHandler extends SslHandler {
        NamingHandler(SSLEngine engine, boolean startTls) {
            super(engine, startTls);
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) throws Exception {
            // Here, since Vert.x has named the host of the address by now. Addresses have no place in a handshake.
            if (NetUtil.createInetAddressFromIpAddressString(name) == null) {
                SSLParameters parameters = engine().getSSLParameters();
                parameters.setServerNames(List.of(new SNIHostName(name)));
                engine().setSSLParameters(parameters);
            }
            super.handlerAdded(context);
        }
    }
}

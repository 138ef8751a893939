package io.trainyard.core.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.tls.ReloadableKeyManager;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.VertxWrapper;
import io.vertx.core.impl.transports.JDKTransport;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open port that speaks HTTP, on a Vert.x context of its own, so that a busy reconcile loop does not keep callers waiting. All
 * methods may be called from any thread; their results arrive on the caller's context where there is one.
 */
public final class HttpListener {
    private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);

    private final Vertx vertx;
    private final String deployment;
    private final Listening listening;
    private final Optional<ReloadableKeyManager> keys;

    private HttpListener(Vertx vertx, String deployment, Listening listening, Optional<ReloadableKeyManager> keys) {
        this.vertx = vertx;
        this.deployment = deployment;
        this.listening = listening;
        this.keys = keys;
    }

    /**
     * Where to listen.
     *
     * @param setting path of the setting that holds the address, for messages
     * @param address host and port; port 0 takes any free one
     * @param limits what strangers may take of the port
     */
    public record Place(String setting, BindAddress address, PortLimits limits) {
        /** The host as Vert.x wants it; in Java the wildcard of IPv4 covers IPv6 as well. */
        String host() {
            return address.host().isEmpty() ? "0.0.0.0" : address.host();
        }
    }

    /**
     * Opens the port. Fails with {@link IOException}, which names the setting, when that is not possible.
     *
     * @param options TLS; HTTP/2 without TLS is switched off, host, port and limits are taken from {@code place}
     * @param handler makes what answers requests, given the context on which they arrive
     */
    public static Uni<HttpListener> open(
            Vertx vertx, Place place, HttpServerOptions options, Function<Context, HttpEndpoint> handler) {
        return uni(() -> keys(vertx, options).compose(keys -> {
            HttpServerOptions effective = new HttpServerOptions(options)
                    .setHttp2ClearTextEnabled(false)
                    .setMaxHeaderSize(place.limits().headerBytes())
                    .setHost(place.host())
                    .setPort(place.address().port());
            keys.ifPresent(exchangeable -> effective.setKeyCertOptions(KeyCertOptions.wrap(exchangeable)));
            var verticle = new Listening(effective, place.limits(), handler);
            return vertx.deployVerticle(verticle, new DeploymentOptions())
                    .map(id -> new HttpListener(vertx, id, verticle, keys))
                    .recover(failure -> Future.failedFuture(new IOException(
                            place.setting() + ": cannot listen on " + place.address() + ": " + failure.getMessage(),
                            failure)))
                    .onSuccess(opened -> LOG.info(
                            "Listening on {}{} ({})",
                            place.address(),
                            place.address().port() == 0 ? ", port " + opened.port() : "",
                            place.setting()));
        }));
    }

    /** The keys of a server with TLS, so that they can be exchanged later. */
    private static Future<Optional<ReloadableKeyManager>> keys(Vertx vertx, HttpServerOptions options) {
        if (!options.isSsl()) {
            return Future.succeededFuture(Optional.empty());
        }
        return managers(vertx, options.getKeyCertOptions()).map(first -> Optional.of(new ReloadableKeyManager(first)));
    }

    private static Future<KeyManager[]> managers(Vertx vertx, KeyCertOptions certificate) {
        return vertx.executeBlocking(
                () -> certificate.getKeyManagerFactory(vertx).getKeyManagers(), false);
    }

    /** The port that is open. */
    public int port() {
        return listening.server().actualPort();
    }

    /**
     * Serves another certificate from now on; open connections live on, and none that comes meanwhile is turned away. For a listener that
     * was opened with TLS.
     *
     * @return fails, and changes nothing, when the certificate cannot be used
     */
    public Uni<Void> replaceCertificate(KeyCertOptions certificate) {
        ReloadableKeyManager exchangeable =
                keys.orElseThrow(() -> new IllegalStateException("this listener was opened without TLS"));
        return uni(() -> managers(vertx, certificate).map(next -> {
            exchangeable.exchange(next);
            return null;
        }));
    }

    /**
     * Prepares the end of the port. All requests are answered as before, but each connection takes one more only, so that callers who connect again reach
     * another server when there is one.
     */
    public void retire() {
        listening.requests.retire();
    }

    /** Completes at the first moment at which no request is under way. */
    public Uni<Void> quiet() {
        Promise<Void> quiet = Promise.promise();
        listening.onEventLoop(() -> listening.requests.quiet().onComplete(quiet));
        return uni(quiet::future);
    }

    /** Closes the port and all connections. */
    public Uni<Void> close() {
        return uni(() -> vertx.undeploy(deployment));
    }

    private static <T> Uni<T> uni(Supplier<Future<T>> task) {
        return Uni.createFrom().completionStage(() -> task.get().toCompletionStage());
    }

    private static final class Listening extends AbstractVerticle {
        private final HttpServerOptions options;
        private final Gate gate;
        private final OpenRequests requests = new OpenRequests();
        private final Function<Context, HttpEndpoint> handler;
        private volatile @Nullable HttpServer server;

        private Listening(HttpServerOptions options, PortLimits limits, Function<Context, HttpEndpoint> handler) {
            this.options = options;
            this.gate = new Gate(limits, options.isSsl());
            this.handler = handler;
        }

        @Override
        public void start(Promise<Void> started) {
            HttpEndpoint endpoint = handler.apply(context);
            HttpServer created = new HttpServerImpl(new Gated((VertxInternal) vertx, gate), options)
                    .connectionHandler(connection -> Gate.of(connection).ifPresent(OpenConnection::handshakeDone))
                    .requestHandler(new AlwaysAnswering(requests, endpoint));
            server = created;
            created.listen().<Void>mapEmpty().onComplete(started);
        }

        @Override
        public void stop() {
            gate.close();
        }

        private void onEventLoop(Runnable task) {
            context.runOnContext(ignored -> task.run());
        }

        private HttpServer server() {
            HttpServer created = server;
            if (created == null) {
                throw new IllegalStateException("not started");
            }
            return created;
        }
    }

    /** Replaces the transport, because only the transport sees a connection before TLS. Uses internals of Vert.x, to be looked at when it is upgraded. */
    private static final class Gated extends VertxWrapper {
        private final Gate gate;

        private Gated(VertxInternal vertx, Gate gate) {
            super(vertx);
            this.gate = gate;
        }

        @Override
        public Transport transport() {
            return new JDKTransport() {
                @Override
                public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
                    super.configure(options, domainSocket, bootstrap);
                    bootstrap
                            .childOption(
                                    ChannelOption.RCVBUF_ALLOCATOR,
                                    new AdaptiveRecvByteBufAllocator(512, 2048, PortLimits.READ_BYTES))
                            .childHandler(gate.initializer(bootstrap.config().childHandler()));
                }
            };
        }
    }

    /** A handler that breaks must not leave its caller waiting. */
    private record AlwaysAnswering(OpenRequests requests, HttpEndpoint handler) implements Handler<HttpServerRequest> {
        @Override
        public void handle(HttpServerRequest request) {
            Gate.of(request.connection()).ifPresent(open -> open.headerArrived(request));
            requests.arrived(request);
            try {
                handler.handle(request);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError broken) {
                LOG.error("A request broke: {} {}", request.method(), request.path(), broken);
                if (!request.response().ended()) {
                    request.response().setStatusCode(500).end();
                }
            }
        }
    }
}

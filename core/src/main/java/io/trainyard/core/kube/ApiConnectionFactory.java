package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.vertx.TlsWarmup;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.trainyard.foundation.regex.LinearPattern;
import io.vertx.core.Vertx;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.ext.web.client.WebClientOptions;
import java.util.concurrent.TimeUnit;

/** Connections to an API server: on our Vert.x, with options that fabric8 does not set. */
final class ApiConnectionFactory extends VertxHttpClientFactory {
    private static final LinearPattern ON_THIS_MACHINE =
            LinearPattern.of("http://(127\\.0\\.0\\.1|localhost|\\[::1\\])[:/]");

    private static final int POOL = 32;
    /** Connections beyond the limit of requests, so that a renewed lease or a new list never waits for a hundred slow applies. */
    private static final int RESERVE = 8;

    private static final int POOL_CLEANER_MILLIS = 15_000;

    private final int pool;
    private final String tlsServerName;

    /** @param tlsServerName the host that the certificate must hold; empty for that of the address */
    ApiConnectionFactory(Vertx vertx, ClientOptions options, boolean withoutTls, String tlsServerName) {
        super(vertx);
        this.tlsServerName = tlsServerName;
        this.pool = Math.max(POOL, options.limits().maxInFlight()) + RESERVE;
        setTlsWarmup(withoutTls ? TlsWarmup.OFF : TlsWarmup.CONTEXT);
    }

    /**
     * To a server of this machine that has no TLS, nothing of TLS is loaded, which fabric8 would do all the same: some 200 classes, and tables of elliptic
     * curves, in the middle of a laptop's start. Proxies have no part in it either.
     */
    @Override
    public HttpClient.Builder newBuilder(Config config) {
        if (!ON_THIS_MACHINE.matcher(config.getMasterUrl()).lookingAt()) {
            return super.newBuilder(config);
        }
        HttpClient.Builder builder = newBuilder().followAllRedirects();
        builder.tag(config.getRequestConfig());
        builder.connectTimeout(config.getConnectionTimeout(), TimeUnit.MILLISECONDS);
        HttpClientUtils.createApplicableInterceptors(config, this).forEach(builder::addOrReplaceInterceptor);
        return builder;
    }

    @Override
    protected void additionalConfig(WebClientOptions web) {
        // No idle timeout: it would cut watches on which nothing happens.
        web.setMaxPoolSize(pool)
                .setMaxWaitQueueSize(-1)
                .setKeepAliveTimeout(60)
                // To look every second for connections that nobody needs any more would be most of what an idle
                // client does.
                .setPoolCleanerPeriod(POOL_CLEANER_MILLIS)
                .setTcpKeepAlive(true)
                .setDecompressionSupported(true);
        if (!tlsServerName.isEmpty() && web.getSslEngineOptions() instanceof JdkSSLEngineOptions engine) {
            web.setSslEngineOptions(new TlsServerName(engine, tlsServerName));
        }
    }
}

package io.trainyard.launcher.kubelet;

import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.launcher.cli.kubelet.KubeletProcess.LogAddress;
import io.trainyard.local.kubelet.process.StartException;
import io.trainyard.local.kubelet.server.NodeProxyAuthorization;
import io.trainyard.local.kubelet.server.NodeServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Starts the servers of nodes, with a certificate of their own: API servers do not check those of kubelets unless told to. */
final class NodeServers {
    private static final Duration VALIDITY = Duration.ofDays(365);

    private NodeServers() {}

    static Future<NodeServer> listen(Vertx vertx, LogAddress where, NodeProxyAuthorization authorization) {
        return Future.fromCompletionStage(SelfSignedCertificate.create(
                                vertx,
                                new VertxTimeSource(vertx.getOrCreateContext()),
                                List.of(where.address()),
                                VALIDITY)
                        .subscribeAsCompletionStage())
                .compose(certificate ->
                        NodeServer.listen(vertx, options(where, certificate), Clock.systemUTC(), authorization))
                .recover(cause -> Future.failedFuture(new StartException("the API server cannot be answered at "
                        + where.address() + ", port " + where.port() + ": " + cause.getMessage())));
    }

    private static HttpServerOptions options(LogAddress where, SelfSignedCertificate certificate) {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(where.address())
                .setPort(where.port())
                .setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addKeyValue(Buffer.buffer(certificate.keyPem()))
                        .addCertValue(Buffer.buffer(certificate.certificatePem())));
        where.clientAuthority().ifPresent(file -> options.setClientAuth(ClientAuth.REQUIRED)
                .setTrustOptions(new PemTrustOptions().addCertPath(file.toString())));
        return options;
    }
}

package io.trainyard.launcher.node;

import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.streaming.SpdyUpgrades;
import io.trainyard.local.streaming.StreamingRuntime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Answers the API server as a kubelet does, so that {@code kubectl logs}, {@code exec}, {@code attach} and {@code port-forward} reach the pods of this
 * node. Everybody on this machine is let in. Listens before the node exists, because the Node object names the port.
 */
final class NodeServer {
    private static final Duration VALIDITY = Duration.ofDays(1);

    private final LogAnswers logs;
    private final StreamAnswers streams;
    private volatile int port;

    private NodeServer(Vertx vertx) {
        this.logs = new LogAnswers(vertx, Clock.systemUTC());
        this.streams = new StreamAnswers(vertx.createNetClient());
    }

    /** Listens on a free port. */
    static Future<NodeServer> listen(Vertx vertx, String address) {
        NodeServer answers = new NodeServer(vertx);
        VertxTimeSource time = new VertxTimeSource(vertx.getOrCreateContext());
        return Future.fromCompletionStage(SelfSignedCertificate.create(vertx, time, List.of(address), VALIDITY)
                        .subscribeAsCompletionStage())
                .compose(certificate -> vertx.createHttpServer(StreamAnswers.speaking(options(address, certificate)))
                        .connectionHandler(SpdyUpgrades::allowOn)
                        .requestHandler(answers::answer)
                        .listen())
                .map(listening -> {
                    answers.port = listening.actualPort();
                    return answers;
                });
    }

    private static HttpServerOptions options(String address, SelfSignedCertificate certificate) {
        return new HttpServerOptions()
                .setHost(address)
                .setPort(0)
                .setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addKeyValue(Buffer.buffer(certificate.keyPem()))
                        .addCertValue(Buffer.buffer(certificate.certificatePem())));
    }

    int port() {
        return port;
    }

    /** From now on, logs come from here, and pods are reached there; until then there are none. */
    void serve(PodLogs source, StreamingRuntime runtime) {
        logs.serve(source);
        streams.serve(runtime);
    }

    private void answer(HttpServerRequest request) {
        if (StreamRequest.isAbout(request.path())) {
            streams.answer(request);
        } else {
            logs.answer(request);
        }
    }
}

package io.trainyard.launcher.strangers;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.util.List;
import java.util.stream.Stream;

/** The addresses of a stranger: four, none of which is that of honest callers. */
final class Sources {
    static final List<String> FOUR = List.of("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5");

    /** Where everything listens. */
    static final String TARGET = "127.0.0.1";

    private static final int CONNECT_MILLIS = 30_000;

    private Sources() {}

    static List<NetClient> clients(Vertx vertx, boolean tls) {
        return Stream.iterate(0, i -> i + 1)
                .limit(FOUR.size())
                .map(i -> vertx.createNetClient(options(FOUR.get(i), tls)))
                .toList();
    }

    static NetClientOptions options(String source, boolean tls) {
        NetClientOptions options = new NetClientOptions().setConnectTimeout(CONNECT_MILLIS);
        options.setLocalAddress(source).setReceiveBufferSize(8 * 1024);
        if (tls) {
            options.setSsl(true).setTrustAll(true).setHostnameVerificationAlgorithm("");
            options.setSslHandshakeTimeout(CONNECT_MILLIS);
        }
        return options;
    }
}

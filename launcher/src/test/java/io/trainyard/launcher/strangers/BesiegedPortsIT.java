package io.trainyard.launcher.strangers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Thousands of connections that four addresses open and keep. */
@DisplayName("Connections of strangers, on every port of a controller in 512 MiB")
final class BesiegedPortsIT extends OnSmallController {
    private static final int CONNECTIONS = Integer.getInteger("strangers.connections", 12_000);

    /** So many times fewer connections over TLS come in the same time. */
    private static final int SLOWER = 24;

    /** Probes, of which there are four a second. */
    private static final int HELD = 16;

    private static final Duration OPENING = Duration.ofSeconds(30);

    /** Longer than the first request of a connection may take. */
    private static final int KEPT = 48;

    private static final int KEPT_CONNECTIONS = 512;
    private static final long KEPT_PAUSE_MILLIS = 2_000;

    private void hold(Attack attack, int connections, List<Integer> ports, String during) throws IOException {
        try (StrangerProcess stranger = StrangerProcess.start(attack, connections, STRANGERS_END, 0, ports, "")) {
            boolean all = stranger.awaitDone(connections, OPENING);
            calm.watch(HELD);
            print(during + ": " + stranger + (all ? "" : ", not all in time"));
            calm.check(during);
        }
        calm.begin();
        calm.watch(HELD);
        survived("after " + during);
    }

    @Test
    void halfRequestsToTheProbesKeepNobodyWaiting() throws Exception {
        hold(Attack.HALF_REQUEST, CONNECTIONS, List.of(controller.healthPort()), "half requests to the probes");
    }

    @Test
    void halfRequestsOverTlsToAllOtherPortsKeepNobodyWaiting() throws Exception {
        hold(
                Attack.HALF_REQUEST_OVER_TLS,
                CONNECTIONS / SLOWER,
                List.of(
                        controller.metricsPort(),
                        controller.webhookPort(),
                        controller.statusPort(),
                        controller.dashboardPort()),
                "half requests over TLS to all ports");
    }

    @Test
    void handshakesWithTheDashboardThatNeverEndKeepNobodyWaiting() throws Exception {
        hold(
                Attack.HALF_HANDSHAKE,
                CONNECTIONS,
                List.of(controller.dashboardPort()),
                "half handshakes with the dashboard");
    }

    @Test
    void handshakesWithTheWebhooksThatNeverEndKeepNobodyWaiting() throws Exception {
        hold(
                Attack.HALF_HANDSHAKE,
                CONNECTIONS,
                List.of(controller.webhookPort()),
                "half handshakes with the webhooks");
    }

    @Test
    void connectionsThatAreKeptAliveByRefusedRequestsDoNotKeepTheApiServerOut() throws Exception {
        try (StrangerProcess stranger = StrangerProcess.start(
                Attack.KEPT_ALIVE,
                KEPT_CONNECTIONS,
                STRANGERS_END,
                KEPT_PAUSE_MILLIS,
                List.of(controller.webhookPort()),
                "")) {
            assertThat(stranger.awaitDone(KEPT_CONNECTIONS, OPENING)).isTrue();
            calm.begin();
            calm.watch(KEPT);
            print("connections kept alive: " + stranger);
            survived("connections kept alive");
        }
    }
}

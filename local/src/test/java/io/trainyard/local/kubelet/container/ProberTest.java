package io.trainyard.local.kubelet.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.ScriptedContainer;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.probe.ActionRunner;
import io.trainyard.local.kubelet.probe.Endpoint;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("When the probes of a container ask (LOCAL-80)")
@ExtendWith(VertxExtension.class)
final class ProberTest {
    private static final PodSpec POD = PodSpec.of(
            Tree.object(
                    Yaml.parse(
                            """
            metadata: {name: p, namespace: n, uid: u}
            spec:
              containers:
              - name: main
                readinessProbe: {exec: {command: [ready]}, periodSeconds: 5}
                livenessProbe: {exec: {command: [alive]}, periodSeconds: 60, initialDelaySeconds: 60}
            """)));

    private final ManualTimeSource time = new ManualTimeSource();
    private final Program program = new Program();

    /** A container in which every program that is asked for succeeds at once. */
    private static final class Program extends ScriptedContainer {
        private final List<String> asked = new ArrayList<>();

        @Override
        public Future<Integer> run(List<String> command, Duration limit) {
            asked.addAll(command);
            return Future.succeededFuture(0);
        }
    }

    /** A node of which a prober whose probes succeed needs no more than time and somebody who asks. */
    private NodeContext node(Vertx vertx) {
        return new NodeContext(
                null,
                null,
                time,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new ActionRunner(vertx, time),
                null,
                null,
                null,
                null,
                null,
                Map.of(),
                Map.of(),
                Map.of());
    }

    private Prober prober(Vertx vertx) {
        return new Prober(
                node(vertx),
                POD,
                POD.containers().get(0),
                program,
                new Endpoint("127.0.0.1", Map.of(), port -> port),
                (started, ready) -> {},
                problem -> {});
    }

    @Test
    @DisplayName("a container that is stopped leaves no timer behind, whichever probe asked last")
    void nothingWaitsAfterTheEnd(Vertx vertx) {
        Prober prober = prober(vertx);
        prober.start();
        time.advance(Duration.ofSeconds(12));
        assertThat(program.asked).containsExactly("ready", "ready", "ready");

        prober.stop();

        assertThat(time.waiting()).isZero();
    }

    @Test
    @DisplayName("each probe asks at its own times")
    void probesDoNotMindEachOther(Vertx vertx) {
        Prober prober = prober(vertx);
        prober.start();

        time.advance(Duration.ofSeconds(60));

        assertThat(program.asked).hasSize(14).endsWith("alive", "ready");
    }
}

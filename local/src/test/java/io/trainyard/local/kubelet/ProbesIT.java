package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probes, hooks and sidecars, with real programs (LOCAL-80, POD-03, POD-07, POD-11). */
final class ProbesIT {
    private static final String LISTEN =
            "import os,socket,time; s=socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1);"
                    + " s.bind((os.environ['IP'], 10100)); s.listen(); time.sleep(600)";
    private static final String SERVE =
            "import os,http.server as h; h.ThreadingHTTPServer((os.environ['IP'], 10101), h.SimpleHTTPRequestHandler).serve_forever()";

    private Laptop laptop;

    @BeforeEach
    void start(@TempDir Path folder) {
        laptop = new Laptop(folder, options -> Settings.withMaxGrace(Duration.ofSeconds(2), options));
    }

    @AfterEach
    void stop() {
        laptop.close();
    }

    private static boolean isReady(Map<String, Object> status) {
        return Tree.objects(status, "conditions").stream()
                .anyMatch(condition -> "Ready".equals(condition.get("type")) && "True".equals(condition.get("status")));
    }

    private void listening(String name, String program, String probe) {
        laptop.run(
                """
                metadata: {name: %s}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: none
                    env: [{name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]
                    ports: [{name: http, containerPort: 10101}]
                    command: [python3, -c, %s]
                    readinessProbe: {periodSeconds: 1, %s}
                """
                        .formatted(name, io.trainyard.foundation.json.Json.text(program), probe));
    }

    @Test
    void aPodIsReadyWhenItsPortsAnswer() {
        listening("tcp", LISTEN, "tcpSocket: {port: 10100}");
        laptop.awaitPod("tcp", "ready", ProbesIT::isReady);
        laptop.delete("tcp");

        listening("grpc", LISTEN, "grpc: {port: 10100}");
        laptop.awaitPod("grpc", "ready", ProbesIT::isReady);

        listening("http", SERVE, "httpGet: {port: http, path: /}");
        laptop.awaitPod("http", "ready", ProbesIT::isReady);
    }

    @Test
    void anAnswerThatIsAnErrorIsNoSuccess() {
        listening("notfound", SERVE, "httpGet: {port: 10101, path: /no-such-page}");

        assertThat(laptop.awaitEvent("notfound", "Unhealthy")).containsAnyOf("404", "refused");
        assertThat(isReady(Tree.child(laptop.pod("notfound"), "status"))).isFalse();
    }

    @Test
    void aReadinessProbeTakesAPodOutAndIn() {
        laptop.run(
                """
                metadata: {name: moody}
                spec:
                  restartPolicy: Never
                  volumes: [{name: state, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, "touch /state/ready; sleep 600"]
                    volumeMounts: [{name: state, mountPath: /state}]
                    readinessProbe: {periodSeconds: 1, failureThreshold: 1, exec: {command: [sh, -c, "test -e $TRAINYARD_MOUNT_STATE/ready"]}}
                """);
        laptop.awaitPod("moody", "ready", ProbesIT::isReady);
        Path file = laptop.podFolder("moody").root().resolve("volumes/state/ready");

        assertThat(file.toFile().delete()).isTrue();

        laptop.awaitPod("moody", "not ready", status -> !isReady(status));
    }

    @Test
    void aContainerThatIsNotAliveIsStartedAgain() {
        laptop.run(
                """
                metadata: {name: dead}
                spec:
                  restartPolicy: Always
                  containers:
                  - name: main
                    image: none
                    command: [sleep, "600"]
                    livenessProbe: {periodSeconds: 1, failureThreshold: 1, exec: {command: ["false"]}}
                """);

        laptop.awaitPod(
                "dead", "a restart", status -> Tree.integer(0, Laptop.container(status, "main"), "restartCount") >= 1);

        assertThat(laptop.awaitEvent("dead", "Killing")).contains("LIVENESS probe failed");
    }

    @Test
    void aStartupProbeHoldsTheOthersBackAndASlowStarterIsNotKilled() {
        laptop.run(
                """
                metadata: {name: slow}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, "sleep 1.5; touch up; sleep 600"]
                    workingDir: /data
                    volumeMounts: [{name: data, mountPath: /data}]
                    startupProbe: {periodSeconds: 1, failureThreshold: 20, exec: {command: [cat, up]}}
                    livenessProbe: {periodSeconds: 1, failureThreshold: 1, exec: {command: [cat, up]}}
                  volumes: [{name: data, emptyDir: {}}]
                """);

        Map<String, Object> status = laptop.awaitPod("slow", "ready", ProbesIT::isReady);

        assertThat(Laptop.container(status, "main"))
                .containsEntry("restartCount", 0L)
                .containsEntry("started", true);
    }

    @Test
    void aHookAfterTheStartRunsBeforeTheNextContainerAndOneBeforeTheStopRunsFirst() {
        laptop.run(
                """
                metadata: {name: hooked}
                spec:
                  restartPolicy: Never
                  volumes: [{name: v, emptyDir: {}}]
                  initContainers:
                  - name: helper
                    image: none
                    restartPolicy: Always
                    command: [sh, -c, "trap 'echo term >> /v/order; exit 0' TERM; while :; do sleep 0.05; done"]
                    volumeMounts: [{name: v, mountPath: /v}]
                    lifecycle:
                      postStart: {exec: {command: [sh, -c, "sleep 0.3; echo poststart >> $TRAINYARD_MOUNT_V/order"]}}
                      preStop: {exec: {command: [sh, -c, "echo prestop >> $TRAINYARD_MOUNT_V/order"]}}
                  containers:
                  - {name: main, image: none, command: [sh, -c, "echo main >> /v/order"], volumeMounts: [{name: v, mountPath: /v}]}
                """);

        laptop.awaitPhase("hooked", "Succeeded");

        assertThat(Laptop.read(laptop.podFolder("hooked").root().resolve("volumes/v/order")))
                .isEqualTo("poststart\nmain\nprestop\nterm\n");
    }

    @Test
    void aSidecarThatEndsIsStartedAgainWhileThePodRuns() {
        laptop.run(
                """
                metadata: {name: helped}
                spec:
                  restartPolicy: Never
                  initContainers:
                  - {name: helper, image: none, restartPolicy: Always, command: [sh, -c, exit 0]}
                  containers:
                  - {name: main, image: none, command: [sleep, "1"]}
                """);

        Map<String, Object> status = laptop.awaitPhase("helped", "Succeeded");

        assertThat(Tree.integer(0, Laptop.container(status, "helper"), "restartCount"))
                .isPositive();
        assertThat(laptop.eventReasons("helped")).contains("BackOff");
    }

    @Test
    void anInitContainerThatFailsIsTriedAgain() {
        laptop.run(
                """
                metadata: {name: retried}
                spec:
                  restartPolicy: OnFailure
                  volumes: [{name: v, emptyDir: {}}]
                  initContainers:
                  - {name: first, image: none, command: [sh, -c, "echo x >> /v/n; test $(wc -l < /v/n) -ge 2"], volumeMounts: [{name: v, mountPath: /v}]}
                  containers:
                  - {name: main, image: none, command: ["true"]}
                """);

        Map<String, Object> status = laptop.awaitPhase("retried", "Succeeded");

        assertThat(Laptop.container(status, "first")).containsEntry("restartCount", 1L);
    }

    @Test
    void theGracePeriodOfAPodIsKeptWhenItIsShort() {
        laptop.run(
                """
                metadata: {name: quick}
                spec:
                  terminationGracePeriodSeconds: 1
                  containers:
                  - {name: main, image: none, command: [sh, -c, "trap '' TERM; echo up; while :; do sleep 0.1; done"]}
                """);
        laptop.awaitLog("quick", "main", "up");
        long begin = System.nanoTime();

        laptop.delete("quick");
        org.awaitility.Awaitility.await("end of the pod")
                .atMost(Duration.ofSeconds(10))
                .until(() -> !laptop.exists("quick"));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(900));
    }
}

package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.behavior.Kubectl;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-28: {@code kubectl logs} of pods whose containers are processes. Skipped where there is no kubectl. */
final class KubectlLogsIT {
    private static final String TWO_CONTAINERS =
            """
            metadata: {name: two}
            spec:
              restartPolicy: Never
              containers:
              - {name: first, image: none, command: [sh, -c, echo one]}
              - {name: second, image: none, command: [sh, -c, echo two]}
            """;

    private Laptop laptop;
    private Kubectl kubectl;

    @BeforeEach
    void start(@TempDir Path folder) {
        kubectl = Kubectl.find(folder);
        laptop = new Laptop(folder);
        laptop.server().writeKubeconfig(kubectl.kubeconfig());
    }

    @AfterEach
    void stop() {
        if (laptop != null) {
            laptop.close();
        }
    }

    @Test
    void theLogOfARunningPod() {
        laptop.runOnce("busy", "seq 1 5; sleep 60");
        laptop.awaitLog("busy", "main", "5\n");
        assertThat(kubectl.run("logs", "busy")).isEqualTo("1\n2\n3\n4\n5\n");
        assertThat(kubectl.run("logs", "busy", "--tail", "2")).isEqualTo("4\n5\n");
        assertThat(kubectl.run("logs", "busy", "--limit-bytes", "4")).isEqualTo("1\n2\n");
        assertThat(kubectl.run("logs", "busy", "--since", "1h")).hasLineCount(5);
    }

    @Test
    void aFollowedLogGrowsAndEndsWithTheContainer() {
        laptop.runOnce("chatty", "echo begin; while [ ! -e go ]; do sleep 0.05; done; echo end");
        laptop.awaitLog("chatty", "main", "begin\n");
        try (Kubectl.Running follow = kubectl.start("followed", "logs", "-f", "chatty")) {
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> follow.text()
                    .equals("begin\n"));
            laptop.touch("go");
            assertThat(follow.await()).isEqualTo("begin\nend\n");
        }
    }

    @Test
    void oneOfSeveralContainers() {
        laptop.run(TWO_CONTAINERS);
        laptop.awaitPhase("two", "Succeeded");
        assertThat(kubectl.run("logs", "two", "-c", "second")).isEqualTo("two\n");
        assertThat(kubectl.run("logs", "two", "--all-containers", "--prefix"))
                .contains("[pod/two/first] one\n", "[pod/two/second] two\n");
    }

    @Test
    void theRunBefore() {
        laptop.run(
                """
                metadata: {name: again}
                spec:
                  restartPolicy: OnFailure
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, 'if [ -e ran ]; then echo second; sleep 60; else touch ran; echo first; exit 1; fi']
                """);
        assertThat(kubectl.run("version")).contains("Server Version");
        laptop.awaitLog("again", "main", "second\n");
        assertThat(kubectl.run("logs", "again", "-p")).isEqualTo("first\n");
        assertThat(kubectl.run("logs", "again")).isEqualTo("second\n");
    }

    @Test
    void whatDoesNotExistIsSaid() {
        laptop.runOnce("once", "echo done");
        laptop.awaitPhase("once", "Succeeded");
        assertThat(kubectl.refused("logs", "once", "-p"))
                .contains("previous terminated container \"main\" in pod \"once\" not found");
        assertThat(kubectl.refused("logs", "once", "-c", "other"))
                .contains("container other is not valid for pod once");
        assertThat(kubectl.refused("logs", "nobody")).contains("pods \"nobody\" not found");
    }

    @Test
    @DisplayName("a container that cannot start says why")
    void aContainerThatWaits() {
        laptop.run(
                """
                metadata: {name: blocked}
                spec:
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, echo]
                    env: [{name: X, valueFrom: {configMapKeyRef: {name: missing, key: k}}}]
                """);
        laptop.awaitPod(
                "blocked", "waiting", status -> Laptop.state(status, "main").containsKey("waiting"));
        assertThat(kubectl.refused("logs", "blocked"))
                .contains("container \"main\" in pod \"blocked\" is waiting to start");
    }

    @Test
    void linesCarryTheirTimes() {
        laptop.runOnce("timed", "echo x; sleep 60");
        laptop.awaitLog("timed", "main", "x\n");
        assertThat(kubectl.run("logs", "timed", "--timestamps")).matches("\\d{4}-\\d\\d-\\d\\dT\\S+ x\n");
    }
}

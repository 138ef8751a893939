package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.Resource;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods run as processes, and the API server is told (POD-02 to POD-10). */
final class PodRunsIT {
    private Laptop laptop;

    @BeforeEach
    void start(@TempDir Path folder) {
        laptop = new Laptop(folder);
    }

    @AfterEach
    void stop() {
        laptop.close();
    }

    @Test
    void aProgramThatEndsWellMakesItsPodSucceed() {
        laptop.runOnce("hello", "echo hello; echo problem >&2");

        Map<String, Object> status = laptop.awaitPhase("hello", "Succeeded");

        assertThat(laptop.log("hello", "main")).isEqualTo("hello\nproblem\n");
        Map<String, Object> end = Tree.child(Laptop.state(status, "main"), "terminated");
        assertThat(end).containsEntry("exitCode", 0L).containsEntry("reason", "Completed");
        assertThat(Laptop.condition(status, "Ready"))
                .containsEntry("status", "False")
                .containsEntry("reason", "PodCompleted");
        assertThat(Laptop.condition(status, "Initialized")).containsEntry("status", "True");
        assertThat(Tree.text(status, "podIP")).startsWith("127.");
    }

    @Test
    void theExitCodeAndTheMessageOfAProgramAreReported() {
        laptop.runOnce("fails", "printf 'out of data' > /dev/termination-log; exit 3");

        Map<String, Object> status = laptop.awaitPhase("fails", "Failed");

        assertThat(Tree.child(Laptop.state(status, "main"), "terminated"))
                .containsEntry("exitCode", 3L)
                .containsEntry("reason", "Error")
                .containsEntry("message", "out of data");
    }

    @Test
    void aProgramThatASignalEndedHasItsNumber() {
        laptop.runOnce("shot", "kill -9 $$$$");

        Map<String, Object> status = laptop.awaitPhase("shot", "Failed");

        assertThat(Tree.child(Laptop.state(status, "main"), "terminated"))
                .containsEntry("exitCode", 137L)
                .containsEntry("signal", 9L);
    }

    @Test
    void initContainersRunOneByOneBeforeTheOthers() {
        laptop.run(
                """
                metadata: {name: ordered}
                spec:
                  restartPolicy: Never
                  volumes: [{name: shared, emptyDir: {}}]
                  initContainers:
                  - {name: first, image: none, command: [sh, -c, "sleep 0.2; echo 1 >> /shared/order"], volumeMounts: [{name: shared, mountPath: /shared}]}
                  - {name: second, image: none, command: [sh, -c, "echo 2 >> /shared/order"], volumeMounts: [{name: shared, mountPath: /shared}]}
                  containers:
                  - {name: main, image: none, command: [sh, -c, "cat /shared/order"], volumeMounts: [{name: shared, mountPath: /shared}]}
                """);

        laptop.awaitPhase("ordered", "Succeeded");

        assertThat(laptop.log("ordered", "main")).isEqualTo("1\n2\n");
    }

    @Test
    void anInitContainerThatFailsForGoodFailsThePod() {
        laptop.run(
                """
                metadata: {name: broken}
                spec:
                  restartPolicy: Never
                  initContainers:
                  - {name: first, image: none, command: [sh, -c, exit 2]}
                  containers:
                  - {name: main, image: none, command: [sh, -c, echo never]}
                """);

        Map<String, Object> status = laptop.awaitPhase("broken", "Failed");

        assertThat(laptop.log("broken", "main")).isEmpty();
        assertThat(Tree.child(Laptop.state(status, "first"), "terminated")).containsEntry("exitCode", 2L);
    }

    @Test
    void onFailureAProgramIsStartedAgainUntilItSucceeds() {
        laptop.run(
                """
                metadata: {name: stubborn}
                spec:
                  restartPolicy: OnFailure
                  volumes: [{name: state, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, "echo run >> /state/runs; wc -l < /state/runs; test $(wc -l < /state/runs) -ge 3"]
                    volumeMounts: [{name: state, mountPath: /state}]
                """);

        Map<String, Object> status = laptop.awaitPhase("stubborn", "Succeeded");

        assertThat(Laptop.container(status, "main")).containsEntry("restartCount", 2L);
        assertThat(laptop.log("stubborn", "main").strip()).isEqualTo("3");
        assertThat(Laptop.read(laptop.podFolder("stubborn").log("main", 0)).strip())
                .isEqualTo("1");
        assertThat(Laptop.read(laptop.podFolder("stubborn").log("main", 1)).strip())
                .isEqualTo("2");
    }

    @Test
    void aProgramThatDoesNotExistFailsThePodWithAClearMessage() {
        laptop.run(
                """
                metadata: {name: missing}
                spec:
                  restartPolicy: OnFailure
                  containers:
                  - {name: main, image: none, command: [no-such-program, x]}
                """);

        Map<String, Object> status = laptop.awaitPhase("missing", "Failed");

        Map<String, Object> end = Tree.child(Laptop.state(status, "main"), "terminated");
        assertThat(end).containsEntry("exitCode", 128L).containsEntry("reason", "StartError");
        assertThat((String) end.get("message")).contains("no-such-program").contains("PATH");
    }

    @Test
    void aContainerWithoutACommandIsToldWhatToDo() {
        laptop.run(
                """
                metadata: {name: imageonly}
                spec:
                  containers:
                  - {name: main, image: "registry.example/trainer:1"}
                """);

        Map<String, Object> status = laptop.awaitPhase("imageonly", "Failed");

        assertThat(Tree.text(status, "message"))
                .contains("registry.example/trainer:1")
                .contains("command");
    }

    @Test
    void variablesComeFromEverywhereAndAreExpanded() {
        laptop.create(Resource.CONFIG_MAPS, "{metadata: {name: settings}, data: {LEVEL: high, 1st: x}}");
        laptop.create(Resource.SECRETS, "{metadata: {name: keys}, data: {TOKEN: czNjcmV0}}");
        laptop.run(
                """
                metadata:
                  name: vars
                  labels: {app: demo}
                  annotations: {batch.kubernetes.io/job-completion-index: "4"}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: none
                    envFrom: [{prefix: CFG_, configMapRef: {name: settings}}, {configMapRef: {name: settings}}]
                    env:
                    - {name: A, value: one}
                    - {name: B, value: "$(A)-$(CFG_LEVEL)-$$(A)-$(C)"}
                    - {name: C, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app']"}}}
                    - {name: JOB_COMPLETION_INDEX, valueFrom: {fieldRef: {fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}}
                    - {name: TOKEN, valueFrom: {secretKeyRef: {name: keys, key: TOKEN}}}
                    - {name: NONE, valueFrom: {secretKeyRef: {name: keys, key: X, optional: true}}}
                    command: [sh, -c]
                    args: ['echo "$B|$C|$JOB_COMPLETION_INDEX|$TOKEN|${NONE-unset}|$(C)|"']
                """);

        laptop.awaitPhase("vars", "Succeeded");

        assertThat(laptop.log("vars", "main")).isEqualTo("one-high-$(A)-$(C)|demo|4|s3cret|unset|demo|\n");
        assertThat(Laptop.read(laptop.podFolder("vars").environment("main")))
                .contains("TOKEN=***")
                .doesNotContain("s3cret");
        assertThat(laptop.eventReasons("vars")).contains("InvalidEnvironmentVariableNames");
    }

    @Test
    void aPodWaitsForAConfigMapThatComesLater() {
        laptop.run(
                """
                metadata: {name: waits}
                spec:
                  restartPolicy: Never
                  volumes: [{name: conf, configMap: {name: late}}]
                  containers:
                  - {name: main, image: none, command: [cat, /etc/conf/key], volumeMounts: [{name: conf, mountPath: /etc/conf}]}
                """);
        laptop.awaitPod(
                "waits", "FailedMount", status -> laptop.eventReasons("waits").contains("FailedMount"));

        laptop.create(Resource.CONFIG_MAPS, "{metadata: {name: late}, data: {key: value}}");

        laptop.awaitPhase("waits", "Succeeded");
        assertThat(laptop.log("waits", "main")).isEqualTo("value");
    }

    @Test
    void namesOfOtherPodsBecomeTheirAddresses() {
        String pod =
                """
                metadata: {name: demo-node-0-%1$d-abcde, labels: {jobset.sigs.k8s.io/jobset-name: demo}}
                spec:
                  restartPolicy: Never
                  hostname: demo-node-0-%1$d
                  subdomain: demo
                  containers:
                  - name: main
                    image: none
                    env: [{name: MASTER_ADDR, value: demo-node-0-0.demo}]
                    command: [sh, -c, 'echo "$MASTER_ADDR $(MASTER_ADDR) demo-node-0-10.demo x-demo-node-0-0"']
                """;
        laptop.run(pod.formatted(1));
        laptop.run(pod.formatted(0));

        laptop.awaitPhase("demo-node-0-1-abcde", "Succeeded");
        Map<String, Object> first = laptop.awaitPhase("demo-node-0-0-abcde", "Succeeded");

        String address = Tree.text(first, "podIP");
        String[] words = laptop.log("demo-node-0-1-abcde", "main").strip().split(" ");
        assertThat(words).startsWith(address, address).endsWith("x-demo-node-0-0");
        assertThat(words[2]).startsWith("127.").isNotEqualTo(address);
        assertThat(laptop.log("demo-node-0-0-abcde", "main")).isEqualTo(laptop.log("demo-node-0-1-abcde", "main"));
    }
}

package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This machine as a node of a real control plane, as a user starts it. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
final class KubeletProcessIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String NODE = "this-machine";

    @TempDir
    private Path folder;

    private Process kubelet;

    @BeforeEach
    void start(TestCluster cluster) throws IOException {
        NodeLogReaders.admitEverybody(cluster.adminClient());
        kubelet = new ProcessBuilder(
                        Distribution.program().toString(),
                        "kubelet",
                        "--kubeconfig=" + cluster.kubeconfig(),
                        "--node-name=" + NODE,
                        "--state=" + folder.resolve("state"),
                        "--logs-address=127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("kubelet.log").toFile())
                .start();
        await("the node").atMost(LIMIT).until(() -> isReady(cluster.adminClient()));
    }

    @AfterEach
    void end() {
        kubelet.destroyForcibly();
    }

    private static boolean isReady(KubernetesClient admin) {
        Node node = admin.nodes().withName(NODE).get();
        return node != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }

    private static void create(KubernetesClient admin, TestNamespace namespace, String yaml) {
        admin.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .inNamespace(namespace.name())
                .create();
    }

    private String log(Pod pod) throws IOException {
        return Files.readString(folder.resolve("state/pods")
                .resolve(pod.getMetadata().getName())
                .resolve("logs/node.log"));
    }

    private static final String JOB_SET =
            """
            apiVersion: jobset.x-k8s.io/v1alpha2
            kind: JobSet
            metadata: {name: meet}
            spec:
              replicatedJobs:
              - name: node
                template:
                  spec:
                    parallelism: 2
                    completions: 2
                    backoffLimit: 0
                    template:
                      spec:
                        restartPolicy: Never
                        nodeSelector: {kubernetes.io/hostname: this-machine}
                        tolerations: [{key: trainyard.dev/processes, operator: Exists}]
                        containers:
                        - name: node
                          image: none
                          env: [{name: FIRST, value: meet-node-0-0.meet}]
                          command: [sh, -c, 'echo index $JOB_COMPLETION_INDEX of $FIRST']
            """;

    @Test
    @DisplayName(
            "pods of a JobSet are scheduled to it, run as processes and complete the JobSet; SIGTERM ends with 0 and removes the node")
    void aJobSetRunsHere(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        await("the node's Lease")
                .atMost(LIMIT)
                .until(() -> admin.leases()
                                .inNamespace("kube-node-lease")
                                .withName(NODE)
                                .get()
                        != null);

        create(admin, namespace, JOB_SET);

        await("the JobSet").atMost(LIMIT).until(() -> {
            GenericKubernetesResource jobSet = admin.genericKubernetesResources("jobset.x-k8s.io/v1alpha2", "JobSet")
                    .inNamespace(namespace.name())
                    .withName("meet")
                    .get();
            return jobSet.get("status") instanceof Map<?, ?> status && "Completed".equals(status.get("terminalState"));
        });
        List<Pod> pods = admin.pods().inNamespace(namespace.name()).list().getItems();
        assertThat(pods).hasSize(2).allMatch(pod -> pod.getSpec().getNodeName().equals(NODE));
        for (Pod pod : pods) {
            String log = log(pod);
            assertThat(log).matches("index [01] of 127[.0-9]+\n");
            assertThat(new Kubectl(cluster, namespace.name(), folder)
                            .run("logs", pod.getMetadata().getName())
                            .output())
                    .as("the API server fetches logs from the node (LOCAL-28)")
                    .isEqualTo(log);
        }

        kubelet.destroy();
        assertThat(kubelet.waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertThat(kubelet.exitValue()).isZero();
        assertThat(admin.nodes().withName(NODE).get()).isNull();
        assertThat(admin.leases().inNamespace("kube-node-lease").withName(NODE).get())
                .isNull();
        assertThat(folder.resolve("state/pids.json")).doesNotExist();
    }

    @Test
    @DisplayName("pods that do not tolerate its taint stay away")
    void strangersStayAway(TestCluster cluster, TestNamespace namespace) {
        KubernetesClient admin = cluster.adminClient();
        create(
                admin,
                namespace,
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: stranger}
                spec:
                  nodeSelector: {kubernetes.io/hostname: this-machine}
                  containers: [{name: main, image: none, command: ["true"]}]
                """);

        await("a verdict")
                .atMost(LIMIT)
                .until(
                        () -> admin
                                .pods()
                                .inNamespace(namespace.name())
                                .withName("stranger")
                                .get()
                                .getStatus()
                                .getConditions()
                                .stream()
                                .anyMatch(condition -> "Unschedulable".equals(condition.getReason())));
    }
}

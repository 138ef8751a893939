package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.launcher.node.ClusterNode;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This machine as a node of a real control plane. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
final class KubeletProcessIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String NODE = "this-machine";

    @TempDir
    private Path folder;

    private Process kubelet;

    @BeforeEach
    void start(TestCluster cluster) throws IOException {
        kubelet = ClusterNode.start(cluster, folder, NODE);
        await("the node").atMost(LIMIT).untilAsserted(() -> assertThat(isReady(cluster.adminClient()))
                .as(() -> read("kubelet.log"))
                .isTrue());
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

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String log(Pod pod) {
        return read("state/pods/" + pod.getMetadata().getName() + "/logs/node.log");
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
                          command: [sh, -c, 'echo index $JOB_COMPLETION_INDEX of $(getent hosts $FIRST || echo $FIRST)']
            """;

    private static final Pattern FORWARDING = Pattern.compile("Forwarding from 127\\.0\\.0\\.1:(\\d+) ->");

    private static final String WORKER =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: worker}
            spec:
              restartPolicy: Never
              nodeSelector: {kubernetes.io/hostname: this-machine}
              tolerations: [{key: trainyard.dev/processes, operator: Exists}]
              containers:
              - name: main
                image: none
                command:
                - python3
                - -c
                - |
                  import os, socket
                  server = socket.create_server((os.environ['ADDRESS'], int(os.environ['PORT'])))
                  server.settimeout(0.2)
                  while True:
                      try:
                          client, _ = server.accept()
                          client.sendall(b'welcome')
                          client.close()
                      except socket.timeout:
                          print('tick', flush=True)
                env:
                - {name: GREETING, value: good morning}
                - {name: ADDRESS, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                - {name: PORT, value: "8767"}
                ports: [{containerPort: 8767}]
            """;

    @Test
    @DisplayName(
            "pods of a JobSet are scheduled to it, run as processes and complete the JobSet; kubectl reads their logs and gets into pods; SIGTERM ends with 0 and removes the node")
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
        create(admin, namespace, WORKER);

        await("the JobSet").atMost(LIMIT).until(() -> {
            GenericKubernetesResource jobSet = admin.genericKubernetesResources("jobset.x-k8s.io/v1alpha2", "JobSet")
                    .inNamespace(namespace.name())
                    .withName("meet")
                    .get();
            return jobSet.get("status") instanceof Map<?, ?> status && "Completed".equals(status.get("terminalState"));
        });
        List<Pod> pods = admin.pods()
                .inNamespace(namespace.name())
                .withLabel("jobset.sigs.k8s.io/jobset-name", "meet")
                .list()
                .getItems();
        assertThat(pods).hasSize(2).allMatch(pod -> pod.getSpec().getNodeName().equals(NODE));
        for (Pod pod : pods) {
            String log = log(pod);
            assertThat(log).matches("index [01] of 127[.0-9]+.*\n");
            assertThat(new Kubectl(cluster, namespace.name(), folder)
                            .run("logs", pod.getMetadata().getName())
                            .output())
                    .as("the API server fetches logs from the node (LOCAL-28)")
                    .isEqualTo(log);
        }
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), folder);
        await("the worker")
                .atMost(LIMIT)
                .until(() -> kubectl.run("logs", "worker").output().contains("tick"));
        assertProgramsRunInPods(kubectl);
        assertPodsAreJoinedAndReached(kubectl);

        kubelet.destroy();
        assertThat(kubelet.waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertThat(kubelet.exitValue()).isZero();
        assertThat(admin.nodes().withName(NODE).get()).isNull();
        assertThat(admin.leases().inNamespace("kube-node-lease").withName(NODE).get())
                .isNull();
        assertThat(folder.resolve("state/pids.json")).doesNotExist();
    }

    /** Over both transports: kubectl speaks WebSockets unless it is told not to; the API server speaks SPDY with nodes. */
    private void assertProgramsRunInPods(Kubectl kubectl) throws Exception {
        Path much = Files.writeString(folder.resolve("much.txt"), "0123456789abcde\n".repeat(20_000));
        for (String webSockets : List.of("true", "false")) {
            Map<String, String> transport = Map.of("KUBECTL_REMOTE_COMMAND_WEBSOCKETS", webSockets);

            Kubectl.Result code =
                    kubectl(kubectl, transport, "exec", "worker", "--", "sh", "-c", "echo $GREETING; exit 7");
            assertThat(code.output()).contains("good morning\n", "command terminated with exit code 7");
            assertThat(code.code()).isEqualTo(7);
            ProcessBuilder cat = kubectl.process("exec", "-i", "worker", "--", "cat");
            cat.environment().putAll(transport);
            assertThat(outputOf(cat.redirectInput(much.toFile())))
                    .isEqualTo(new Kubectl.Result(0, Files.readString(much)));
        }
        assertThat(kubectl.run("cp", much.toString(), "worker:copy.txt").code()).isZero();
        assertThat(kubectl.run("exec", "worker", "--", "cat", "copy.txt").output())
                .isEqualTo(Files.readString(much));
        assertThat(kubectl.run("exec", "worker", "-c", "other", "--", "true").code())
                .isNotZero();
    }

    private static Kubectl.Result kubectl(Kubectl kubectl, Map<String, String> variables, String... arguments)
            throws Exception {
        ProcessBuilder process = kubectl.process(arguments);
        process.environment().putAll(variables);
        return outputOf(process);
    }

    private static Kubectl.Result outputOf(ProcessBuilder builder) throws Exception {
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Kubectl.Result(process.waitFor(), output);
    }

    private void assertPodsAreJoinedAndReached(Kubectl kubectl) throws Exception {
        Path joined = folder.resolve("joined");
        Process attached = kubectl.process("attach", "worker")
                .redirectOutput(joined.toFile())
                .start();
        Path forwarded = folder.resolve("forwarded");
        Process forward = kubectl.process("port-forward", "worker", ":8767")
                .redirectOutput(forwarded.toFile())
                .start();
        try {
            await("the output")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(joined).content().contains("tick"));
            Matcher line = await("the port")
                    .atMost(LIMIT)
                    .until(() -> FORWARDING.matcher(Files.readString(forwarded)), Matcher::find);
            try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(line.group(1)))) {
                socket.setSoTimeout((int) LIMIT.toMillis());
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .isEqualTo("welcome");
            }
        } finally {
            attached.destroyForcibly();
            forward.destroyForcibly();
        }
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

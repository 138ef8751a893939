package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kubelet is a node of a real control plane, whose scheduler and Job controller give it work. */
@RealCluster
final class RealNodeIT {
    private static final String NODE = "laptop";

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path folder;

    private HttpApiClient client;
    private ProcessKubelet kubelet;
    private String namespace;

    @BeforeEach
    void start(TestCluster cluster, TestNamespace namespace) throws IOException {
        this.namespace = namespace.name();
        client = HttpApiClient.connect(vertx, Kubeconfig.read(cluster.kubeconfig()), "test/1.0");
        Laptop.await(client.create(Resource.NODES, nodeForNobodyElse(), WriteOptions.DEFAULT));
        KubeletOptions options = Settings.kubelet(NODE, Settings.folders(folder, folder), Settings.programs());
        kubelet = Laptop.await(ProcessKubelet.start(vertx, client, options, System.getenv()));
    }

    // Others share the cluster, and their pods must not come here.
    private static Map<String, Object> nodeForNobodyElse() {
        return Tree.object(
                Yaml.parse(
                        """
                        metadata: {name: laptop, labels: {kubernetes.io/hostname: laptop}}
                        spec: {taints: [{key: for, value: kubelet-tests, effect: NoSchedule}]}
                        """));
    }

    @AfterEach
    void stop() {
        Laptop.await(kubelet.stop(Duration.ofSeconds(1)));
        Laptop.await(client.delete(Resource.NODES, "", NODE, io.trainyard.local.client.DeleteOptions.DEFAULT));
        Laptop.await(vertx.close());
    }

    @Test
    void anIndexedJobRunsItsPodsAsProcesses() {
        Map<String, Object> job = Tree.object(
                Yaml.parse(
                        """
                        metadata: {name: hello}
                        spec:
                          completions: 3
                          parallelism: 3
                          completionMode: Indexed
                          template:
                            spec:
                              restartPolicy: Never
                              nodeSelector: {kubernetes.io/hostname: laptop}
                              tolerations: [{operator: Exists}]
                              containers:
                              - name: main
                                image: none
                                command: [sh, -c, 'echo index $JOB_COMPLETION_INDEX of $(POD_NAMESPACE)']
                                env: [{name: POD_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}]
                        """));
        Tree.put(job, namespace, "metadata", "namespace");

        Laptop.await(client.create(Resource.JOBS, job, WriteOptions.DEFAULT));

        Awaitility.await("completion of the job")
                .atMost(Duration.ofSeconds(60))
                .until(() -> Tree.integer(
                                0, Laptop.await(client.get(Resource.JOBS, namespace, "hello")), "status", "succeeded")
                        == 3);
        List<Map<String, Object>> pods = Laptop.await(client.list(Resource.PODS, namespace, ListOptions.ALL))
                .items();
        assertThat(pods.stream().map(this::log).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "index 0 of " + namespace + "\n",
                        "index 1 of " + namespace + "\n",
                        "index 2 of " + namespace + "\n");
        assertThat(pods.stream().map(pod -> Tree.text(pod, "status", "podIP")).distinct())
                .hasSize(3);
    }

    private String log(Map<String, Object> pod) {
        Path root = folder.resolve("pods").resolve(Tree.text(pod, "metadata", "name"));
        return Laptop.read(new PodFolder(root).log("main"));
    }

    @Test
    void aDeletedPodDisappearsWhenItsProcessesHaveEnded() {
        Map<String, Object> pod = Tree.object(
                Yaml.parse(
                        """
                        metadata: {name: lives}
                        spec:
                          nodeName: laptop
                          containers:
                          - {name: main, image: none, command: [sleep, "600"]}
                        """));
        Tree.put(pod, namespace, "metadata", "namespace");
        Laptop.await(client.create(Resource.PODS, pod, WriteOptions.DEFAULT));
        Awaitility.await("a running pod").atMost(Duration.ofSeconds(30)).until(() -> Tree.text(
                        Laptop.await(client.get(Resource.PODS, namespace, "lives")), "status", "phase")
                .equals("Running"));

        Laptop.await(client.delete(Resource.PODS, namespace, "lives", io.trainyard.local.client.DeleteOptions.DEFAULT));

        Awaitility.await("end of the pod").atMost(Duration.ofSeconds(30)).until(() -> Laptop.await(
                        client.list(Resource.PODS, namespace, ListOptions.ALL))
                .items()
                .isEmpty());
    }
}

package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kubectl says of our API server what it says of a real one with the same objects. */
@RealCluster(kind = ClusterKind.BARE)
final class KubectlBesideClusterIT {
    private static final String OBJECTS =
            """
            {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c, image: b}]}}
            ---
            {apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: None, selector: {app: a}}}
            ---
            {apiVersion: v1, kind: Service, metadata: {name: b}, spec: {clusterIP: None, selector: {app: a, b: c}, ports: [{port: 80, name: t}, {port: 443, protocol: UDP, name: u}]}}
            ---
            {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}, binaryData: {b: YQ==}}
            ---
            {apiVersion: v1, kind: Secret, metadata: {name: a}, stringData: {k: v}}
            ---
            {apiVersion: v1, kind: ServiceAccount, metadata: {name: a}}
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {name: a}
            spec:
              suspend: true
              completions: 3
              parallelism: 2
              template: {spec: {restartPolicy: Never, containers: [{name: c, image: b}, {name: d, image: e}]}}
            ---
            {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], storageClassName: fast, resources: {requests: {storage: 1Gi}}}}
            ---
            {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: a}, spec: {holderIdentity: me}}
            ---
            apiVersion: v1
            kind: Event
            metadata: {name: a}
            involvedObject: {kind: Pod, name: a, fieldPath: "spec.containers{c}", namespace: NAMESPACE}
            type: Warning
            reason: Failed
            message: "it failed\\n"
            source: {component: kubelet, host: box}
            firstTimestamp: 2026-01-02T03:04:05Z
            lastTimestamp: 2026-01-02T03:04:05Z
            count: 3
            ---
            {apiVersion: v1, kind: Event, metadata: {name: b}, involvedObject: {kind: Job, name: a, namespace: NAMESPACE}, type: Normal, reason: Done, message: done}
            """;

    private static final String POD =
            """
            {apiVersion: v1, kind: Pod, metadata: {name: p%d, labels: {app: p}}, spec: {
             initContainers: [{name: first, image: b}, {name: side, image: b, restartPolicy: Always}],
             containers: [{name: c, image: b}, {name: d, image: b}]}}
            """;

    /** Status of pods, as kubelets leave it. */
    private static final List<String> STATES = List.of(
            "phase: Running, conditions: [{type: Ready, status: 'True'}], containerStatuses: [{RUNS}, {ENDED}]",
            "phase: Running, containerStatuses: [{RUNS}, {ENDED}]",
            "phase: Failed, containerStatuses: [{FAILED}, {ENDED}]",
            "phase: Failed, reason: Evicted, message: full",
            "phase: Failed, containerStatuses: [{KILLED}]",
            "phase: Running, containerStatuses: [{RESTARTED}]",
            "phase: Pending, initContainerStatuses: [{INIT, state: {running: {startedAt: '2026-01-02T03:04:05Z'}}}]",
            "phase: Pending, initContainerStatuses: [{INIT, state: {waiting: {reason: PodInitializing}}}]",
            "phase: Pending, initContainerStatuses: [{INIT, state: {waiting: {reason: ImagePullBackOff}}}]",
            "phase: Pending, initContainerStatuses: [{INIT, state: {terminated: {exitCode: 3}}}]",
            "phase: Pending, conditions: [{type: Initialized, status: 'True'}], initContainerStatuses: [{INIT, state: {terminated: {exitCode: 0, reason: Completed}}}], "
                    + "containerStatuses: [{WAITS}]",
            "phase: Running, conditions: [{type: Initialized, status: 'True'}], initContainerStatuses: [{SIDE}], containerStatuses: [{RUNS}]");

    @TempDir
    private static Path folder;

    private static Vertx vertx;
    private static Kubectl ours;
    private static Kubectl real;
    private static String namespace;

    @BeforeAll
    static void start(TestCluster cluster) throws IOException {
        real = Kubectl.find(Files.createDirectory(folder.resolve("real")));
        Files.copy(cluster.kubeconfig(), real.kubeconfig());
        ours = Kubectl.find(Files.createDirectory(folder.resolve("ours")));
        vertx = Vertx.vertx();
        TestApi.await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT)).writeKubeconfig(ours.kubeconfig());
        namespace = cluster.createNamespace("tables").name();
        ours.run("create", "namespace", namespace);
        create(OBJECTS.replace("NAMESPACE", namespace));
    }

    @AfterAll
    static void stop() {
        if (vertx != null) {
            TestApi.await(vertx.close());
        }
    }

    private static void create(String objects) {
        for (Kubectl each : List.of(ours, real)) {
            each.read(objects, "create", "-n", namespace, "-f", "-");
        }
    }

    private static String get(Kubectl kubectl, String words) {
        return withoutAges(kubectl.run(("get -n " + namespace + " " + words).split(" ")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pod a",
                "services",
                "configmaps a",
                "secrets",
                "serviceaccounts a",
                "jobs",
                "persistentvolumeclaims",
                "leases",
                "events",
                "namespaces default"
            })
    @DisplayName("LOCAL-264: tables have the columns and cells of a cluster, wide ones, too")
    void tablesAreThoseOfACluster(String words) {
        String wide = words + " -o wide";

        assertThat(get(ours, words)).isEqualTo(get(real, words));
        assertThat(get(ours, wide)).isEqualTo(get(real, wide));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pod a", "pod a -o wide", "job a"})
    @DisplayName("LOCAL-265: a watch shows the columns of the list once, and a line for each change")
    void aWatchHasTheColumnsOfTheList(String words) {
        String[] watch = ("get -w -n " + namespace + " " + words).split(" ");
        try (Kubectl.Running here = ours.start("ours", watch);
                Kubectl.Running there = real.start("real", watch)) {
            for (Kubectl.Running each : List.of(here, there)) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> each.text().lines().count() == 2);
            }
            for (Kubectl each : List.of(ours, real)) {
                each.run("annotate", "-n", namespace, words.split(" ")[0], "a", "x=" + words.length(), "--overwrite");
            }
            for (Kubectl.Running each : List.of(here, there)) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> each.text().lines().count() == 3);
            }
            assertThat(withoutAges(here.text())).isEqualTo(withoutAges(there.text()));
        }
    }

    private static String status(String state) {
        String common = ", image: b, imageID: ''";
        return state.replace(
                        "RUNS",
                        "name: c, restartCount: 0, ready: true, started: true, state: {running: {startedAt: '2026-01-02T03:04:05Z'}}"
                                + common)
                .replace(
                        "ENDED",
                        "name: d, restartCount: 0, ready: false, state: {terminated: {exitCode: 0, reason: Completed}}"
                                + common)
                .replace(
                        "FAILED", "name: c, restartCount: 1, ready: false, state: {terminated: {exitCode: 7}}" + common)
                .replace(
                        "KILLED",
                        "name: c, restartCount: 0, ready: false, state: {terminated: {exitCode: 137, signal: 9}}"
                                + common)
                .replace(
                        "RESTARTED",
                        "name: c, restartCount: 2, ready: false, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 1,"
                                + " startedAt: '2026-01-02T03:04:05Z', finishedAt: '2026-01-02T03:04:06Z'}}" + common)
                .replace(
                        "WAITS",
                        "name: c, restartCount: 0, ready: false, state: {waiting: {reason: ErrImagePull}}" + common)
                .replace("INIT", "name: first, restartCount: 0, ready: false" + common)
                .replace(
                        "SIDE",
                        "name: side, restartCount: 3, ready: true, started: true, state: {running: {startedAt: '2026-01-02T03:04:05Z'}}"
                                + common);
    }

    @Test
    @DisplayName("LOCAL-264: the status of a pod is summed up in the words of a cluster")
    void podsAreSummedUpAsInACluster() {
        for (int i = 0; i < STATES.size(); i++) {
            create(POD.formatted(i));
            String status = Json.text(Yaml.parse("{status: {" + status(STATES.get(i)) + "}}"));
            for (Kubectl each : List.of(ours, real)) {
                each.run(
                        "patch", "pod", "p" + i, "-n", namespace, "--subresource=status", "--type=merge", "-p", status);
            }
        }

        assertThat(get(ours, "pods -l app=p")).isEqualTo(get(real, "pods -l app=p"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "auth can-i create pods",
                "auth can-i get pods --subresource=log",
                "auth can-i delete trainjobs.trainer.kubeflow.org -A",
                "auth can-i get /metrics"
            })
    @DisplayName("LOCAL-266: whoever gets in may do everything, and is told so when he asks")
    void everythingIsAllowed(String words) {
        assertThat(ours.run(words.split(" "))).endsWith("yes\n");
        assertThat(real.run(words.split(" "))).endsWith("yes\n");
    }

    @Test
    @DisplayName("LOCAL-266: who one is is told as in a cluster, to kubectl auth whoami, too")
    void whoOneIsIsTold() {
        for (Kubectl each : List.of(ours, real)) {
            assertThat(each.run("auth", "whoami"))
                    .containsPattern(
                            "ATTRIBUTE +VALUE\nUsername +\\S+\n(UID +\\S+\n)?Groups +\\[system:masters system:authenticated]\n");
        }
        assertThat(ours.run("auth", "whoami")).containsPattern("Username +trainyard\n");
        String moment = "\\{\"creationTimestamp\":\"20[-0-9T:]+Z\"}";
        for (Kubectl each : List.of(ours, real)) {
            assertThat(each.run("auth", "whoami", "-o", "jsonpath={.metadata}")).matches(moment);
        }
    }

    @Test
    @DisplayName("LOCAL-266: the rules that hold for whoever asks are listed")
    void rulesAreListed() {
        assertThat(withoutAges(ours.run("auth", "can-i", "--list")))
                .contains("*.* [] [] [*]")
                .contains("[*] [] [*]");
        assertThat(withoutAges(real.run("auth", "can-i", "--list"))).contains("*.* [] [] [*]");
    }

    private static String withoutAges(String text) {
        return text.replaceAll("controller-uid=\\S+", "controller-uid=UID")
                .replaceAll("(?<=\\s)\\d+[smhd][\\dsmhd]*(?=\\s|$)", "AGE")
                .replaceAll(" +", " ");
    }
}

package io.trainyard.launcher.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.controller.ControllerInTest;
import io.trainyard.launcher.node.ClusterNode;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.process.PortRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of the controller as it runs in a cluster, with the roles of the manifests: one cluster, one controller and one node of this machine for all tests. Times are printed. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("The operator's dashboard (OPS-70 to OPS-78, OPS-110 to OPS-115, OPS-118 to OPS-121)")
final class OperatorDashboardIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String NODE = "page-machine";
    private static final String SYSTEM = "kubeflow-system";
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final int CHANGES = 20;

    private static final String OBJECTS =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata:
              name: plain
              labels: {trainer.kubeflow.org/framework: torch, trainer.kubeflow.org/support: deprecated}
            spec:
              mlPolicy: {numNodes: 2}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          backoffLimit: 0
                          template:
                            spec:
                              restartPolicy: Never
                              containers: [{name: node, image: example.com/image}]
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: here}
            spec:
              mlPolicy: {numNodes: 2}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          backoffLimit: 6
                          template:
                            spec:
                              restartPolicy: OnFailure
                              nodeSelector: {kubernetes.io/hostname: page-machine}
                              tolerations: [{key: trainyard.dev/processes, operator: Exists}]
                              containers: [{name: node, image: none, command: ["true"]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: viewer}
            rules:
              - {apiGroups: [trainer.kubeflow.org], resources: [trainjobs, trainingruntimes], verbs: [get, list]}
              - {apiGroups: [jobset.x-k8s.io], resources: [jobsets], verbs: [get, list]}
              - {apiGroups: [""], resources: [pods, pods/log, events], verbs: [get, list]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: editor}
            rules:
              - {apiGroups: [trainer.kubeflow.org], resources: [trainjobs], verbs: [patch, delete]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: viewers}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: viewer}
            subjects: [{kind: ServiceAccount, name: viewer}, {kind: ServiceAccount, name: editor}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: editors}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: editor}
            subjects: [{kind: ServiceAccount, name: editor}]
            """;

    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: %s, annotations: {trainyard.dev/owner: ada}}
            spec: {runtimeRef: {kind: TrainingRuntime, name: %s}, trainer: {%s}}
            """;

    private final int port = PortRange.DEFAULT.choose(1, new Random()).get(0);
    private final Page page = new Page(port);
    private TestCluster cluster;
    private KubernetesClient admin;
    private String namespace;
    private String viewer;
    private String editor;
    private String stranger;
    private ControllerInTest controller;
    private Process kubelet;
    private Path login;

    @BeforeAll
    void start(TestCluster given, TestNamespace where, @TempDir Path folder) throws IOException {
        cluster = given;
        admin = given.adminClient();
        namespace = where.name();
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(SYSTEM)
                        .endMetadata()
                        .build())
                .serverSideApply();
        load(OBJECTS);
        login = asInstalled(folder);
        viewer = token("viewer");
        editor = token("editor");
        stranger = token("stranger");
        kubelet = ClusterNode.start(given, folder, NODE);
        controller = startController();
    }

    /** With the roles of the manifests and nothing else. */
    private Path asInstalled(Path folder) throws IOException {
        for (String file :
                List.of("rbac/service-account.yaml", "rbac/roles.yaml", "rbac/bindings.yaml", "dashboard/roles.yaml")) {
            try (InputStream content = Files.newInputStream(DEPLOY.resolve(file))) {
                admin.load(content).serverSideApply();
            }
        }
        String token = newToken(SYSTEM, "kubeflow-trainer-controller-manager");
        return Files.writeString(
                folder.resolve("controller.kubeconfig"),
                Files.readString(cluster.kubeconfig()).replaceAll("token: .*", "token: " + token));
    }

    private ControllerInTest startController() {
        ControllerInTest started = new ControllerInTest(
                login,
                SYSTEM,
                "trainyard: {dashboard: {enabled: true, host: 127.0.0.1, port: %d, readOnly: false}}\n"
                        .formatted(port));
        await("the page")
                .atMost(LIMIT)
                .until(() -> started.isReady() && page.get("jobs", viewer).status() == 200);
        return started;
    }

    @AfterAll
    void stop() {
        if (kubelet != null) {
            kubelet.destroyForcibly();
        }
        if (controller != null) {
            double forbidden = controller.forbiddenRequests();
            controller.close();
            assertThat(forbidden)
                    .as("the roles of the manifests suffice for the page (OPS-119)")
                    .isZero();
        }
    }

    private String token(String name) {
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        return newToken(namespace, name);
    }

    private String newToken(String where, String name) {
        return admin.serviceAccounts()
                .inNamespace(where)
                .withName(name)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(3600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    private void load(String yaml) {
        admin.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .inNamespace(namespace)
                .create();
    }

    private void create(String name, String runtime, String trainer) {
        load(JOB.formatted(name, runtime, trainer));
    }

    private Map<String, Object> row(String name) {
        return Tree.objects(page.get("jobs?namespace=" + namespace, viewer).json(), "jobs").stream()
                .filter(row -> name.equals(row.get("name")))
                .findFirst()
                .orElse(Map.of());
    }

    private Map<String, Object> job(String name) {
        return page.get("jobs/" + namespace + "/" + name, viewer).json();
    }

    private static Map<String, String> labels(String job) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", job);
    }

    @Test
    @DisplayName(
            "a job is in the list and has its page: state, pods, steps, events, spec and what it became, and why; it ends")
    void aJobFromItsBeginToItsEnd() {
        create("bert", "plain", "numNodes: 2, image: example.com/mine");

        cluster.pods(namespace).awaitRunning(2, labels("bert"));
        await().atMost(LIMIT).untilAsserted(() -> assertThat(row("bert"))
                .containsEntry("state", "Running")
                .containsEntry("framework", "torch")
                .containsEntry("deprecated", true)
                .containsEntry("owner", "ada")
                .containsKey("running"));
        await().atMost(LIMIT).untilAsserted(() -> {
            Map<String, Object> bert = job("bert");
            assertThat(Tree.objects(bert, "pods")).hasSize(2).allSatisfy(pod -> assertThat(pod)
                    .containsEntry("step", "node")
                    .containsEntry("phase", "Running")
                    .containsKey("host"));
            assertThat(Tree.objects(bert, "steps")).singleElement().satisfies(step -> assertThat(step)
                    .containsEntry("state", "Running"));
            assertThat(Tree.objects(bert, "events"))
                    .extracting(event -> event.get("kind"))
                    .contains("Job", "Pod");
            assertThat(Tree.text(bert, "why", "message")).isEqualTo("it trains: 2 of 2 nodes are ready");
            assertThat(Tree.list(bert, "hidden")).isEmpty();
        });
        Map<String, Object> spec =
                page.get("jobs/" + namespace + "/bert/spec", viewer).json();
        assertThat(Tree.text(spec, "written"))
                .contains("image: example.com/mine")
                .doesNotContain("managedFields");
        assertThat(Tree.text(spec, "runtime")).contains("kind: TrainingRuntime");
        assertThat(Tree.objects(spec, "objects"))
                .extracting(made -> made.get("kind"))
                .containsExactly("JobSet");
        String pods = "JobSet/spec.replicatedJobs[0].template.spec.template.spec.";
        assertThat(Tree.child(spec, "origins"))
                .containsEntry(pods + "containers[0].image", "TrainJob")
                .containsEntry(pods + "restartPolicy", "runtime")
                .containsEntry("JobSet/spec.replicatedJobs[0].template.spec.completionMode", "cluster");
        assertThat(page.get("runtimes", viewer).text()).contains("\"name\":\"plain\"", "\"deprecated\":true");

        cluster.pods(namespace).endAll(2, labels("bert"), Outcome.SUCCEEDED);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(row("bert")).containsEntry("state", "Complete"));
    }

    @Test
    @DisplayName("a change is told to an open page at once (OPS-74, OPS-112)")
    void changesAreLive() throws Exception {
        create("changing", "plain", "numNodes: 1");
        await().atMost(LIMIT).until(() -> !row("changing").isEmpty());
        List<Long> millis = new ArrayList<>();
        try (Page.Stream stream = page.stream("stream", viewer)) {
            await().atMost(LIMIT).until(() -> stream.data("all").contains("changing"));
            assertThat(stream.events().get(0).name())
                    .as("the jobs come before anything else, and never none of them")
                    .isEqualTo("all");
            for (int i = 0; i < CHANGES; i++) {
                String mark = "mark-" + i;
                admin.resources(TrainJob.class)
                        .inNamespace(namespace)
                        .withName("changing")
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\":{\"labels\":{\"mark\":\"" + mark + "\"}}}");
                long written = System.nanoTime();
                await().pollInterval(Duration.ofMillis(5)).atMost(LIMIT).until(() -> stream.data("changes")
                        .contains("\"" + mark + "\""));
                long seen = stream.events().stream()
                        .filter(event -> event.data().contains("\"" + mark + "\""))
                        .findFirst()
                        .orElseThrow()
                        .nanos();
                millis.add(Math.max(0, (seen - written) / 1_000_000));
            }
            admin.resources(TrainJob.class)
                    .inNamespace(namespace)
                    .withName("changing")
                    .delete();
            await().atMost(LIMIT).until(() -> stream.data("changes").contains("\"gone\":[{"));
        }
        millis.sort(null);
        System.out.printf(
                "a change is on the page after %d ms (median), %d ms (slowest of %d)%n",
                millis.get(CHANGES / 2), millis.get(CHANGES - 1), CHANGES);
        assertThat(millis.get(CHANGES / 2)).isLessThan(1000);
    }

    @Test
    @DisplayName(
            "a container that crashes again and again is a problem in the list, whatever the TrainJob's state says (OPS-118)")
    void aCrashLoopShows() {
        create("crashing", "plain", "numNodes: 1");
        Pod pod = cluster.pods(namespace).awaitRunning(1, labels("crashing")).get(0);
        await().atMost(LIMIT).until(() -> "Running".equals(row("crashing").get("state")));

        admin.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        """
                        {"status": {"containerStatuses": [{"name": "node", "image": "example.com/image", "imageID": "", "ready": false, "restartCount": 4,
                          "state": {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 40s"}},
                          "lastState": {"terminated": {"exitCode": 137, "reason": "OOMKilled"}}}]}}
                        """);

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(row("crashing")).containsEntry("problem", true);
            assertThat(String.valueOf(row("crashing").get("sentence"))).contains("has failed 4 times");
        });
    }

    @Test
    @DisplayName(
            "logs of both ranks are followed from before they start, as they are written, and of a container before its restart (OPS-78)")
    void logsOfPods(@TempDir Path gate) throws Exception {
        Path open = gate.resolve("open");
        create(
                "talking",
                "here",
                "numNodes: 2, command: [sh, -c], args: ['echo hello from $JOB_COMPLETION_INDEX; while [ ! -e " + open
                        + " ]; do sleep 0.1; done; printf \"\\\\033[31mgood bye\\\\033[0m hf_abcdefghijklmnopqrstuvwxyz\\\\n\"']");
        await().atMost(LIMIT).until(() -> Tree.objects(job("talking"), "pods").size() == 2);

        try (Page.Stream stream = page.stream("jobs/" + namespace + "/talking/logs?follow=true", viewer)) {
            await().atMost(LIMIT).untilAsserted(() -> assertThat(stream.data("lines"))
                    .contains("hello from 0", "hello from 1")
                    .doesNotContain("good bye"));
            Files.createFile(open);
            long opened = System.nanoTime();
            await().atMost(LIMIT).until(() -> stream.data("lines").contains("good bye"));
            System.out.printf(
                    "a line is on the page %d ms after the program could write it%n",
                    (System.nanoTime() - opened) / 1_000_000);
            await().atMost(LIMIT).until(stream::hasEnded);
            assertThat(stream.data("lines")).doesNotContain("hf_abcdefghijklmnopqrstuvwxyz", "\\u001b");
            assertThat(stream.events().get(stream.events().size() - 1).name()).isEqualTo("end");
        }
        assertThat(page.get("jobs/" + namespace + "/talking/logs?download=true&ranks=1", viewer)
                        .text())
                .contains("hello from 1")
                .doesNotContain("hello from 0");

        create(
                "restarting",
                "here",
                "numNodes: 1, command: [sh, -c], args: ['echo attempt $$; [ -e " + gate
                        + "/second ] && sleep 600; touch " + gate + "/second; exit 3']");
        await().atMost(LIMIT).untilAsserted(() -> {
            String previous = page.get("jobs/" + namespace + "/restarting/logs?download=true&previous=true", viewer)
                    .text();
            String present = page.get("jobs/" + namespace + "/restarting/logs?download=true", viewer)
                    .text();
            assertThat(previous)
                    .as(() -> "pods: " + Tree.objects(job("restarting"), "pods"))
                    .contains("attempt ");
            assertThat(present).contains("attempt ").isNotEqualTo(previous);
        });
        admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName("restarting")
                .delete();
    }

    @Test
    @DisplayName(
            "nobody sees without a token, and with one only what its roles allow, namespace by namespace (OPS-71, OPS-115)")
    void tokensAndRights() {
        TestNamespace other = cluster.createNamespace("other");
        create("private", "plain", "numNodes: 1");
        admin.load(new ByteArrayInputStream(
                        JOB.formatted("elsewhere", "plain", "numNodes: 1").getBytes(StandardCharsets.UTF_8)))
                .inNamespace(other.name())
                .create();
        await().atMost(LIMIT).until(() -> !row("private").isEmpty());

        assertThat(page.get("jobs", "").status()).isEqualTo(401);
        assertThat(page.get("stream", "").status()).isEqualTo(401);
        assertThat(page.get("jobs", viewer + "x").status()).isEqualTo(401);
        assertThat(page.get("jobs", viewer).text()).contains("private").doesNotContain("elsewhere");
        assertThat(page.get("jobs/" + other.name() + "/elsewhere", viewer).status())
                .as("as for one that does not exist")
                .isEqualTo(403)
                .isEqualTo(page.get("jobs/" + other.name() + "/nothing", viewer).status());
        assertThat(page.get("jobs", stranger).json()).containsEntry("total", 0L);
        for (String path : List.of("", "/spec", "/metrics", "/events", "/pods", "/logs")) {
            assertThat(page.get("jobs/" + namespace + "/private" + path, stranger)
                            .status())
                    .as(path)
                    .isEqualTo(403);
        }
        Page.Answer session = page.send(page.request("session", "")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"token\": \"" + viewer + "\"}")));
        assertThat(session.status()).isEqualTo(200);
        assertThat(session.json()).containsEntry("user", "system:serviceaccount:" + namespace + ":viewer");
    }

    @Test
    @DisplayName("values of variables and annotations that are secret are shown to nobody (OPS-114)")
    void secretsAreNotShown() {
        create(
                "secretive",
                "plain",
                "numNodes: 1, env: [{name: HF_TOKEN, value: hunter2}], args: ['--password=hunter2']");
        await().atMost(LIMIT).until(() -> Tree.objects(job("secretive"), "pods").size() == 1);

        String spec = page.get("jobs/" + namespace + "/secretive/spec", viewer).text();
        assertThat(spec).contains("HF_TOKEN", "--password").doesNotContain("hunter2");
        for (String path : List.of("jobs/" + namespace + "/secretive", "jobs", "runtimes", "controller")) {
            assertThat(page.get(path, viewer).text()).doesNotContain("hunter2");
        }
    }

    @Test
    @DisplayName(
            "jobs are changed with the user's own token, and only with the word that the page got (OPS-77, OPS-120)")
    void changesAreTheUsers() {
        create("changed", "plain", "numNodes: 1");
        await().atMost(LIMIT).until(() -> !row("changed").isEmpty());

        assertThat(change("changed/suspend", viewer, word(viewer)).status()).isEqualTo(403);
        assertThat(change("changed/suspend", editor, "").status()).isEqualTo(403);
        assertThat(changed().getSpec().isSuspended()).isFalse();
        Page.Answer answer = change("changed/suspend", editor, word(editor));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(changed().getSpec().isSuspended()).isTrue();
        assertThat(page.send(page.request("jobs/" + namespace + "/changed", editor)
                                .header("X-Trainyard-Anti-Forgery", word(editor))
                                .DELETE())
                        .status())
                .isEqualTo(200);
        await().atMost(LIMIT).until(() -> row("changed").isEmpty());
    }

    private TrainJob changed() {
        return admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName("changed")
                .get();
    }

    private Page.Answer change(String path, String token, String word) {
        return page.send(page.request("jobs/" + namespace + "/" + path, token)
                .header("X-Trainyard-Anti-Forgery", word.isEmpty() ? "none" : word)
                .POST(HttpRequest.BodyPublishers.noBody()));
    }

    private String word(String token) {
        return Tree.text(page.get("session", token).json(), "antiForgery");
    }

    @Test
    @DisplayName("the controller tells how it is, with its plugins and certificate")
    void theController() {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(page.get("controller", viewer).json())
                        .containsEntry("leader", "this replica")
                        .containsKey("certificateEnd")
                        .hasEntrySatisfying("plugins", plugins -> assertThat(Tree.list(plugins))
                                .isNotEmpty()));
        assertThat(page.get("overview", viewer).json()).containsKey("jobs");
    }

    @Test
    @DisplayName("a page that was open begins anew when the server is back (OPS-112)")
    void aPageOutlivesTheServer() throws Exception {
        create("lasting", "plain", "numNodes: 1");
        await().atMost(LIMIT).until(() -> !row("lasting").isEmpty());
        String seen;
        try (Page.Stream stream = page.stream("stream", viewer)) {
            await().atMost(LIMIT).until(() -> stream.data("all").contains("lasting"));
            seen = stream.events().get(stream.events().size() - 1).id();
            controller.close();
            controller = null;
            await().atMost(LIMIT).until(stream::hasEnded);
        }
        assertThat(page.get("jobs", viewer).status()).isZero();

        controller = startController();
        try (Page.Stream stream = page.stream("stream?seen=" + seen, viewer)) {
            await().atMost(LIMIT).until(() -> stream.data("all").contains("lasting"));
        }
    }
}

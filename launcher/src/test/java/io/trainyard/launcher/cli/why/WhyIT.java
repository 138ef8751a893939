package io.trainyard.launcher.cli.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.node.ClusterNode;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.AddOn;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.TestNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each cause as it comes about: quotas, webhooks and policies refuse, the schedulers find no room, {@link ClusterNode} misses objects and runs programs that
 * fail. What {@code trainyard why} prints and what the controller tells by an event are asked for together. Simulated are two things: that no registry has an
 * image, and that a container used too much memory, which the test writes into a pod's status as a kubelet does. Not here, as other tests have what it takes: a quota
 * of Kueue that is used up ({@code KueueIT}), and a world that is smaller than declared ({@code ReportedProgressIT}).
 *
 * <p>All jobs are made at once, since the controller gives each half a minute before it looks.
 */
@DisplayName("Why a job waits or has failed, on a real control plane (OPS-101 to OPS-104)")
@RealCluster(
        customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds/coscheduling.yaml"},
        addOns = AddOn.COSCHEDULING,
        serviceAccounts = true)
final class WhyIT {
    private static final String MACHINE = "machine-of-why";
    private static final String ON_MACHINE = "nodeSelector: {kubernetes.io/hostname: " + MACHINE
            + "}, tolerations: [{key: trainyard.dev/processes, operator: Exists}],";

    private static final List<AutoCloseable> OPEN = new ArrayList<>();
    private static WaitingJobs jobs;
    private static WaitingJobs limited;
    private static WaitingJobs restricted;

    @BeforeAll
    static void makeJobs(TestCluster cluster, TestNamespace namespace, @TempDir Path folder) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        CompletableFuture<ControllerProcess> controller =
                CompletableFuture.supplyAsync(() -> Distribution.startController(folder, cluster.kubeconfig()));
        OPEN.add(() -> controller.join().close());
        OPEN.add(kubelet(cluster, folder));
        jobs = new WaitingJobs(cluster, namespace.name());
        OPEN.add(jobs);
        limited = inNamespaceOfItsOwn(cluster, "why-quota");
        restricted = inNamespaceOfItsOwn(cluster, "why-restricted");

        limited.apply("{apiVersion: v1, kind: ResourceQuota, metadata: {name: team}, spec: {hard: {requests.cpu: 2}}}");
        refusingAdmission(cluster, namespace.name());
        failing();
        onSilentMachine(admin, namespace.name());
        withoutRoom(cluster, namespace.name());
        missingObjects();
        notToRun();
        fetching();
        restricted.job("too-free", "", "");
        refusedPods(cluster);
        controller.join();
        forQuota(cluster);
        withoutImage(admin, namespace.name());
        outOfMemory(admin, namespace.name());
    }

    private static WaitingJobs inNamespaceOfItsOwn(TestCluster cluster, String prefix) {
        TestNamespace namespace = cluster.createNamespace(prefix);
        OPEN.add(namespace);
        WaitingJobs made = new WaitingJobs(cluster, namespace.name());
        OPEN.add(made);
        return made;
    }

    @AfterAll
    static void close() throws Exception {
        for (int i = OPEN.size() - 1; i >= 0; i--) {
            OPEN.get(i).close();
        }
        OPEN.clear();
    }

    private static AutoCloseable kubelet(TestCluster cluster, Path folder) throws IOException {
        Process kubelet = ClusterNode.start(cluster, folder, MACHINE);
        return () -> {
            kubelet.destroyForcibly();
            cluster.adminClient().nodes().withName(MACHINE).delete();
        };
    }

    private static void forQuota(TestCluster cluster) {
        await().atMost(WaitingJobs.LIMIT).until(() -> {
            var quota = cluster.adminClient()
                    .resourceQuotas()
                    .inNamespace(limited.namespace())
                    .withName("team")
                    .get();
            return quota.getStatus() != null && quota.getStatus().getHard() != null;
        });
        limited.runtime(
                "plain",
                "  mlPolicy: {numNodes: 2}",
                WaitingJobs.replicatedJob("node", "trainer", "", "", ", resources: {requests: {cpu: 1}}"));
        limited.trainJob("holder", "plain", "", "");
        cluster.pods(limited.namespace()).awaitRunning(2, Map.of("jobset.sigs.k8s.io/jobset-name", "holder"));
        limited.trainJob("over-quota", "plain", "", "");
    }

    /** Whoever answers for others what may be made: a webhook that is not there, one that denies, a policy, the level of a namespace. */
    private static void refusingAdmission(TestCluster cluster, String namespace) throws IOException {
        DenyingWebhook denying = DenyingWebhook.start(cluster, "no cost centre is named");
        OPEN.add(denying);
        jobs.apply(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: images-of-%1$s}
                spec:
                  matchConstraints:
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                    objectSelector: {matchLabels: {refused: policy}}
                    resourceRules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
                  validations: [{expression: "false", message: images must come from our registry}]
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: images-of-%1$s}
                spec: {policyName: images-of-%1$s, validationActions: [Deny]}
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: %1$s}
                webhooks:
                  - name: pods.why.example.com
                    admissionReviewVersions: [v1]
                    sideEffects: None
                    clientConfig: {url: "https://127.0.0.1:1/"}
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                    objectSelector: {matchLabels: {refused: webhook}}
                    rules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
                  - name: costs.why.example.com
                    admissionReviewVersions: [v1]
                    sideEffects: None
                    clientConfig: %2$s
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                    objectSelector: {matchLabels: {refused: denial}}
                    rules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: %3$s, labels: {pod-security.kubernetes.io/enforce: restricted}}
                """
                        .formatted(namespace, denying.clientConfig(), restricted.namespace()));
    }

    /** Policies and webhooks are obeyed a moment after they were made, so their jobs are made after that. */
    private static void refusedPods(TestCluster cluster) {
        for (String by : List.of("policy", "denial")) {
            Pod pod = new PodBuilder()
                    .withNewMetadata()
                    .withName("probe")
                    .withNamespace(jobs.namespace())
                    .addToLabels("refused", by)
                    .endMetadata()
                    .withNewSpec()
                    .addNewContainer()
                    .withName("node")
                    .withImage("registry.example/train:1")
                    .endContainer()
                    .endSpec()
                    .build();
            await("refusal by " + by).atMost(WaitingJobs.LIMIT).until(() -> {
                try {
                    cluster.adminClient().resource(pod).dryRun().create();
                    return false;
                } catch (KubernetesClientException refused) {
                    return true;
                }
            });
        }
        for (String by : List.of("webhook", "policy", "denial")) {
            jobs.runtime(
                    "refused-by-" + by,
                    "  mlPolicy: {numNodes: 2}",
                    WaitingJobs.replicatedJob("node", "trainer", "", "", "")
                            .replace("{case: node}", "{refused: " + by + "}"));
            jobs.trainJob("refused-by-" + by, "refused-by-" + by, "", "");
        }
    }

    private static void withoutRoom(TestCluster cluster, String namespace) {
        String gpu = "example.com/" + namespace;
        for (int i = 0; i < 3; i++) {
            String name = namespace + "-gpu-" + i;
            OPEN.add(cluster.addNode(name, Map.of(gpu, new Quantity("4"))));
            String patch =
                    """
                    {"metadata": {"labels": {"pool": "%s"}}, "spec": {"taints": [{"key": "dedicated", "value": "%s", "effect": "NoSchedule"}]}}
                    """
                            .formatted(namespace, i < 2 ? "infra" : "other");
            cluster.adminClient().nodes().withName(name).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
        }
        jobs.job(
                "too-large",
                "nodeSelector: {pool: " + namespace + "}, tolerations: [{key: dedicated, value: other}],",
                ", resources: {limits: {" + gpu + ": 8}}");
        jobs.job("without-claim", "volumes: [{name: data, persistentVolumeClaim: {claimName: nowhere}}],", "");
        jobs.apply(
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: unbound}
                spec: {accessModes: [ReadWriteOnce], storageClassName: nobody, resources: {requests: {storage: 1Gi}}}
                """);
        jobs.job("without-volume", "volumes: [{name: data, persistentVolumeClaim: {claimName: unbound}}],", "");
        jobs.job("gated", "schedulingGates: [{name: example.com/budget}],", "");
        String slots = gpu + "-slots";
        TestNode small = cluster.addNode(namespace + "-slots", Map.of(slots, new Quantity("2")));
        OPEN.add(small);
        jobs.job(
                "gang",
                "  mlPolicy: {numNodes: 3}\n  podGroupPolicy: {coscheduling: {scheduleTimeoutSeconds: 10}}",
                "schedulerName: " + AddOn.COSCHEDULING_SCHEDULER_NAME + ",",
                ", resources: {limits: {" + slots + ": 1}}",
                "");
        jobs.job("without-add-on", "  mlPolicy: {numNodes: 1}\n  podGroupPolicy: {volcano: {}}", "", "", "");
    }

    private static void missingObjects() {
        jobs.job(
                "without-secret",
                ON_MACHINE,
                ", env: [{name: HF_TOKEN, valueFrom: {secretKeyRef: {name: hf-token, key: token}}}]");
        jobs.apply("{apiVersion: v1, kind: Secret, metadata: {name: half}, stringData: {other: x}}");
        jobs.job(
                "without-key",
                ON_MACHINE,
                ", env: [{name: HF_TOKEN, valueFrom: {secretKeyRef: {name: half, key: token}}}]");
        jobs.job(
                "without-config-map",
                ON_MACHINE + " volumes: [{name: settings, configMap: {name: settings}}],",
                ", volumeMounts: [{name: settings, mountPath: /settings}]");
        jobs.job("without-service-account", "serviceAccountName: nobody,", "");
        jobs.job("without-plugin", "  mlPolicy: {numNodes: 1, plugin: {name: acme}}", "", "", "");
        jobs.trainJob("without-runtime", "nowhere", "", "");
    }

    private static void fetching() {
        jobs.runtime(
                "fetches",
                "  mlPolicy: {numNodes: 1}",
                WaitingJobs.replicatedJob("dataset-initializer", "dataset-initializer", "", "", ""),
                WaitingJobs.replicatedJob(
                        "node", "trainer", "dependsOn: [{name: dataset-initializer, status: Complete}],", "", ""));
        jobs.trainJob("fetches", "fetches", "", ", initializer: {dataset: {storageUri: \"hf://example/data\"}}");
    }

    private static void notToRun() {
        jobs.job("suspended", "", "");
        jobs.suspend("suspended", "ada");
        jobs.job("managed", "  mlPolicy: {numNodes: 1}", "", "", ", managedBy: kueue.x-k8s.io/multikueue");
        jobs.runtime("queued", "", WaitingJobs.replicatedJob("node", "trainer", "", "", ""));
        jobs.trainJob("queued", "queued", ", labels: {kueue.x-k8s.io/queue-name: main}", ", suspend: true");
    }

    private static void failing() {
        jobs.job(
                "fails",
                "  mlPolicy: {numNodes: 2}",
                ON_MACHINE + " terminationGracePeriodSeconds: 1,",
                ", command: [sh, -c, 'if [ $JOB_COMPLETION_INDEX = 0 ]; then sleep 300; fi; echo shard 7; echo ValueError: bad shard; exit 3']",
                "");
        jobs.runtime(
                "crashes",
                "  mlPolicy: {numNodes: 1}",
                WaitingJobs.replicatedJob(
                                "node", "trainer", "", ON_MACHINE, ", command: [sh, -c, 'echo no device; exit 42']")
                        .replace("restartPolicy: Never", "restartPolicy: OnFailure")
                        .replace("backoffLimit: 0", "backoffLimit: 50"));
        jobs.trainJob("crashes", "crashes", "", "");
        jobs.job("late", "  mlPolicy: {numNodes: 1}", "", "", ", activeDeadlineSeconds: 5");
        jobs.job("trains", "", "");
    }

    /** A machine that nobody looks after, with jobs on it of which the test says what a kubelet would. */
    private static void onSilentMachine(KubernetesClient admin, String namespace) {
        jobs.apply(
                "{apiVersion: v1, kind: Node, metadata: {name: %s-silent, labels: {silent: %s}}, spec: {taints: [{key: silent, effect: NoSchedule}]}}"
                        .formatted(namespace, namespace));
        OPEN.add(() -> admin.nodes().withName(namespace + "-silent").delete());
        admin.nodes()
                .withName(namespace + "-silent")
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\": {\"allocatable\": {\"cpu\": 8, \"memory\": \"8Gi\", \"pods\": 10}}}");
        for (String job : List.of("without-image", "out-of-memory")) {
            jobs.job(job, "nodeSelector: {silent: " + namespace + "}, tolerations: [{operator: Exists}],", "");
        }
    }

    private static void outOfMemory(KubernetesClient admin, String namespace) {
        Pod pod = jobs.awaitPlacedPod("out-of-memory");
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        admin.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .editStatus(found -> found.edit()
                        .editStatus()
                        .withPhase("Failed")
                        .withContainerStatuses(new ContainerStatusBuilder()
                                .withName("node")
                                .withImage("registry.example/train:1")
                                .withImageID("")
                                .withReady(false)
                                .withRestartCount(0)
                                .withNewState()
                                .withNewTerminated()
                                .withExitCode(137)
                                .withReason("OOMKilled")
                                .withStartedAt(now)
                                .withFinishedAt(now)
                                .endTerminated()
                                .endState()
                                .build())
                        .endStatus()
                        .build());
    }

    private static void withoutImage(KubernetesClient admin, String namespace) {
        Pod pod = jobs.awaitPlacedPod("without-image");
        String image = "registry.example/train:1";
        String words = "Failed to pull image \"" + image + "\": " + image + ": not found";
        admin.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .editStatus(found -> found.edit()
                        .editStatus()
                        .withContainerStatuses(new ContainerStatusBuilder()
                                .withName("node")
                                .withImage(image)
                                .withImageID("")
                                .withReady(false)
                                .withRestartCount(0)
                                .withNewState()
                                .withNewWaiting("Back-off pulling image \"" + image + "\"", "ImagePullBackOff")
                                .endState()
                                .build())
                        .endStatus()
                        .build());
        jobs.apply(
                """
                apiVersion: v1
                kind: Event
                metadata: {name: pull}
                type: Warning
                reason: Failed
                message: '%s'
                lastTimestamp: "%s"
                involvedObject: {kind: Pod, namespace: %s, name: %s, uid: %s}
                """
                        .formatted(
                                words,
                                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                                namespace,
                                pod.getMetadata().getName(),
                                pod.getMetadata().getUid()));
    }

    /**
     * What is told of a job.
     *
     * @param message pattern of the sentence
     * @param evidence patterns of lines that must be there
     * @param advice what the advice must hold
     */
    private record Told(String job, String kind, String message, List<String> evidence, String advice) {}

    private static final String POD = "pod %s-node-0-0-\\w+";

    private static final List<Told> WITH_EVENT = List.of(
            new Told(
                    "refused-by-webhook",
                    "CreationRefused",
                    "the webhook pods\\.why\\.example\\.com does not answer, so the API server refuses what it should check",
                    List.of("Job refused-by-webhook-node-0: FailedCreate: Error creating: .*failed calling webhook.*"),
                    "connection refused"),
            new Told(
                    "refused-by-denial",
                    "CreationRefused",
                    "the webhook costs\\.why\\.example\\.com refuses it: no cost centre is named",
                    List.of("Job refused-by-denial-node-0: FailedCreate: Error creating: .*denied the request.*"),
                    "ask those who run it"),
            new Told(
                    "without-service-account",
                    "CreationRefused",
                    "its pods want the ServiceAccount nobody, which does not exist",
                    List.of("Job without-service-account-node-0: FailedCreate: .*"),
                    "kubectl create serviceaccount nobody -n "),
            new Told(
                    "without-plugin",
                    "PluginNotFound",
                    "it needs the plugin acme, which the controller has not loaded",
                    List.of("TrainJob without-plugin: TrainJobResourcesCreationFailed: .*"),
                    "controller's folder of plugins"),
            new Told(
                    "refused-by-policy",
                    "CreationRefused",
                    "the policy images-of-.* refuses it: images must come from our registry",
                    List.of("Job refused-by-policy-node-0: FailedCreate: .*"),
                    "ask who wrote it"),
            new Told(
                    "too-large",
                    "NodesUnsuitable",
                    "no machine takes " + POD.formatted("too-large")
                            + ": of \\d+, \\d+ have taints that the pod does not tolerate, 1 has too little example.com/\\S+ free, \\d+ have labels that do"
                            + " not match the pod's node selector or affinity",
                    List.of(
                            "pod too-large-\\S+ asks for 8 example.com/.*",
                            "pod too-large-\\S+ goes only to machines with the labels pool=.*",
                            "2 machines have the taint dedicated=infra:NoSchedule"),
                    "kubectl get nodes"),
            new Told(
                    "without-claim",
                    "ClaimNotReady",
                    "PersistentVolumeClaim nowhere does not exist in namespace \\S+, and "
                            + POD.formatted("without-claim") + " needs it",
                    List.of(".*persistentvolumeclaim \"nowhere\" not found.*"),
                    "kubectl get pvc -n"),
            new Told(
                    "without-volume",
                    "ClaimNotReady",
                    "PersistentVolumeClaim unbound of " + POD.formatted("without-volume") + " has no volume yet",
                    List.of(".*unbound immediate PersistentVolumeClaims.*"),
                    "kubectl describe pvc -n"),
            new Told(
                    "gang",
                    "GangUnschedulable",
                    "the pods start only together, and there is room for too few of them(: all machines together have too little"
                            + " example.com/\\S+ free)?",
                    List.of(".*(resource gap|sibling|PodGroup).*"),
                    "ask for fewer"),
            new Told(
                    "without-add-on",
                    "PluginNotFound",
                    "it needs podgroups\\.scheduling\\.volcano\\.sh, which is not installed in this cluster",
                    List.of("TrainJob without-add-on: TrainJobResourcesCreationFailed: .*"),
                    "install the add-on"),
            new Told(
                    "without-secret",
                    "SecretNotFound",
                    "Secret hf-token does not exist in namespace \\S+, and " + POD.formatted("without-secret")
                            + " needs it",
                    List.of(".*secret \"hf-token\" not found"),
                    "kubectl create secret generic hf-token -n "),
            new Told(
                    "without-key",
                    "SecretNotFound",
                    "Secret \\S+ has no key token, which " + POD.formatted("without-key") + " needs",
                    List.of("couldn't find key token in [Ss]ecret .*"),
                    "add the key"),
            new Told(
                    "without-config-map",
                    "ConfigMapNotFound",
                    "ConfigMap settings does not exist in namespace \\S+, and " + POD.formatted("without-config-map")
                            + " needs it",
                    List.of(".*configmap \"settings\" not found"),
                    "kubectl create configmap settings -n "),
            new Told(
                    "without-image",
                    "ImagePullFailed",
                    "the image registry\\.example/train:1 cannot be fetched for " + POD.formatted("without-image")
                            + ": the registry does not have it",
                    List.of("Failed to pull image .*"),
                    "spelling of registry.example/train:1"),
            new Told(
                    "without-runtime",
                    "RuntimeNotFound",
                    "its runtime does not exist: there is no TrainingRuntime \\S+/nowhere",
                    List.of("TrainJob without-runtime: TrainJobResourcesCreationFailed: .*"),
                    "kubectl get trainingruntimes -n "));

    @TestFactory
    @DisplayName(
            "the program and an event of the job tell the same cause in the same words, with evidence and what to do")
    Stream<DynamicTest> causesWithEvents() {
        return WITH_EVENT.stream()
                .map(told -> dynamicTest(told.job(), () -> {
                    String event = jobs.awaitEvent(told.job(), told.kind()).getMessage();
                    Map<String, Object> cause = check(jobs, told);
                    assertThat(event).startsWith(cause.get("message") + ". ").containsIgnoringCase(told.advice());
                }));
    }

    @Test
    @DisplayName("a quota that is used up: program and event say by whom")
    void quota() {
        String event = limited.awaitEvent("over-quota", "QuotaExceeded").getMessage();

        Map<String, Object> cause = check(
                limited,
                new Told(
                        "over-quota",
                        "QuotaExceeded",
                        "ResourceQuota team has no room for its next pod, which asks for 1 cpu while 2 of 2 is in use; TrainJob \\S+/holder"
                                + " holds it",
                        List.of("TrainJob \\S+/holder holds 2 cpu", "Job over-quota-node-0: FailedCreate: .*"),
                        "kubectl describe resourcequota team -n "));
        assertThat(event).startsWith(cause.get("message") + ". ");
    }

    @Test
    @DisplayName("a namespace that takes only harmless pods: program and event say what the pods lack")
    void podSecurity() {
        String event = restricted.awaitEvent("too-free", "CreationRefused").getMessage();

        Map<String, Object> cause = check(
                restricted,
                new Told(
                        "too-free",
                        "CreationRefused",
                        "the namespace takes only pods of the security level restricted:latest: allowPrivilegeEscalation != false .*",
                        List.of("Job too-free-node-0: FailedCreate: Error creating: .*violates PodSecurity.*"),
                        "set the security context in the runtime"));
        assertThat(event).startsWith(cause.get("message") + ". ");
    }

    @Test
    @DisplayName("a container that crashes again and again is told while it does so")
    void crashes() {
        assertThat(jobs.awaitEvent("crashes", "ContainerCrashing").getMessage())
                .matches(
                        "container node of pod \\S+ has failed .*exit code 42: .*\\. Read what it wrote last: kubectl logs .*");

        check(
                jobs,
                new Told(
                        "crashes",
                        "ContainerCrashing",
                        "container node of pod \\S+ has failed.*: exit code 42: the program ended with an error of its own",
                        List.of("last failed .* ago"),
                        "kubectl logs crashes-node-0-0-"));
        assertThat(Tree.at(jobs.why("crashes"), "failure", "lastLines"))
                .asInstanceOf(LIST)
                .contains("no device");
    }

    @Test
    @DisplayName(
            "of a job that has failed the first container over all ranks, with its exit code in words and its last lines")
    void fails() {
        Map<String, Object> cause = check(
                jobs,
                new Told(
                        "fails",
                        "ContainerFailed",
                        "container node of pod fails-node-0-1-\\w+ failed first, with exit code 3: the program ended with an error of its own",
                        List.of("ReachedMaxRestarts: .*"),
                        "kubectl logs fails-node-0-1-"));
        assertThat(Tree.at(cause, "failure", "node")).isEqualTo(1L);
        assertThat(Tree.at(cause, "failure", "exitCode")).isEqualTo(3L);
        assertThat(Tree.at(cause, "failure", "lastLines")).isEqualTo(List.of("shard 7", "ValueError: bad shard"));
        assertThat(jobs.commands().runProgram("why", "fails"))
                .as("the program, as people read it")
                .startsWith("TrainJob fails (Failed): " + cause.get("message"))
                .contains(
                        "Last lines:\n  | shard 7\n  | ValueError: bad shard\n",
                        "What to do: read what it wrote last: ");
    }

    @Test
    @DisplayName(
            "trainyard report writes down what the cluster knows of a job, in one file: why, the first failure with its last lines, pods, timeline, events, and what it"
                    + " became of the runtime that it was made from, also when that is gone (OPS-116)")
    void report(TestCluster cluster) {
        jobs.awaitCause("fails", "ContainerFailed");
        cluster.adminClient()
                .resources(TrainingRuntime.class)
                .inNamespace(jobs.namespace())
                .withName("fails")
                .delete();

        String file = jobs.commands().run("report", "fails", "-o", "-");

        assertThat(Stream.of(
                                "<title>fails: Failed</title>",
                                "failed first, with exit code 3",
                                "ValueError: bad shard",
                                "Timeline",
                                "fails-node-0-1-",
                                MACHINE,
                                "ReachedMaxRestarts",
                                "TrainJob, as written",
                                "Became: JobSet",
                                "# runtime",
                                "kind: TrainingRuntime")
                        .filter(text -> !file.contains(text)))
                .as("what the report lacks")
                .isEmpty();
        assertThat(file).doesNotContain("<script", " src=");
    }

    @TestFactory
    @DisplayName(
            "a job that is not to run, that ended for a reason of its own, or that fetches data: nothing is wrong that the controller would tell")
    Stream<DynamicTest> causesWithoutEvents() {
        return Stream.of(
                        new Told(
                                "suspended",
                                "SuspendedByUser",
                                "it is suspended by ada",
                                List.of("spec.suspend is true, written at .*"),
                                "--type merge -p '{\"spec\":{\"suspend\":false}}'"),
                        new Told(
                                "managed",
                                "ManagedByOther",
                                "spec.managedBy says that kueue.x-k8s.io/multikueue runs it, so this controller does nothing",
                                List.of(),
                                "kueue.x-k8s.io/multikueue"),
                        new Told(
                                "queued",
                                "WaitingForQueue",
                                "it waits for Kueue to let it start from queue main, but Kueue has made no Workload for it",
                                List.of(),
                                "see whether Kueue runs"),
                        new Told(
                                "gated",
                                "WaitingForQueue",
                                POD.formatted("gated")
                                        + " may not be scheduled before the gate example.com/budget is taken away",
                                List.of(),
                                "who sets this gate"),
                        new Told(
                                "out-of-memory",
                                "ContainerFailed",
                                "container node of " + POD.formatted("out-of-memory")
                                        + " failed first, with exit code 137: out of memory.*",
                                List.of("ReachedMaxRestarts: .*"),
                                "raise the memory limit"),
                        new Told(
                                "late",
                                "DeadlineExceeded",
                                "it was ended because it took longer than spec.activeDeadlineSeconds allows",
                                List.of("DeadlineExceeded: .*"),
                                "raise spec.activeDeadlineSeconds"),
                        new Told(
                                "fetches",
                                "StillFetching",
                                "the data set is still being fetched",
                                List.of("it began .* ago", "this container is simulated"),
                                ""))
                .map(told -> dynamicTest(told.job(), () -> check(jobs, told)));
    }

    @Test
    @DisplayName("a job that trains, and one that has ended well")
    void trains(TestCluster cluster) {
        assertThat(jobs.awaitCause("trains", "Training").get("message")).isEqualTo("it trains: 1 of 1 node is ready");

        cluster.pods(jobs.namespace()).endAll(1, Map.of("jobset.sigs.k8s.io/jobset-name", "trains"), Outcome.SUCCEEDED);

        assertThat(jobs.awaitCause("trains", "Done").get("message")).asString().startsWith("it has ended well after");
    }

    private static Map<String, Object> check(WaitingJobs where, Told told) {
        Map<String, Object> cause = where.awaitCause(told.job(), told.kind());
        assertThat(String.valueOf(cause.get("message"))).matches(told.message());
        List<String> evidence = Objects.requireNonNull(Tree.strings(cause, "evidence"));
        assertThat(told.evidence()).allSatisfy(line -> assertThat(evidence).anyMatch(found -> found.matches(line)));
        assertThat(String.valueOf(cause.get("advice"))).contains(told.advice());
        return cause;
    }
}

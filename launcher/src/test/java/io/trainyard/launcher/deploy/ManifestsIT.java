package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kustomize overlays on a real API server. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Manifests on a real control plane (HELM-01 to HELM-06)")
final class ManifestsIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Map<String, String> LABELS = Map.of(
            "app.kubernetes.io/name", "trainer",
            "app.kubernetes.io/component", "manager",
            "app.kubernetes.io/part-of", "kubeflow");

    @ParameterizedTest
    @CsvSource({
        "overlays/standalone,kubeflow-system",
        "overlays/dashboard,kubeflow-system",
        "overlays/kubeflow-platform,kubeflow"
    })
    @DisplayName("an overlay passes a dry run, applies, and changes nothing the second time")
    void anOverlayApplies(String overlay, String namespace, TestCluster cluster, @TempDir Path files) {
        create(cluster, namespace);
        Manifests manifests = Manifests.write(cluster, files, Tool.kustomize(overlay));
        try {
            manifests.apply("--server-side", "--force-conflicts", "--dry-run=server");
            manifests.apply();
            manifests.expectNoChange();
        } finally {
            manifests.delete();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"coscheduling", "volcano", "kai"})
    @DisplayName("a gang scheduler's overlay brings runtimes with its policy, and changes nothing the second time")
    void runtimesForAGangScheduler(String scheduler, TestCluster cluster, @TempDir Path files) {
        Manifests manifests = Manifests.write(cluster, files, Tool.kustomize("overlays/gang/" + scheduler));
        try {
            manifests.apply();
            manifests.expectNoChange();

            GenericKubernetesResource runtime = cluster.adminClient()
                    .genericKubernetesResources("trainer.kubeflow.org/v1alpha1", "ClusterTrainingRuntime")
                    .withName("torch-distributed-with-" + scheduler)
                    .require();
            assertThat(runtime.getMetadata().getLabels())
                    .containsEntry("trainer.kubeflow.org/webhook-validation", "disabled")
                    .containsEntry("trainer.kubeflow.org/framework", "torch");
            assertThat(runtime.<Map<String, Object>>get("spec", "podGroupPolicy"))
                    .containsOnlyKeys(scheduler);
        } finally {
            manifests.delete();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overlays/runtimes",
                "overlays/kubeflow-platform",
                "overlays/gang/coscheduling",
                "overlays/gang/volcano",
                "overlays/gang/kai"
            })
    @DisplayName("the Python SDK understands every runtime of an overlay (SDK-20 to SDK-24)")
    void theSdkUnderstandsTheRuntimesOfAnOverlay(String overlay) {
        List<Object> runtimes = Yaml.parseAll(Tool.kustomize(overlay)).stream()
                .filter(object -> "ClusterTrainingRuntime".equals(Tree.text(object, "kind")))
                .toList();

        assertThat(runtimes).isNotEmpty().allSatisfy(runtime -> assertThat(
                        RuntimeForTheSdk.problems(Tree.object(runtime)))
                .as(Tree.text(runtime, "metadata", "name"))
                .isEmpty());
    }

    @Test
    @DisplayName("with the component one-version kubectl asks for v1alpha1 (API-02a)")
    void oneVersionIsServed(TestCluster cluster, @TempDir Path files) throws IOException {
        Path deploy = Tool.DEPLOY.toAbsolutePath().normalize();
        Path relative = files.toRealPath().relativize(deploy);
        Files.writeString(
                files.resolve("kustomization.yaml"),
                "resources: [%1$s/crds]\ncomponents: [%1$s/one-version]\n".formatted(relative));
        Manifests definitions = Manifests.write(
                cluster,
                files,
                Tool.kubectl().run("kustomize", files.toString()).expectSuccess());
        try {
            definitions.apply("--server-side", "--force-conflicts");

            await().atMost(LIMIT).untilAsserted(() -> assertThat(Tool.kubectl()
                            .run(
                                    "--kubeconfig",
                                    cluster.kubeconfig().toString(),
                                    "api-resources",
                                    "--api-group=trainer.kubeflow.org",
                                    "--no-headers")
                            .expectSuccess()
                            .lines())
                    .hasSize(3)
                    .allMatch(line -> line.contains("trainer.kubeflow.org/v1alpha1")));
        } finally {
            Manifests.write(cluster, files, Tool.kustomize("crds")).apply("--server-side", "--force-conflicts");
        }
    }

    @Test
    @DisplayName(
            "pods are admitted where the Pod Security Standard 'restricted' is enforced, and all replicas run (OPS-11)")
    void podsAreRestricted(TestCluster cluster, @TempDir Path files) {
        Manifests manifests = Manifests.write(cluster, files, Tool.kustomize("overlays/standalone"));
        try {
            assertThat(manifests.apply()).doesNotContain("would violate PodSecurity");
            await().atMost(LIMIT)
                    .until(() -> cluster.pods("kubeflow-system").running(LABELS).size() == 2);
            List<Pod> pods = cluster.pods("kubeflow-system").running(LABELS);
            assertThat(pods).allSatisfy(pod -> assertThat(pod.getSpec()
                            .getContainers()
                            .get(0)
                            .getSecurityContext()
                            .getReadOnlyRootFilesystem())
                    .isTrue());
        } finally {
            manifests.delete();
        }
    }

    @Test
    @DisplayName(
            "a Deployment and a Service of the reference's names and labels are taken over in place (HELM-03, HELM-04)")
    void theReferenceIsReplacedInPlace(TestCluster cluster, @TempDir Path files) {
        create(cluster, "kubeflow-system");
        KubernetesClient admin = cluster.adminClient();
        Manifests before = Manifests.write(
                cluster,
                files,
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: kubeflow-trainer-controller-manager
                  namespace: kubeflow-system
                  labels: &labels
                    app.kubernetes.io/name: trainer
                    app.kubernetes.io/component: manager
                    app.kubernetes.io/part-of: kubeflow
                spec:
                  selector: {matchLabels: *labels}
                  template:
                    metadata: {labels: *labels}
                    spec:
                      containers:
                        - name: manager
                          image: example.com/another-controller
                          command: [/manager]
                          args: [--config=/controller_manager_config.yaml, --zap-log-level=2]
                          securityContext:
                            allowPrivilegeEscalation: false
                            runAsNonRoot: true
                            capabilities: {drop: [ALL]}
                            seccompProfile: {type: RuntimeDefault}
                ---
                apiVersion: v1
                kind: Service
                metadata:
                  name: kubeflow-trainer-controller-manager
                  namespace: kubeflow-system
                spec:
                  selector: {app.kubernetes.io/component: manager}
                  ports:
                    - {name: monitoring-port, port: 8443, targetPort: 8443}
                    - {name: webhook-server, port: 443, targetPort: 9443}
                """);
        before.apply();
        Manifests after = Manifests.write(cluster, files, Tool.kustomize("overlays/standalone"));
        try {
            String uid = deployment(admin).getMetadata().getUid();

            after.apply();

            GenericKubernetesResource deployment = deployment(admin);
            assertThat(deployment.getMetadata().getUid()).isEqualTo(uid);
            assertThat(deployment.<List<Map<String, Object>>>get("spec", "template", "spec", "containers"))
                    .singleElement()
                    .satisfies(container -> assertThat(container)
                            .containsEntry("image", "trainyard:v0.1.0")
                            .doesNotContainKey("command"));
            assertThat(admin.services()
                            .inNamespace("kubeflow-system")
                            .withName("kubeflow-trainer-controller-manager")
                            .get()
                            .getSpec()
                            .getSelector())
                    .isEqualTo(LABELS);
        } finally {
            after.delete();
        }
    }

    @Test
    @DisplayName(
            "the certificate's key lies in a file only where cert-manager makes it, and the authority's never (CERT-18)")
    void keysAreNotMounted() {
        assertThat(Tool.kustomize("overlays/standalone"))
                .contains("kind: Deployment")
                .doesNotContain("secretName: kubeflow-trainer-webhook-cert", "serving-certs");
        assertThat(Tool.kustomize("overlays/cert-manager"))
                .contains("path: tls.key", "mountPath: /tmp/k8s-webhook-server/serving-certs")
                .doesNotContain("ca.key");
    }

    @Test
    @DisplayName(
            "the controller's account lists and watches no Secrets, reads its certificate's by name, and makes and reads others only where that is granted"
                    + " (OPS-61, MPI-92)")
    void secretsAreOutOfReach(TestCluster cluster, @TempDir Path files) {
        create(cluster, "granted");
        create(cluster, "other");
        Manifests manifests = Manifests.write(
                cluster,
                files,
                Tool.kustomize("overlays/standalone")
                        + """
                        ---
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: RoleBinding
                        metadata: {name: mpi, namespace: granted}
                        roleRef:
                          apiGroup: rbac.authorization.k8s.io
                          kind: ClusterRole
                          name: kubeflow-trainer-controller-manager-secrets
                        subjects:
                          - {kind: ServiceAccount, name: kubeflow-trainer-controller-manager, namespace: kubeflow-system}
                        """);
        try {
            manifests.apply();
            await("the roles").atMost(LIMIT).until(() -> may(cluster, "get", "granted", "job-mpi-ssh-auth"));

            assertThat(may(cluster, "create", "granted", "")).isTrue();
            assertThat(may(cluster, "get", "kubeflow-system", "kubeflow-trainer-webhook-cert"))
                    .isTrue();
            for (String namespace : List.of("", "kube-system", "kubeflow-system", "granted", "other")) {
                for (String verb : List.of("list", "watch", "update", "patch", "delete", "deletecollection")) {
                    assertThat(may(cluster, verb, namespace, ""))
                            .as(verb + " in \"" + namespace + "\"")
                            .isFalse();
                }
            }
            for (String namespace : List.of("kube-system", "kubeflow-system", "other")) {
                assertThat(may(cluster, "get", namespace, "anything"))
                        .as(namespace)
                        .isFalse();
            }
            assertThat(may(cluster, "create", "other", "")).isFalse();
        } finally {
            manifests.delete();
        }
    }

    @Test
    @DisplayName(
            "a user's label does not switch validation of his runtime off: only who may create ClusterTrainingRuntimes does without the webhook, which nobody answers here (VAL-07)")
    void usersDoNotSwitchValidationOff(TestCluster cluster, @TempDir Path files) throws IOException {
        create(cluster, "opting");
        Manifests manifests = Manifests.write(
                cluster,
                files,
                Tool.kustomize("overlays/standalone")
                        + """
                        ---
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: Role
                        metadata: {name: runtimes, namespace: opting}
                        rules:
                          - {apiGroups: [trainer.kubeflow.org], resources: [trainingruntimes], verbs: [create]}
                        ---
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: RoleBinding
                        metadata: {name: runtimes, namespace: opting}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: runtimes}
                        subjects:
                          - {apiGroup: rbac.authorization.k8s.io, kind: User, name: ann}
                        """);
        String runtime = Files.writeString(
                        files.resolve("optout.yaml"),
                        """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: TrainingRuntime
                        metadata: {generateName: optout-, namespace: opting, labels: {trainer.kubeflow.org/webhook-validation: disabled}}
                        spec:
                          template:
                            spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {containers: [{name: node, image: x}]}}}}}]}
                        """)
                .toString();
        try {
            manifests.apply();
            String[] create = {"--kubeconfig", cluster.kubeconfig().toString(), "create", "-f", runtime};
            String[] asUser =
                    Stream.concat(Stream.of(create), Stream.of("--as=ann")).toArray(String[]::new);

            await("the webhook").atMost(LIMIT).untilAsserted(() -> assertThat(
                            Tool.kubectl().run(asUser).output())
                    .contains("failed calling webhook \"validator.trainingruntime.trainer.kubeflow.org\""));
            assertThat(Tool.kubectl().run(create).expectSuccess()).contains("created");
        } finally {
            manifests.delete();
        }
    }

    /** What the API server would answer to the controller's account about Secrets; an empty name is any, an empty namespace all. */
    private static boolean may(TestCluster cluster, String verb, String namespace, String name) {
        SubjectAccessReview question = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser("system:serviceaccount:kubeflow-system:kubeflow-trainer-controller-manager")
                .withGroups("system:serviceaccounts", "system:serviceaccounts:kubeflow-system", "system:authenticated")
                .withNewResourceAttributes()
                .withVerb(verb)
                .withResource("secrets")
                .withNamespace(namespace)
                .withName(name)
                .endResourceAttributes()
                .endSpec()
                .build();
        return cluster.adminClient()
                .authorization()
                .v1()
                .subjectAccessReview()
                .create(question)
                .getStatus()
                .getAllowed();
    }

    private static GenericKubernetesResource deployment(KubernetesClient admin) {
        return admin.genericKubernetesResources("apps/v1", "Deployment")
                .inNamespace("kubeflow-system")
                .withName("kubeflow-trainer-controller-manager")
                .get();
    }

    private static void create(TestCluster cluster, String namespace) {
        cluster.adminClient()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .serverSideApply();
    }
}

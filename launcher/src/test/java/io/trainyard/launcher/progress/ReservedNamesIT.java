package io.trainyard.launcher.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.launcher.controller.ControllerInTest;
import io.trainyard.testcluster.AuditRecord;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.process.PortRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runtimes whose volumes and mounts are called as those that the controller adds for reports. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Names of a runtime that the controller uses, too, on a real control plane (SSRV-62, SSRV-64)")
final class ReservedNamesIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: vault}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          template:
                            spec:
                              serviceAccountName: trainer
                              containers:
                                - name: node
                                  image: registry.example.com/train:1
                                  volumeMounts:
                                    - {name: kubeflow-trainer-token, mountPath: /var/run/secrets/vault}
                                    - {name: own, mountPath: /var/run/secrets/kubeflow/trainer}
                              volumes:
                                - name: kubeflow-trainer-token
                                  projected: {sources: [{serviceAccountToken: {audience: vault, path: token, expirationSeconds: 600}}]}
                                - {name: own, emptyDir: {}}
            """;

    /** Part of what pods are told. */
    private final int port = PortRange.DEFAULT.choose(1, new Random()).get(0);

    private TestCluster cluster;
    private KubernetesClient admin;
    private String namespace;

    @BeforeEach
    void prepare(TestCluster given, TestNamespace where) {
        cluster = given;
        admin = given.adminClient();
        namespace = where.name();
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("kubeflow-system")
                        .endMetadata()
                        .build())
                .serverSideApply();
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("trainer")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        create(RUNTIME);
    }

    @Test
    @DisplayName("who asks for no reports gets the pods of the runtime, from one JobSet, suspended and resumed")
    void withoutReports() {
        try (ControllerInTest controller = controller()) {
            create(trainJob("quiet", "false", true));
            String uid = jobSet("quiet").getMetadata().getUid();
            resume("quiet");
            Pod pod = pod("quiet");

            assertThat(volumes(pod))
                    .containsEntry("kubeflow-trainer-token", "vault")
                    .containsEntry("own", "");
            assertThat(mounts(pod))
                    .containsEntry("/var/run/secrets/vault", "kubeflow-trainer-token")
                    .containsEntry("/var/run/secrets/kubeflow/trainer", "own");
            assertThat(jobSet("quiet").getMetadata().getUid()).isEqualTo(uid);
            assertThat(createdAndDeleted("quiet")).containsExactly("create");
            assertThat(admin.configMaps()
                            .inNamespace(namespace)
                            .withName("quiet-tls-config")
                            .get())
                    .isNull();
        }
    }

    @Test
    @DisplayName(
            "who asks for reports keeps the volumes and mounts of the runtime and has those for reports beside them")
    void withReports() {
        try (ControllerInTest controller = controller()) {
            create(trainJob("loud", "true", false));
            Pod pod = pod("loud");

            assertThat(volumes(pod))
                    .containsEntry("kubeflow-trainer-token", "vault")
                    .containsEntry(
                            "kubeflow-trainer-token-2",
                            "trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/trainjobs/loud/status");
            assertThat(mounts(pod))
                    .containsEntry("/var/run/secrets/vault", "kubeflow-trainer-token")
                    .containsEntry("/var/run/secrets/kubeflow/trainer", "own")
                    .containsEntry("/var/run/secrets/kubeflow/trainer-2", "kubeflow-trainer-token-2");
            await("the warnings")
                    .atMost(LIMIT)
                    .until(() -> admin.v1().events().inNamespace(namespace).list().getItems().stream()
                                    .filter(event -> "ReportingRenamed".equals(event.getReason()))
                                    .count()
                            == 2);
        }
    }

    @Test
    @DisplayName("a suspended JobSet without mark, as an earlier release made it, stays and is resumed")
    void unmarked() {
        String runtime = RUNTIME.replace("name: vault}", "name: plain}")
                .replace("kubeflow-trainer-token", "vault-token")
                .replace("/var/run/secrets/kubeflow/trainer", "/own");
        create(runtime);
        String uid;
        try (ControllerInTest earlier = controller()) {
            create(trainJob("old", "true", true).replace("name: vault", "name: plain"));
            uid = jobSet("old").getMetadata().getUid();
        }
        admin.resources(JobSet.class)
                .inNamespace(namespace)
                .withName("old")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"trainyard.dev/injected\":null}}}");
        try (ControllerInTest controller = controller()) {
            resume("old");
            Pod pod = pod("old");

            assertThat(volumes(pod)).containsKey("kubeflow-trainer-token").containsEntry("vault-token", "vault");
            assertThat(jobSet("old").getMetadata().getUid()).isEqualTo(uid);
            assertThat(jobSet("old").getMetadata().getAnnotations()).isNullOrEmpty();
            assertThat(createdAndDeleted("old")).containsExactly("create");
        }
    }

    private ControllerInTest controller() {
        ControllerInTest controller = new ControllerInTest(
                cluster.subjectKubeconfig(), namespace, "statusServer: {port: %d}\n".formatted(port));
        await("a controller to be ready").atMost(LIMIT).until(controller::isReady);
        return controller;
    }

    private static String trainJob(String name, String reports, boolean suspended) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, annotations: {trainyard.dev/report-progress: '%s'}}
                spec: {suspend: %s, runtimeRef: {kind: TrainingRuntime, name: vault}}
                """
                .formatted(name, reports, suspended);
    }

    private void create(String yaml) {
        admin.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                .inNamespace(namespace)
                .create();
    }

    private void resume(String name) {
        admin.genericKubernetesResources("trainer.kubeflow.org/v1alpha1", "TrainJob")
                .inNamespace(namespace)
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"suspend\":false}}");
    }

    private JobSet jobSet(String name) {
        return await("JobSet " + name)
                .atMost(LIMIT)
                .until(
                        () -> admin.resources(JobSet.class)
                                .inNamespace(namespace)
                                .withName(name)
                                .get(),
                        found -> found != null);
    }

    private Pod pod(String name) {
        Map<String, String> labels = Map.of("jobset.sigs.k8s.io/jobset-name", name);
        return await("a pod of " + name)
                .atMost(LIMIT)
                .until(() -> cluster.pods(namespace).running(labels), pods -> !pods.isEmpty())
                .get(0);
    }

    private List<String> createdAndDeleted(String name) {
        return cluster.auditLog().records().stream()
                .filter(request -> request.resource().equals("jobsets")
                        && request.namespace().equals(namespace)
                        && (request.name().isEmpty() || request.name().equals(name)))
                .map(AuditRecord::verb)
                .filter(verb -> verb.equals("create") || verb.equals("delete"))
                .toList();
    }

    /** By name, the audience of their tokens. */
    private static Map<String, String> volumes(Pod pod) {
        return pod.getSpec().getVolumes().stream()
                .collect(Collectors.toMap(Volume::getName, ReservedNamesIT::audience));
    }

    private static String audience(Volume volume) {
        return volume.getProjected() == null
                ? ""
                : volume.getProjected().getSources().stream()
                        .filter(source -> source.getServiceAccountToken() != null
                                && source.getServiceAccountToken().getAudience() != null)
                        .map(source -> source.getServiceAccountToken().getAudience())
                        .findFirst()
                        .orElse("");
    }

    private static Map<String, String> mounts(Pod pod) {
        return pod.getSpec().getContainers().get(0).getVolumeMounts().stream()
                .collect(Collectors.toMap(VolumeMount::getMountPath, VolumeMount::getName));
    }
}

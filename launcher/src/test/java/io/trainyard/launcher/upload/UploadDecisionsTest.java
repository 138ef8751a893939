package io.trainyard.launcher.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.admission.trainjob.PodSecurityRules;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What is decided on the way of code to a claim (LOCAL-201, LOCAL-202)")
final class UploadDecisionsTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: mine}
            spec:
              template:
                spec:
                  replicatedJobs:
                  - name: dataset-initializer
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                      spec: {template: {spec: {containers: [{name: fetch, image: "fetch:1"}]}}}
                  - name: node
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                      spec:
                        template:
                          spec:
                            nodeSelector: {zone: a}
                            tolerations: [{key: gpu, operator: Exists}]
                            imagePullSecrets: [{name: registry}]
                            securityContext: {runAsUser: 1000, fsGroup: 2000}
                            containers:
                            - name: node
                              image: "train:1"
                              command: [torchrun]
                              resources: {limits: {nvidia.com/gpu: "8"}}
                              securityContext: {allowPrivilegeEscalation: false}
            """;

    private static Pod pod(Optional<String> image, Map<String, Object> trainJob) {
        return UploadPod.of("team", "code", image, trainJob, YAML.unmarshal(RUNTIME, TrainingRuntime.class));
    }

    @Test
    @DisplayName(
            "the pod runs where the trainer may, with its image and as its user, without its GPUs, and ends by itself")
    void thePod() {
        Pod pod = pod(Optional.empty(), Map.of());

        assertThat(pod.getMetadata().getGenerateName()).isEqualTo("trainyard-upload-");
        assertThat(pod.getMetadata().getLabels()).containsEntry("trainyard.dev/code-upload", "code");
        assertThat(pod.getSpec().getNodeSelector()).containsEntry("zone", "a");
        assertThat(pod.getSpec().getTolerations()).extracting("key").containsExactly("gpu");
        assertThat(pod.getSpec().getImagePullSecrets()).extracting("name").containsExactly("registry");
        assertThat(pod.getSpec().getSecurityContext().getFsGroup()).isEqualTo(2000);
        assertThat(pod.getSpec().getActiveDeadlineSeconds()).isEqualTo(3600);
        assertThat(pod.getSpec().getVolumes().get(0).getPersistentVolumeClaim().getClaimName())
                .isEqualTo("code");
        assertThat(pod.getSpec().getContainers()).singleElement().satisfies(container -> {
            assertThat(container.getImage()).isEqualTo("train:1");
            assertThat(container.getCommand()).startsWith("sh", "-c");
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getResources().getLimits()).doesNotContainKey("nvidia.com/gpu");
        });
    }

    @Test
    @DisplayName(
            "it never runs as root: the runtime's own user and groups stay, and without any it gets a user, a group for the claim and a home; what it asks for is what it may take")
    void thePodIsRestricted() {
        Pod ofUser = pod(Optional.empty(), Map.of());
        String ofRoot = RUNTIME.replace(
                        "securityContext: {runAsUser: 1000, fsGroup: 2000}", "securityContext: {runAsUser: 0}")
                .replace("{allowPrivilegeEscalation: false}", "{privileged: true}");
        Pod other =
                UploadPod.of("team", "code", Optional.empty(), Map.of(), YAML.unmarshal(ofRoot, TrainingRuntime.class));

        assertThat(ofUser.getSpec().getSecurityContext().getRunAsUser()).isEqualTo(1000);
        assertThat(ofUser.getSpec().getSecurityContext().getFsGroup()).isEqualTo(2000);
        assertThat(ofUser.getSpec().getVolumes()).hasSize(1);
        assertThat(other.getSpec().getSecurityContext().getRunAsUser()).isEqualTo(1000);
        assertThat(other.getSpec().getSecurityContext().getFsGroup()).isEqualTo(65532);
        assertThat(other.getSpec().getContainers().get(0).getEnv())
                .extracting("name")
                .contains("HOME", "USER");
        for (Pod pod : List.of(ofUser, other)) {
            assertThat(PodSecurityRules.problems("restricted", Tree.child(TreeConversion.toTree(pod), "spec")))
                    .isEmpty();
            assertThat(pod.getSpec().getContainers().get(0).getResources().getRequests())
                    .isEqualTo(
                            pod.getSpec().getContainers().get(0).getResources().getLimits());
        }
    }

    @Test
    @DisplayName("an image of the TrainJob, or one that is named, comes before that of the runtime")
    void theImage() {
        Map<String, Object> trainJob = Tree.of("spec", Tree.of("trainer", Tree.of("image", "mine:2")));

        assertThat(pod(Optional.empty(), trainJob)
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getImage())
                .isEqualTo("mine:2");
        assertThat(pod(Optional.of("busybox"), trainJob)
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getImage())
                .isEqualTo("busybox");
    }

    @Test
    @DisplayName(
            "pods of uploads that were killed are known by their label, and go when they have ended or are too old")
    void leftOvers() {
        Instant now = Instant.parse("2026-01-02T12:00:00Z");

        assertThat(UploadPod.isLeftOver(left("Failed", "2026-01-02T11:59:00Z"), now))
                .isTrue();
        assertThat(UploadPod.isLeftOver(left("Running", "2026-01-02T11:30:00Z"), now))
                .as("somebody uploads")
                .isFalse();
        assertThat(UploadPod.isLeftOver(left("Pending", "2026-01-02T09:00:00Z"), now))
                .isTrue();
        Pod foreign = left("Failed", "2026-01-02T11:59:00Z");
        foreign.getMetadata().setLabels(Map.of("app", "x"));
        assertThat(UploadPod.isLeftOver(foreign, now)).isFalse();
    }

    private static Pod left(String phase, String created) {
        return YAML.unmarshal(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: trainyard-upload-x, creationTimestamp: "%s", labels: {trainyard.dev/code-upload: code}}
                status: {phase: %s}
                """
                        .formatted(created, phase),
                Pod.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {phase: Running, containerStatuses: [{name: receive, state: {running: {}}}]}                                   | RUNNING    |
                    {phase: Pending, containerStatuses: [{name: receive, state: {waiting: {reason: ContainerCreating}}}]}          | WAITING    | ContainerCreating
                    {phase: Pending, conditions: [{type: PodScheduled, status: "False", message: "0/3 nodes are available"}]}      | WAITING    | 0/3 nodes are available
                    {phase: Pending}                                                                                              | WAITING    |
                    {phase: Pending, containerStatuses: [{name: receive, state: {waiting: {reason: ErrImagePull}}}]}               | WAITING    | ErrImagePull
                    {phase: Pending, containerStatuses: [{name: receive, state: {waiting: {reason: ImagePullBackOff, message: no x}}}]} | IMPOSSIBLE | ImagePullBackOff: no x
                    {phase: Failed, reason: DeadlineExceeded, message: too long}                                                   | IMPOSSIBLE | DeadlineExceeded: too long
                    {phase: Failed, containerStatuses: [{name: receive, state: {terminated: {reason: StartError, message: no sh}}}]} | IMPOSSIBLE | StartError: no sh
                    """)
    @DisplayName("a pod is waited for while it may start, and its reason is told")
    void starting(String status, PodStart.State state, String why) {
        Pod pod = YAML.unmarshal(
                "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {containers: [{name: receive}]}\nstatus: "
                        + status,
                Pod.class);

        assertThat(PodStart.of(pod)).isEqualTo(new PodStart(state, why == null ? "" : why));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Bound   | ReadWriteMany | 4 |                      |
                    Bound   | ReadWriteOnce | 1 |                      |
                    Bound   | ReadWriteOnce | 2 |                      | can mount it only with ReadWriteMany
                    Pending | ReadWriteMany | 1 |                      | has no volume yet
                    Lost    | ReadWriteMany | 1 | has lost its volume  |
                    Bound   | ReadOnlyMany  | 1 | can only be read     |
                    """)
    @DisplayName("a claim that cannot take code is refused; what may keep nodes from seeing it is told")
    void claims(String phase, String mode, long nodes, String problem, String note) {
        PersistentVolumeClaim claim = YAML.unmarshal(
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: code}
                spec: {accessModes: [%s]}
                status: {phase: %s}
                """
                        .formatted(mode, phase),
                PersistentVolumeClaim.class);

        ClaimState state = ClaimState.of(claim, nodes);

        assertThat(state.problem().orElse("")).contains(problem == null ? "" : problem);
        assertThat(state.problem().isPresent()).isEqualTo(problem != null);
        assertThat(state.note().orElse("")).contains(note == null ? "" : note);
        assertThat(state.note().isPresent()).isEqualTo(note != null);
    }
}

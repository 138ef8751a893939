package io.trainyard.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.fixture.Manifests;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Pods that their namespace would refuse (VAL-107)")
final class PodSecurityWarningsTest {
    private static final String POD = "runAsNonRoot: true, runAsUser: 1000, seccompProfile: {type: RuntimeDefault}";
    private static final String CONTAINER = "allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}";

    private final AdmissionFixture world = new AdmissionFixture();

    private AdmissionResponse create(String level, String podSpec) {
        world.namespaceLabels = Uni.createFrom().item(Map.of("pod-security.kubernetes.io/enforce", level));
        world.with(Manifests.clusterRuntime(
                "plain",
                "{template: {spec: {replicatedJobs: [{name: node, template: {metadata: {labels: {"
                        + AdmissionFixture.LABEL + ": trainer}}, spec: {template: {spec: " + podSpec + "}}}}]}}}"));
        return world.create("{}");
    }

    private static String pod(String context, String container) {
        return "{securityContext: {" + context + "}, containers: [{name: node, image: t, " + container + "}]}";
    }

    @Test
    @DisplayName("a TrainJob is taken with a warning that names namespace, level, container and what it has to say")
    void whatIsMissingIsSaid() {
        AdmissionResponse answer = create("restricted", "{containers: [{name: node, image: t}]}");

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings())
                .singleElement()
                .asString()
                .isEqualTo(
                        "spec.runtimeRef: namespace team-a (Pod Security: restricted) will refuse the pods of node, which need in container"
                                + " node allowPrivilegeEscalation: false, capabilities.drop: [ALL], runAsNonRoot: true, seccompProfile.type:"
                                + " RuntimeDefault");
    }

    @Test
    @DisplayName("pods that the level takes, and other levels, give no warning")
    void whatIsTakenIsNotWarnedAbout() {
        String fits = pod(POD, "securityContext: {" + CONTAINER + "}");

        assertThat(create("restricted", fits).warnings()).isEmpty();
        assertThat(create("baseline", "{containers: [{name: node, image: t}]}").warnings())
                .isEmpty();
        assertThat(create("privileged", "{hostNetwork: true, containers: [{name: node, image: t}]}")
                        .warnings())
                .isEmpty();
        world.namespaceLabels = Uni.createFrom().item(Map.of());
        assertThat(world.create("{}").warnings()).isEmpty();
    }

    @Test
    @DisplayName("a namespace that cannot be read, or not soon, gives no warning and keeps nobody waiting")
    void anUnreadableNamespaceIsNoObstacle() {
        world.namespaceLabels = Uni.createFrom().failure(new IllegalStateException("forbidden"));
        assertThat(world.create("{}").warnings()).isEmpty();

        world.namespaceLabels = Uni.createFrom().nothing();
        CompletableFuture<AdmissionResponse> late = world.admissions()
                .trainJobs()
                .review(world.request("TrainJob", AdmissionFixture.trainJob("{}"), null))
                .subscribe()
                .asCompletionStage();
        assertThat(late).isNotDone();
        world.time.advance(Duration.ofSeconds(1));
        assertThat(late)
                .isCompletedWithValueMatching(answer -> answer.warnings().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "baseline | hostNetwork: true, | no hostNetwork",
                "baseline | 'hostPID: true, hostIPC: true,' | no hostPID; no hostIPC",
                "baseline | 'volumes: [{name: v, hostPath: {path: /}}],' | another kind of volume for v",
                "restricted | 'volumes: [{name: v, nfs: {server: s, path: /}}],' | another kind of volume for v",
                "restricted | 'volumes: [{name: v, emptyDir: {}}, {name: w}],' | nothing",
                "baseline | 'volumes: [{name: v, nfs: {server: s, path: /}}],' | nothing",
                "restricted | 'initContainers: [{name: i, image: j}],' | in container i allowPrivilegeEscalation: false",
                "restricted | 'hostUsers: false, os: {name: windows}, hostNetwork: true,' | nothing"
            })
    @DisplayName("what is wrong with a pod is named")
    void podsAreJudged(String level, String fields, String expected) {
        judged(level, fields + " securityContext: {" + POD + "}", "securityContext: {" + CONTAINER + "}", expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "baseline | privileged: true | privileged: false",
                "baseline | 'capabilities: {add: [CHOWN]}' | nothing",
                "baseline | 'capabilities: {add: [SYS_ADMIN]}' | fewer capabilities.add",
                "baseline | 'seccompProfile: {type: Unconfined}' | in container node seccompProfile.type: RuntimeDefault",
                "restricted | 'allowPrivilegeEscalation: false, capabilities: {drop: [ALL], add: [CHOWN]}' | fewer capabilities.add",
                "restricted | 'allowPrivilegeEscalation: false, capabilities: {drop: [ALL], add: [NET_BIND_SERVICE]}' | nothing",
                "restricted | 'allowPrivilegeEscalation: false, capabilities: {drop: [CHOWN]}' | 'in container node capabilities.drop: [ALL]'",
                "restricted | 'allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, runAsUser: 0' | another runAsUser than 0",
                "restricted | 'allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, runAsNonRoot: false' | runAsNonRoot: true",
                "restricted | 'allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, seccompProfile: {type: Localhost, localhostProfile: p}' | nothing"
            })
    @DisplayName("what is wrong with a container is named, and its own settings come before those of the pod")
    void containersAreJudged(String level, String context, String expected) {
        judged(level, "securityContext: {" + POD + "}", "securityContext: {" + context + "}", expected);
    }

    @Test
    @DisplayName("a port of the machine is named, and users of the pod's own may be root")
    void portsAndUsers() {
        judged("baseline", "securityContext: {}", "ports: [{containerPort: 1, hostPort: 1}]", "no hostPort");
        judged(
                "restricted",
                "hostUsers: false, securityContext: {seccompProfile: {type: RuntimeDefault}}",
                "securityContext: {" + CONTAINER + "}",
                "nothing");
    }

    private void judged(String level, String pod, String container, String expected) {
        List<String> warnings = create(level, "{" + pod + ", containers: [{name: node, image: t, " + container + "}]}")
                .warnings();
        if (expected.equals("nothing")) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings).singleElement().asString().contains(", which need ", expected);
        }
    }
}

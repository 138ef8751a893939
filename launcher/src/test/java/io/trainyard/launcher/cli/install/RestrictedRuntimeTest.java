package io.trainyard.launcher.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import org.junit.jupiter.api.Test;

final class RestrictedRuntimeTest {
    @Test
    void theCapabilityThatTheLevelAllowsStays() {
        ClusterTrainingRuntime restricted = RestrictedRuntime.of(
                runtime(
                        "{containers: [{name: node, image: i, securityContext: {capabilities: {add: [NET_BIND_SERVICE, SYS_PTRACE]}}}]}"));

        assertThat(String.valueOf(TreeConversion.toTree(restricted)))
                .contains("NET_BIND_SERVICE")
                .doesNotContain("SYS_PTRACE");
        assertThat(RestrictedRuntime.refused(restricted)).isEmpty();
    }

    @Test
    void whatAPodUsesOfItsMachineStaysAndIsTold() {
        ClusterTrainingRuntime restricted = RestrictedRuntime.of(
                runtime(
                        "{hostNetwork: true, volumes: [{name: d, hostPath: {path: /data}}], containers: [{name: node, image: i}]}"));

        assertThat(RestrictedRuntime.refused(restricted))
                .containsExactly(
                        "own: replicated job node stays refused under the Pod Security level restricted; it needs"
                                + " no hostNetwork; another kind of volume for d");
    }

    private static ClusterTrainingRuntime runtime(String pod) {
        return new KubernetesSerialization()
                .unmarshal(
                        "kind: ClusterTrainingRuntime\nmetadata: {name: own}\nspec: {template: {spec: {replicatedJobs: [{name: node,"
                                + " template: {spec: {template: {spec: " + pod + "}}}}]}}}",
                        ClusterTrainingRuntime.class);
    }
}

package io.trainyard.local.kubelet.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContainerSpecTest {
    @DisplayName(
            "a limit of memory is a number of bytes, rounded up, and at most the largest that there is (LOCAL-140)")
    @ParameterizedTest
    @CsvSource({
        "64Mi, 67108864",
        "1k, 1000",
        "100m, 1",
        "10E, 9223372036854775807",
        "1e30, 9223372036854775807",
        "16Ei, 9223372036854775807"
    })
    void memoryLimit(String amount, long bytes) {
        PodSpec pod = PodSpec.of(Tree.object(Yaml.parse(
                "{metadata: {name: p, namespace: n}, spec: {containers: [{name: main, resources: {limits: {memory: \"%s\"}}}]}}"
                        .formatted(amount))));

        assertThat(pod.containers().get(0).memoryLimit()).contains(bytes);
    }
}

package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("CleanTree (JOBSET-15)")
final class CleanTreeTest {
    @Test
    void nullsGoAtAnyDepth() {
        assertThat(CleanTree.of(tree("{a: null, b: {c: null, d: 1}, list: [{e: null, f: [{g: null}]}]}")))
                .isEqualTo(tree("{b: {d: 1}, list: [{f: [{}]}]}"));
    }

    @Test
    void emptyMetadataMapsGoAtAnyDepth() {
        assertThat(
                        CleanTree.of(
                                tree(
                                        """
                        nodeSelector: {}
                        replicatedJobs:
                          - name: node
                            template:
                              metadata: {labels: {}, annotations: {}}
                              spec: {template: {metadata: {labels: {a: null}}, spec: {nodeSelector: {}}}}
                        """)))
                .isEqualTo(tree("replicatedJobs: [{name: node, template: {spec: {template: {spec: {}}}}}]"));
    }

    @Test
    void otherEmptyValuesMeanSomethingAndStay() {
        Map<String, Object> meaningful = tree(
                """
                volumes: [{name: scratch, emptyDir: {}}]
                securityContext: {}
                podSelector: {matchLabels: {}}
                command: []
                torch: {}
                text: ""
                zero: 0
                """);
        assertThat(CleanTree.of(meaningful)).isSameAs(meaningful);
    }

    @Test
    void theOriginalIsNotChanged() {
        Map<String, Object> original = tree("{a: null, list: [{labels: {}, b: 1}]}");
        Map<String, Object> before = copy(original);
        CleanTree.of(original);
        assertThat(original).isEqualTo(before);
    }
}

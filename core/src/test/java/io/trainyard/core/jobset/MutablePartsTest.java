package io.trainyard.core.jobset;

import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("MutableParts (JOBSET-20, JOBSET-22, T-16)")
final class MutablePartsTest {
    /** As the API server has it: with its defaults, and a key of somebody else. */
    private static final Map<String, Object> LIVE = tree(
            """
            suspend: true
            network: {enableDNSHostnames: true}
            startupPolicy: {startupPolicyOrder: AnyOrder}
            replicatedJobs:
              - name: node
                replicas: 1
                template:
                  metadata: {labels: {x: y}}
                  spec:
                    completionMode: Indexed
                    parallelism: 2
                    template:
                      metadata: {labels: {a: old}, annotations: {b: old}}
                      spec:
                        restartPolicy: OnFailure
                        nodeSelector: {pool: old}
                        containers: [{name: node, image: old}]
            """);

    private static Map<String, Object> desired(String podTemplate) {
        return tree(
                """
                suspend: false
                replicatedJobs:
                  - name: node
                    template:
                      metadata: {labels: {x: y}}
                      spec: {parallelism: 2, template: %s}
                """
                        .formatted(podTemplate));
    }

    @Test
    void theFiveFieldsOfPodTemplatesAndSuspendAreTaken() {
        MutableParts parts = MutableParts.of(
                desired("{metadata: {labels: {a: new}, annotations: {b: new}}, spec: {nodeSelector: {pool: new},"
                        + " tolerations: [{key: k}], schedulingGates: [{name: g}], containers: [{name: node,"
                        + " image: old}]}}"),
                LIVE);
        assertThat(parts.ignored()).isEmpty();
        assertThat(parts.spec())
                .isEqualTo(
                        tree(
                                """
                                suspend: false
                                network: {enableDNSHostnames: true}
                                startupPolicy: {startupPolicyOrder: AnyOrder}
                                replicatedJobs:
                                  - name: node
                                    replicas: 1
                                    template:
                                      metadata: {labels: {x: y}}
                                      spec:
                                        completionMode: Indexed
                                        parallelism: 2
                                        template:
                                          metadata: {labels: {a: new}, annotations: {b: new}}
                                          spec:
                                            restartPolicy: OnFailure
                                            nodeSelector: {pool: new}
                                            tolerations: [{key: k}]
                                            schedulingGates: [{name: g}]
                                            containers: [{name: node, image: old}]
                                """));
    }

    @Test
    @DisplayName("what is no longer wanted goes, without leaving an empty map (JOBSET-15)")
    void whatIsNoLongerWantedGoes() {
        MutableParts parts = MutableParts.of(desired("{spec: {containers: [{name: node, image: old}]}}"), LIVE);
        Map<String, Object> template = path(parts.spec());
        assertThat(template).doesNotContainKey("metadata");
        assertThat(template.get("spec"))
                .isEqualTo(tree("{restartPolicy: OnFailure, containers: [{name: node, image: old}]}"));
    }

    @ParameterizedTest(name = "{1}")
    @DisplayName("other wanted changes are left out and named")
    @CsvSource(
            delimiter = '|',
            value = {
                "{network: {subdomain: x}} | spec.network",
                "{startupPolicy: {startupPolicyOrder: InOrder}} | spec.startupPolicy",
                "{managedBy: x} | spec.managedBy",
                "{replicatedJobs: [{name: node, replicas: 2}]} | spec.replicatedJobs[node].replicas",
                "{replicatedJobs: [{name: node, dependsOn: [{name: a, status: Ready}]}]} |"
                        + " spec.replicatedJobs[node].dependsOn",
                "{replicatedJobs: [{name: node, template: {metadata: {labels: {x: other}}}}]} |"
                        + " spec.replicatedJobs[node].template.metadata",
                "{replicatedJobs: [{name: node, template: {spec: {parallelism: 3}}}]} |"
                        + " spec.replicatedJobs[node].template.spec.parallelism",
                "{replicatedJobs: [{name: node, template: {spec: {template: {spec: {containers: [{name: node, image:"
                        + " new}]}}}}}]} | spec.replicatedJobs[node].template.spec.template.spec.containers",
                "{replicatedJobs: [{name: node, template: {spec: {template: {spec: {affinity: {}}}}}}]} |"
                        + " spec.replicatedJobs[node].template.spec.template.spec.affinity",
                "{replicatedJobs: [{name: node}, {name: more}]} | spec.replicatedJobs[more]",
                "{replicatedJobs: [{name: more}]} | spec.replicatedJobs[more]",
            })
    void otherChangesAreLeftOutAndNamed(String desired, String path) {
        MutableParts parts = MutableParts.of(tree(desired), LIVE);
        assertThat(parts.ignored()).contains(path);
        assertThat(immutable(parts.spec())).isEqualTo(immutable(LIVE));
    }

    @Test
    void nothingIsNamedWhenAllIsAsWanted() {
        assertThat(MutableParts.of(LIVE, LIVE).ignored()).isEmpty();
        assertThat(MutableParts.of(LIVE, LIVE).spec()).isEqualTo(LIVE);
    }

    @Test
    void inputsStayAsTheyAre() {
        Map<String, Object> desired = desired("{metadata: {labels: {a: new}}, spec: {containers: []}}");
        Map<String, Object> desiredBefore = copy(desired);
        Map<String, Object> liveBefore = copy(LIVE);
        MutableParts.of(desired, LIVE);
        MutableParts.hasLeftovers(desired, LIVE);
        assertThat(desired).isEqualTo(desiredBefore);
        assertThat(LIVE).isEqualTo(liveBefore);
    }

    @Nested
    @DisplayName("leftovers: mutable things that live has and nobody wants any more (JOBSET-15)")
    final class Leftovers {
        @Test
        void areFound() {
            assertThat(leftovers("{metadata: {labels: {a: old}, annotations: {b: old}}, spec: {}}"))
                    .isTrue();
            assertThat(leftovers("{metadata: {labels: {a: old}}, spec: {nodeSelector: {pool: old}}}"))
                    .isTrue();
            assertThat(leftovers("{spec: {nodeSelector: {pool: old}}}")).isTrue();
        }

        @Test
        void areNotSeenInDefaultsOfImmutableFields() {
            assertThat(leftovers("{metadata: {labels: {a: old, more: x}, annotations: {b: old}}, spec:"
                            + " {nodeSelector: {pool: old, more: x}}}"))
                    .isFalse();
        }

        private boolean leftovers(String podTemplate) {
            return MutableParts.hasLeftovers(desired(podTemplate), LIVE);
        }
    }

    private static Map<String, Object> path(Map<String, Object> spec) {
        return io.trainyard.foundation.tree.Tree.child(
                io.trainyard.foundation.tree.Tree.objects(spec, "replicatedJobs")
                        .get(0),
                "template",
                "spec",
                "template");
    }

    /** The spec without what may change. */
    private static Map<String, Object> immutable(Map<String, Object> spec) {
        Map<String, Object> copy = copy(spec);
        copy.remove("suspend");
        Map<String, Object> template = path(copy);
        template.remove("metadata");
        Map<String, Object> podSpec = io.trainyard.foundation.tree.Tree.child(template, "spec");
        podSpec.keySet().removeAll(java.util.Set.of("nodeSelector", "tolerations", "schedulingGates"));
        return copy;
    }
}

package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Ancestors (API-171, API-176, API-177, API-177a)")
final class AncestorsTest {
    private static final String LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";

    @Test
    void theLabelOfTheJobTemplateDecides() {
        assertThat(roles("[{name: a, template: {metadata: {labels: {%1$s: trainer}}}}, {name: b}]"))
                .isEqualTo(Map.of("a", "trainer"));
    }

    @Test
    void withoutItTheLabelOfThePodTemplateDoes() {
        assertThat(roles("[{name: a, template: {spec: {template: {metadata: {labels: {%1$s: model-initializer}}}}}}]"))
                .isEqualTo(Map.of("a", "model-initializer"));
    }

    @Test
    void theJobTemplateWinsOverThePodTemplate() {
        assertThat(
                        roles(
                                """
                        - name: a
                          template:
                            metadata: {labels: {%1$s: dataset-initializer}}
                            spec: {template: {metadata: {labels: {%1$s: trainer}}}}
                        """))
                .isEqualTo(Map.of("a", "dataset-initializer"));
    }

    @Test
    void otherValuesAreLegalAndMeanNothing() {
        assertThat(roles("[{name: a, template: {metadata: {labels: {%1$s: evaluator}}}}]"))
                .isEqualTo(Map.of("a", "evaluator"));
        assertThat(Ancestors.isKnown("evaluator")).isFalse();
        assertThat(Ancestors.isKnown("trainer")).isTrue();
        assertThat(Ancestors.isKnown("dataset-initializer")).isTrue();
        assertThat(Ancestors.isKnown("model-initializer")).isTrue();
    }

    @Nested
    @DisplayName("where no job is labelled (API-177a)")
    final class Unlabelled {
        @ParameterizedTest
        @ValueSource(strings = {"node", "trainer"})
        void theJobNodeTrainsInItsContainerNodeOrTrainer(String container) {
            assertThat(roles("[{name: other}, " + node("", container) + "]")).isEqualTo(Map.of("node", "trainer"));
        }

        @Test
        void oneReplicaMayBeSpelledOut() {
            assertThat(roles("[" + node("replicas: 1, ", "node") + "]")).isEqualTo(Map.of("node", "trainer"));
        }

        @Test
        void moreReplicasRunAsWritten() {
            assertThat(roles("[" + node("replicas: 2, ", "node") + "]")).isEmpty();
        }

        @Test
        void anotherContainerIsNotGuessed() {
            assertThat(roles("[" + node("", "main") + "]")).isEmpty();
        }

        @Test
        void anotherJobIsNotGuessed() {
            assertThat(roles("[" + node("", "node").replace("name: node, t", "name: worker, t") + "]"))
                    .isEmpty();
        }

        @Test
        void mpiRuntimesAreLeftOut() {
            assertThat(Ancestors.of(Tree.objects(tree("jobs: [" + node("", "node") + "]"), "jobs"), true)
                            .byJob())
                    .isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"trainer", "evaluator", "''"})
        void anyLabelOnAnyJobEndsTheGuessing(String value) {
            assertThat(roles("[{name: other, template: {metadata: {labels: {%1$s: " + value + "}}}}, "
                            + node("", "node") + "]"))
                    .doesNotContainKey("node");
        }

        private String node(String more, String container) {
            return "{name: node, " + more + "template: {spec: {template: {spec: {containers: [{name: sidecar}, {name: "
                    + container + "}]}}}}}";
        }
    }

    @Nested
    @DisplayName("the container that trains (API-177)")
    final class TrainerContainer {
        @Test
        void isNodeElseTrainerElseTheOnlyOne() {
            assertThat(container("[{name: trainer}, {name: node}]")).isEqualTo("node");
            assertThat(container("[{name: x}, {name: trainer}]")).isEqualTo("trainer");
            assertThat(container("[{name: x}]")).isEqualTo("x");
        }

        @Test
        void isNoneWhenThatDoesNotDecide() {
            assertThat(container("[{name: x}, {name: y}]")).isEqualTo("none");
            assertThat(container("[]")).isEqualTo("none");
        }

        private String container(String containers) {
            return PodTrees.trainerContainer(
                            tree("{template: {spec: {template: {spec: {containers: " + containers + "}}}}}"))
                    .orElse("none");
        }
    }

    private static Map<String, String> roles(String jobs) {
        String list = jobs.startsWith("[") ? "jobs: " + jobs : "jobs:\n" + jobs;
        return Ancestors.of(Tree.objects(tree(list.formatted(LABEL)), "jobs"), false)
                .byJob();
    }
}

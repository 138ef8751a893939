package io.trainyard.spi.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.EmbeddedMetadata;
import io.trainyard.spi.model.PodTemplateOverride;
import io.trainyard.spi.model.RuntimePatch;
import io.trainyard.spi.model.TargetJob;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("PodOverride")
final class PodOverrideTest {
    private static final Map<String, Object> ONE = Map.of("name", "one");
    private static final Map<String, Object> TWO = Map.of("name", "two");

    @Test
    @DisplayName("the three shapes in the order in which they are applied, one for each target (API-62)")
    void allShapesInOrder() {
        TrainJobSpec spec = spec(
                List.of(Map.of("targetJobs", List.of(ONE, TWO), "nodeSelector", Map.of("a", "b"))),
                List.of(new PodTemplateOverride(List.of(new TargetJob("one")), null, null, null)),
                List.of(patch("a.b/c", List.of(TWO))));
        assertThat(PodOverride.of(spec))
                .extracting(override -> override.source().path() + " " + override.job())
                .containsExactly(
                        "spec.podSpecOverrides one",
                        "spec.podSpecOverrides two",
                        "spec.podTemplateOverrides one",
                        "spec.runtimePatches two");
    }

    @Test
    @DisplayName("the oldest shape has the pod spec inline (PIPE-43)")
    void thePodSpecOfTheOldestShapeIsInline() {
        PodOverride override = PodOverride.of(spec(
                        List.of(Map.of("targetJobs", List.of(ONE), "containers", List.of(Map.of("name", "c")))),
                        List.of(),
                        List.of()))
                .get(0);
        assertThat(override.podSpec())
                .isEqualTo(new PodOverride.Part(
                        "spec.podSpecOverrides[0]", Map.of("containers", List.of(Map.of("name", "c")))));
        assertThat(override.jobPath()).isEqualTo("spec.podSpecOverrides[0].targetJobs[0].name");
        assertThat(override.containers())
                .extracting(ContainerOverride::path)
                .containsExactly("spec.podSpecOverrides[0].containers[0]");
    }

    @Test
    void paths() {
        List<Map<String, Object>> env = List.of(Map.of("name", "A"), Map.of("name", "B"));
        Map<String, Object> podSpec = Map.of(
                "containers", List.of(Map.of("name", "c"), Map.of("name", "d", "env", env)),
                "initContainers", List.of(Map.of("name", "i")));
        PodOverride override = PodOverride.of(spec(
                        List.of(),
                        List.of(new PodTemplateOverride(
                                List.of(new TargetJob("one")), EmbeddedMetadata.EMPTY, podSpec, null)),
                        List.of()))
                .get(0);
        assertThat(override.podMetadata().path()).isEqualTo("spec.podTemplateOverrides[0].metadata");
        assertThat(override.containers()).extracting(ContainerOverride::name).containsExactly("i", "c", "d");
        ContainerOverride last = override.containers().get(2);
        assertThat(last.environmentPath()).isEqualTo("spec.podTemplateOverrides[0].spec.containers[1].env");
        assertThat(last.variables()).containsExactly("A", "B");
    }

    @Test
    void pathsOfAPatch() {
        PodOverride override = PodOverride.of(
                        spec(List.of(), List.of(), List.of(patch("x/y", List.of()), patch("a.b/c", List.of(ONE, TWO)))))
                .get(1);
        String job = "spec.runtimePatches[1].trainingRuntimeSpec.template.spec.replicatedJobs[1]";
        assertThat(override.jobPath()).isEqualTo(job + ".name");
        assertThat(override.jobMetadata().path()).isEqualTo(job + ".template.metadata");
        assertThat(override.podMetadata().path()).isEqualTo(job + ".template.spec.template.metadata");
        assertThat(override.podSpec().path()).isEqualTo(job + ".template.spec.template.spec");
    }

    @Test
    @DisplayName("entries of Kueue are told by the manager of a patch and by the label of an override (PIPE-45)")
    void entriesOfKueue() {
        EmbeddedMetadata label = new EmbeddedMetadata(Map.of("kueue.x-k8s.io/podset", "node"), Map.of());
        TrainJobSpec spec = spec(
                List.of(),
                List.of(
                        new PodTemplateOverride(List.of(new TargetJob("one")), label, null, null),
                        new PodTemplateOverride(List.of(new TargetJob("one")), null, null, "kueue.x-k8s.io/manager")),
                List.of(patch("kueue.x-k8s.io/manager", List.of(ONE)), patch("kueue.x-k8s.io/other", List.of(ONE))));
        assertThat(PodOverride.of(spec)).extracting(PodOverride::fromKueue).containsExactly(true, false, true, false);
    }

    @Test
    @DisplayName("an override without targets means nothing (PIPE-42), nor does a patch without content (VAL-49c)")
    void nothingIsMeant() {
        assertThat(PodOverride.of(spec(
                        List.of(Map.of("nodeSelector", Map.of())),
                        List.of(new PodTemplateOverride(List.of(), null, null, null)),
                        List.of(new RuntimePatch("a.b/c", null, null)))))
                .isEmpty();
    }

    @Test
    @DisplayName("what has an unexpected type counts as absent and keeps its place in paths")
    void unexpectedTypes() {
        TrainJobSpec spec = spec(
                List.of(Map.of("targetJobs", List.of("node", ONE))), List.of(), List.of(patch("a.b/c", "nonsense")));
        assertThat(PodOverride.of(spec)).extracting(PodOverride::job).containsExactly("", "one");
    }

    private static RuntimePatch patch(String manager, Object replicatedJobs) {
        return new RuntimePatch(
                manager, null, Map.of("template", Map.of("spec", Map.of("replicatedJobs", replicatedJobs))));
    }

    private static TrainJobSpec spec(
            List<Map<String, Object>> podSpecs, List<PodTemplateOverride> podTemplates, List<RuntimePatch> patches) {
        return new TrainJobSpec(
                null, null, null, Map.of(), Map.of(), podSpecs, podTemplates, patches, null, null, null, List.of());
    }
}

package io.trainyard.spi.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.trainyard.spi.runtime.Environment.Precedence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RuntimeInfoTest {

    @ParameterizedTest
    @MethodSource("changes")
    void everyChangeIsPossibleBeforeAndRefusedAfterFreezing(Consumer<PodSet> change) {
        // PIPE-09, step B7: builders get a read-only view
        RuntimeInfo info = Views.info(Views.podSet("node", "trainer", 1, 2));
        PodSet podSet = info.podSets().get(0);
        assertThatCode(() -> change.accept(podSet)).doesNotThrowAnyException();
        info.freeze();

        assertThatIllegalStateException()
                .isThrownBy(() -> change.accept(podSet))
                .withMessageContaining("frozen");
    }

    @ParameterizedTest
    @MethodSource("countChanges")
    void countsCannotBeChangedOnceGangsArePlannedButEverythingElseCan(Consumer<PodSet> change) {
        // GANG-12
        RuntimeInfo info = Views.info(Views.podSet("node", "trainer", 1, 2));
        PodSet podSet = info.podSets().get(0);
        assertThatCode(() -> change.accept(podSet)).doesNotThrowAnyException();
        info.freezeCounts();

        assertThatIllegalStateException()
                .isThrownBy(() -> change.accept(podSet))
                .withMessage("counts of pod sets are frozen: they may only be changed in enforceMLPolicy");
        assertThatCode(() -> podSet.putPodLabel("a", "b")).doesNotThrowAnyException();
    }

    static Stream<Named<Consumer<PodSet>>> countChanges() {
        Map<String, Consumer<PodSet>> changes = new LinkedHashMap<>();
        changes.put("count", podSet -> podSet.setCount(3));
        changes.put("minimum", podSet -> podSet.setMinCount(1));
        changes.put("bounds", podSet -> podSet.setCountBounds(1, 3));
        changes.put("backoff limit", podSet -> podSet.setDefaultBackoffLimit(3));
        changes.put("succeeded count", podSet -> podSet.setDefaultSucceededCount(1));
        changes.put("succeeded indexes", podSet -> podSet.setDefaultSucceededIndexes("0"));
        return changes.entrySet().stream().map(entry -> Named.of(entry.getKey(), entry.getValue()));
    }

    static Stream<Named<Consumer<PodSet>>> changes() {
        Map<String, Consumer<PodSet>> changes = new LinkedHashMap<>();
        changes.put("count", podSet -> podSet.setCount(3));
        changes.put("init container", podSet -> podSet.addInitContainer("keys"));
        changes.put("volume", podSet -> podSet.upsertVolume(new Volume()));
        changes.put("label", podSet -> podSet.putPodLabel("a", "b"));
        changes.put("annotation", podSet -> podSet.putPodAnnotation("a", "b"));
        changes.put("scheduler", podSet -> podSet.setSchedulerName("volcano"));
        changes.put("image", podSet -> trainer(podSet).setImage("example/other:2"));
        changes.put("command", podSet -> trainer(podSet).setCommand(List.of("a")));
        changes.put("args", podSet -> trainer(podSet).setArgs(List.of("a")));
        changes.put("port", podSet -> trainer(podSet).addPort(1));
        changes.put("mount", podSet -> trainer(podSet).upsertVolumeMount(new VolumeMount()));
        changes.put(
                "declared variable", podSet -> trainer(podSet).environment().declare("A", "1", Precedence.RESERVED));
        changes.put("upserted variable", podSet -> trainer(podSet).environment().upsert(Views.variable("A", "1")));
        changes.put(
                "variable of the user",
                podSet -> trainer(podSet).environment().addUserVariables(Views.variables("A=1")));
        changes.put(
                "init container's variable",
                podSet -> podSet.initContainers().get(0).environment().upsert(Views.variable("A", "1")));
        return changes.entrySet().stream().map(entry -> Named.of(entry.getKey(), entry.getValue()));
    }

    private static ContainerView trainer(PodSet podSet) {
        return podSet.trainerContainer().orElseThrow();
    }

    @Test
    void podSetsAreFoundByNameAndTheFirstByRole() {
        // PIPE-21, MLP-04
        RuntimeInfo info = Views.info(
                Views.podSet("prepare", null, 1, 1),
                Views.podSet("first", "trainer", 1, 1),
                Views.podSet("second", "trainer", 1, 1));

        assertThat(info.podSets()).extracting(PodSet::name).containsExactly("prepare", "first", "second");
        assertThat(info.trainerPodSet()).map(PodSet::name).contains("first");
        assertThat(info.podSet("second")).map(PodSet::ancestor).isPresent();
        assertThat(info.podSet("absent")).isEmpty();
        assertThat(info.podSetByAncestor("model-initializer")).isEmpty();
        assertThat(info.trainerContainer()).map(ContainerView::name).contains("node");
        assertThat(info.podSets().get(0).ancestor()).isEmpty();
    }

    @Test
    void withoutTrainerThereIsNoTrainerContainer() {
        RuntimeInfo info = Views.info(Views.podSet("node", null, 1, 1));

        assertThat(info.trainerPodSet()).isEmpty();
        assertThat(info.trainerContainer()).isEmpty();
    }

    @Test
    void metadataCannotBeChanged() {
        RuntimeInfo info = Views.info();

        assertThat(info.labels()).containsExactly(Map.entry("team", "a"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> info.labels().put("a", "b"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> info.annotations().put("a", "b"));
    }
}

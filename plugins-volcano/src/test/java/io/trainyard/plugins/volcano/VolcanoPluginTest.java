package io.trainyard.plugins.volcano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.tck.golden.GoldenCase;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("VolcanoPlugin")
final class VolcanoPluginTest {
    private static final GoldenCase GANG = GoldenCase.of("{podGroupPolicy: {volcano: {}}, podSets: [{name: node}]}");

    @Test
    @DisplayName("without runtime, TrainJob, podGroupPolicy or a policy of its own it does nothing at all (GANG-07)")
    void doesNothingUnasked() {
        RuntimeInfo unselected = GoldenCase.of("podSets: [{name: node}]").info();
        RuntimeInfo other = GoldenCase.of("{podGroupPolicy: {kai: {}}, podSets: [{name: node}]}")
                .info();

        for (RuntimeInfo info : new RuntimeInfo[] {null, unselected, other}) {
            assertNothing(GANG, info, false);
        }
        assertNothing(GANG, GANG.info(), true);
    }

    private static void assertNothing(GoldenCase job, RuntimeInfo info, boolean withoutTrainJob) {
        VolcanoPlugin plugin = VolcanoPlugins.startedIn(job);
        var trainJob = withoutTrainJob ? null : job.trainJob();
        plugin.enforcePodGroupPolicy(trainJob, info);
        assertThat(plugin.build(new ComponentBuilder.Request(trainJob, info))
                        .await()
                        .indefinitely())
                .isEqualTo(Components.none());
        assertThat(plugin.validate(new CustomValidation.Request(trainJob, Optional.empty(), info))
                        .await()
                        .indefinitely())
                .isEqualTo(Validation.OK);
        if (info != null) {
            assertThat(info.podSets())
                    .allSatisfy(podSet -> assertThat(podSet.podAnnotations()).isEmpty());
        }
    }

    @Test
    @DisplayName(
            "its scheduler's first name is given to pods, unless the operator does not want that (VOLC-15, GANG-57)")
    void schedulerNames() {
        assertThat(scheduler("{}").injectedName()).contains("volcano");
        assertThat(scheduler("{schedulerNames: [v1, v2]}").injectedName()).contains("v1");
        assertThat(scheduler("{schedulerNames: [v1, v2]}").schedulerNames()).containsExactly("v1", "v2");
        assertThat(scheduler("{injectSchedulerName: false}").injectedName()).isEmpty();
        assertThat(scheduler("{}").podGroup()).isEqualTo(VolcanoPodGroup.class);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {queue: x}                        | queue: unknown; known are
                    {schedulerNames: []}              | schedulerNames: must be a list
                    {schedulerNames: volcano}         | schedulerNames: must be a list
                    {schedulerNames: [1]}             | schedulerNames: must be a list
                    {releaseOnSuspend: "yes"}         | releaseOnSuspend: must be true or false
                    {topologyKeyTiers: {rack: -1}}    | topologyKeyTiers.rack: must be a tier
                    {topologyKeyTiers: [rack]}        | topologyKeyTiers: must be a map
                    """)
    @DisplayName("a configuration that makes no sense is refused by its keys")
    void refusesNonsense(String configuration, String problem) {
        assertThatThrownBy(() -> scheduler(configuration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("configuration of plugin volcano: ")
                .hasMessageContaining(problem);
    }

    @Test
    @DisplayName("its permissions are those of the manifests (GANG-70)")
    void permissions() {
        assertThat(VolcanoPlugins.startedIn(GANG).permissions())
                .extracting(permission -> permission.group() + " " + permission.resources() + " " + permission.verbs())
                .contains(
                        "scheduling.volcano.sh [podgroups] [get, list, watch, create, patch, delete]",
                        "scheduling.volcano.sh [queues] [get]",
                        "topology.volcano.sh [hypernodes] [list]",
                        "scheduling.k8s.io [priorityclasses] [get, list, watch]");
    }

    @Test
    @DisplayName("a PodGroup with fields and a status of a newer Volcano can be read (GANG-77)")
    void readsNewerPodGroups() throws Exception {
        VolcanoPodGroup read = GoldenCase.YAML.readValue(
                """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: PodGroup
                metadata: {name: run}
                spec: {minMember: 2, future: {a: 1}, networkTopology: {mode: hard, future: 1}}
                status: {phase: Running, future: 1, conditions: [{type: Scheduled, future: 1}]}
                """,
                VolcanoPodGroup.class);

        assertThat(read.getSpec().minMember()).isEqualTo(2);
        assertThat(read.getStatus().phase()).isEqualTo("Running");
        assertThat((Map<?, ?>) GoldenCase.YAML.convertValue(new VolcanoPodGroup(), Map.class))
                .matches(map -> !map.containsKey("status"), "has no status");
    }

    private static GangScheduler scheduler(String configuration) {
        return VolcanoPlugins.startedIn(GoldenCase.of("configuration: " + configuration))
                .gangScheduler()
                .orElseThrow();
    }
}

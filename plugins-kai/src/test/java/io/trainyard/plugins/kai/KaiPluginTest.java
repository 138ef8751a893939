package io.trainyard.plugins.kai;

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

@DisplayName("KaiPlugin")
final class KaiPluginTest {
    private static final GoldenCase GANG = GoldenCase.of("{podGroupPolicy: {kai: {}}, podSets: [{name: node}]}");

    @Test
    @DisplayName("without runtime, TrainJob, podGroupPolicy or a policy of its own it does nothing at all (GANG-07)")
    void doesNothingUnasked() {
        RuntimeInfo unselected = GoldenCase.of("podSets: [{name: node}]").info();
        RuntimeInfo other = GoldenCase.of("{podGroupPolicy: {volcano: {}}, podSets: [{name: node}]}")
                .info();

        for (RuntimeInfo info : new RuntimeInfo[] {null, unselected, other}) {
            assertNothing(GANG, info, false);
        }
        assertNothing(GANG, GANG.info(), true);
    }

    private static void assertNothing(GoldenCase job, RuntimeInfo info, boolean withoutTrainJob) {
        KaiPlugin plugin = KaiPlugins.startedIn(job);
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
    @DisplayName("the name of its scheduler is given to pods, unless the operator does not want that (KAI-13, GANG-57)")
    void schedulerNames() {
        assertThat(scheduler("{}").injectedName()).contains("kai-scheduler");
        assertThat(scheduler("{schedulerName: mine}").injectedName()).contains("mine");
        assertThat(scheduler("{schedulerName: mine}").schedulerNames()).containsExactly("mine");
        assertThat(scheduler("{injectSchedulerName: false}").injectedName()).isEmpty();
        assertThat(scheduler("{}").podGroup()).isEqualTo(KaiPodGroup.class);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {queue: x}                        | queue: unknown; known are
                    {schedulerName: ""}               | schedulerName: must be a text
                    {schedulerName: [kai]}            | schedulerName: must be a text
                    {injectSchedulerName: "yes"}      | injectSchedulerName: must be true or false
                    {queueLabelKey: 1}                | queueLabelKey: must be a text
                    {defaultQueue: " "}               | defaultQueue: must be a text
                    """)
    @DisplayName("a configuration that makes no sense is refused by its keys")
    void refusesNonsense(String configuration, String problem) {
        assertThatThrownBy(() -> scheduler(configuration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("configuration of plugin kai: ")
                .hasMessageContaining(problem);
    }

    @Test
    @DisplayName("its permissions are those of the manifests (GANG-70)")
    void permissions() {
        assertThat(KaiPlugins.startedIn(GANG).permissions())
                .extracting(permission -> permission.group() + " " + permission.resources() + " " + permission.verbs())
                .contains(
                        "scheduling.run.ai [podgroups] [get, list, watch, create, patch, delete]",
                        "scheduling.run.ai [queues] [get]",
                        "kai.scheduler [topologies] [get]",
                        "scheduling.k8s.io [priorityclasses] [get, list, watch]");
    }

    @Test
    @DisplayName("a PodGroup with fields and a status of a newer KAI can be read (GANG-77)")
    void readsNewerPodGroups() throws Exception {
        KaiPodGroup read = GoldenCase.YAML.readValue(
                """
                apiVersion: scheduling.run.ai/v2alpha2
                kind: PodGroup
                metadata: {name: run}
                spec: {minMember: 2, future: {a: 1}, subGroups: [{name: node, parent: x}]}
                status: {future: 1, schedulingConditions: [{type: X, reasons: [{details: {}}]}]}
                """,
                KaiPodGroup.class);

        assertThat(read.getSpec().minMember()).isEqualTo(2);
        assertThat(read.getStatus().schedulingConditions()).hasSize(1);
        assertThat((Map<?, ?>) GoldenCase.YAML.convertValue(new KaiPodGroup(), Map.class))
                .matches(map -> !map.containsKey("status"), "has no status");
    }

    private static GangScheduler scheduler(String configuration) {
        return KaiPlugins.startedIn(GoldenCase.of("configuration: " + configuration))
                .gangScheduler()
                .orElseThrow();
    }
}

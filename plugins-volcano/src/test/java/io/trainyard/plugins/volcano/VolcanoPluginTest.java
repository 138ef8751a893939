package io.trainyard.plugins.volcano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.tck.golden.GoldenCase;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
                        "scheduling.volcano.sh [queues] [get, list]",
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

    private static final String GANG_IN_CLUSTER =
            """
            {apiVersion: scheduling.volcano.sh/v1beta1, kind: PodGroup, spec: {minMember: 1, queue: nowhere},
             metadata: {name: %s, namespace: team-a, ownerReferences: [{kind: TrainJob, name: run, uid: uid-of-run, controller: true}]}}
            """;

    @Test
    @DisplayName("the queues are read once however many gangs wait, and not at all while none does (GANG-72)")
    void readsQueuesOnce() {
        String gangs = "gangs: [{podGroup: run, podSets: [node]}, {podGroup: run-l1, role: LATER, podSets: [late]}]";
        String both = GANG_IN_CLUSTER.formatted("run") + ", " + GANG_IN_CLUSTER.formatted("run-l1");

        Components told = build(gangs, both, List.of("Queue"));
        assertThat(told.events()).hasSize(2);
        build(gangs, "", List.of());
    }

    @ParameterizedTest(name = "{0} {1}: {2} look")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    topologyKey: rack                                   | running | 0
                    topologyKey: rack, networkPolicy: Strict            | running | 0
                    highestTierName: rack                               | running | 0
                    topologyKey: configured, networkPolicy: Best-effort | new     | 0
                    mode: soft, highestTierName: rack                   | new     | 0
                    topologyKey: rack                                   | new     | 1
                    """)
    @DisplayName(
            "HyperNodes are looked at only where they decide: not for a gang that runs, nor for a preferred tier that is known (VOLC-23)")
    void looksAtHyperNodes(String topology, String state, int looks) {
        build(
                "configuration: {topologyKeyTiers: {configured: 2}}\n"
                        + (state.equals("running") ? "existing: {suspended: false, podSets: []}" : ""),
                "",
                topology,
                Collections.nCopies(looks, "HyperNode"));
    }

    private static Components build(String more, String cluster, List<String> kindsListed) {
        return build(more, cluster, null, kindsListed);
    }

    private static Components build(String more, String cluster, String topology, List<String> kindsListed) {
        GoldenCase given = GoldenCase.of(
                """
                podGroupPolicy: {volcano: {%s}}
                podSets: [{name: node, ancestor: trainer}, {name: late}]
                cluster: [%s]
                %s
                """
                        .formatted(
                                topology == null ? "" : "networkTopology: {" + topology + "}",
                                cluster.replace("\n", " "),
                                more));
        List<String> listed = new ArrayList<>();
        VolcanoPlugin plugin = new VolcanoPlugin();
        plugin.start(new CountedContext(given.context(), listed));
        RuntimeInfo info = given.info();
        info.freeze();
        Components components = plugin.build(new ComponentBuilder.Request(given.trainJob(), info))
                .await()
                .indefinitely();
        assertThat(listed).isEqualTo(kindsListed);
        return components;
    }

    /** The cluster of a case, which writes down of which kinds all objects are asked for. */
    private record CountedContext(PluginContext given, List<String> listed) implements PluginContext, ObjectReader {
        @Override
        public Clock clock() {
            return given.clock();
        }

        @Override
        public Map<String, Object> configuration() {
            return given.configuration();
        }

        @Override
        public ObjectReader objects() {
            return this;
        }

        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return given.objects().find(type, namespace, name);
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            return Uni.createFrom().deferred(() -> {
                listed.add(HasMetadata.getKind(type));
                return given.objects().list(type, namespace);
            });
        }
    }

    private static GangScheduler scheduler(String configuration) {
        return VolcanoPlugins.startedIn(GoldenCase.of("configuration: " + configuration))
                .gangScheduler()
                .orElseThrow();
    }
}

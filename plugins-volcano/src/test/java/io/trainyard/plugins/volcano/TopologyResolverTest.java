package io.trainyard.plugins.volcano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.tck.golden.GoldenCase;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("both forms of networkTopology (VOLC-20 to VOLC-25)")
final class TopologyResolverTest {
    private static final String NEWEST =
            "[spec.networkTopology, spec.networkTopology.highestTierName, spec.networkTopology.highestTierAllowed]";
    private static final String VOLCANO_1_12 = "[spec.networkTopology, spec.networkTopology.highestTierAllowed]";
    private static final String VOLCANO_1_11 = "[spec.queue]";
    private static final String HYPER_NODES =
            """
            [{apiVersion: topology.volcano.sh/v1alpha1, kind: HyperNode, metadata: {name: a},
              spec: {tier: 3, tierName: zone, members: [{selector: {exactMatch: {name: n}}}]}},
             {apiVersion: topology.volcano.sh/v1alpha1, kind: HyperNode, metadata: {name: b},
              spec: {tier: 2, members: [{type: Node, selector: {labelMatch: {matchLabels: {rack: r1}}}}]}},
             {apiVersion: topology.volcano.sh/v1alpha1, kind: HyperNode, metadata: {name: c},
              spec: {tier: 4, members: [{selector: {labelMatch: {matchExpressions: [{key: hall, operator: Exists}]}}}]}}]
            """;

    @ParameterizedTest(name = "{0} on {1} becomes {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}                                             | new | {mode: hard, highestTierAllowed: 1}
                    {mode: hard}                                   | new | {mode: hard, highestTierAllowed: 1}
                    {mode: soft}                                   | new | {mode: soft}
                    {mode: hard, highestTierAllowed: 2}            | new | {mode: hard, highestTierAllowed: 2}
                    {highestTierAllowed: 0}                        | new | {mode: hard, highestTierAllowed: 0}
                    {highestTierName: zone}                        | new | {mode: hard, highestTierName: zone}
                    {highestTierName: rack}                        | running | {mode: hard, highestTierName: rack}
                    {mode: soft, highestTierName: rack}            | new | {mode: soft, highestTierName: rack}
                    {topologyKey: K, networkPolicy: Strict}        | configured | {mode: hard, highestTierAllowed: 3}
                    {topologyKey: K, networkPolicy: Best-effort}   | configured | {mode: soft, highestTierAllowed: 3}
                    {topologyKey: zone, networkPolicy: Strict}     | new | {mode: hard, highestTierName: zone}
                    {topologyKey: zone, networkPolicy: strict}     | new | {mode: hard, highestTierName: zone}
                    {topologyKey: rack, networkPolicy: Strict}     | new | {mode: hard, highestTierAllowed: 2}
                    {topologyKey: zone, networkPolicy: BestEffort} | new | {mode: soft, highestTierName: zone}
                    {topologyKey: zone, networkPolicy: best-effort} | new | {mode: soft, highestTierName: zone}
                    {topologyKey: K}                               | new | {mode: soft}
                    {topologyKey: K, networkPolicy: Strict}        | running | {mode: hard}
                    {topologyKey: zone, networkPolicy: Strict}     | running | {mode: hard}
                    {topologyKey: K, networkPolicy: Strict}        | without | {mode: hard, highestTierName: K}
                    {topologyKey: K}                               | without | {mode: soft, highestTierName: K}
                    {highestTierName: rack}                        | without | {mode: hard, highestTierName: rack}
                    {topologyKey: rack, networkPolicy: Strict}     | nodes | {mode: hard, highestTierAllowed: 2}
                    {topologyKey: zone, networkPolicy: Strict}     | nodes | {mode: hard, highestTierAllowed: 3}
                    {topologyKey: hall}                            | nodes | {mode: soft, highestTierAllowed: 4}
                    {topologyKey: K, networkPolicy: Best-effort}   | nodes | {mode: soft}
                    {topologyKey: K}                               | silent | {mode: soft}
                    """)
    void becomes(String topology, String cluster, String expected) throws Exception {
        assertThat(GoldenCase.YAML.valueToTree(build(topology, cluster)).toString())
                .isEqualTo(GoldenCase.YAML.readTree(expected).toString());
    }

    @ParameterizedTest(name = "{0} on {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {mode: hard, topologyKey: K}                   | new   | cannot be mixed
                    {highestTierAllowed: 1, highestTierName: rack} | new   | only one of highestTierAllowed and highestTierName
                    {networkPolicy: Strict}                        | new   | networkPolicy needs a topologyKey
                    {mode: soft}                                   | oldest | needs Volcano 1.12 or newer
                    {highestTierName: rack}                        | old   | highestTierName needs Volcano 1.14 or newer
                    {topologyKey: K, networkPolicy: Strict}        | nodes | no HyperNode selects nodes by label K or has the tierName K; known: hall, rack, zone. The job does not start, because Volcano would ignore the topology. Name its tier
                    {topologyKey: K, networkPolicy: Strict}        | new   | no HyperNode selects nodes by label K or
                    {highestTierName: rack}                        | new   | no HyperNode has the tierName rack; known: hall, rack, zone. The job does not start, because Volcano would
                    {topologyKey: L, networkPolicy: Strict}        | configured | no HyperNode has tier 9, which the configuration gives to label L
                    """)
    @DisplayName("what cannot be had is refused with the field and what would be right (VOLC-21, VOLC-23 d, VOLC-25)")
    void isRefused(String topology, String cluster, String message) {
        assertThatThrownBy(() -> build(topology, cluster))
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageContaining("podGroupPolicy.volcano.networkTopology")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource("silent")
    @DisplayName("a must that cannot be looked up is a failure, to be tried again")
    void aMustIsNotGuessed(String cluster) {
        assertThatThrownBy(() -> build("{topologyKey: K, networkPolicy: Strict}", cluster))
                .hasMessageContaining("does not answer");
    }

    private static Object build(String topology, String cluster) {
        String fields =
                switch (cluster) {
                    case "oldest" -> VOLCANO_1_11;
                    case "old", "nodes", "silent" -> VOLCANO_1_12;
                    default -> NEWEST;
                };
        GoldenCase given = GoldenCase.of(
                """
                podGroupPolicy: {volcano: {networkTopology: %s}}
                podSets: [{name: node, ancestor: trainer}]
                kind: %s
                configuration: {topologyKeyTiers: {%s}}
                unreachable: %s
                cluster: %s
                %s
                """
                        .formatted(
                                topology,
                                fields,
                                cluster.equals("configured") ? "K: 3, L: 9" : "",
                                cluster.equals("silent"),
                                Set.of("nodes", "new", "running", "configured").contains(cluster)
                                        ? HYPER_NODES.replace("\n", " ")
                                        : "[]",
                                cluster.equals("running") ? "existing: {suspended: false, podSets: []}" : ""));
        RuntimeInfo info = given.info();
        info.freeze();
        return ((VolcanoPodGroup) VolcanoPlugins.startedIn(given)
                        .build(new ComponentBuilder.Request(given.trainJob(), info))
                        .await()
                        .indefinitely()
                        .components()
                        .get(0)
                        .object())
                .getSpec()
                .networkTopology();
    }
}

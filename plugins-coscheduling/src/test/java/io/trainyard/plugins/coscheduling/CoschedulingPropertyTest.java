package io.trainyard.plugins.coscheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.component.Component;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.tck.golden.GoldenCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for every plan that the host may make. */
final class CoschedulingPropertyTest {
    @Property(tries = 200, seed = "20260101")
    @Label(
            "every pod but those of the prologue is labelled with the one group that is built for it, and that can be filled")
    void everyMemberBelongsToExactlyOneGroupThatCanBeFilled(
            @ForAll @Size(max = 3) List<@IntRange(min = 1, max = 5) Integer> prologue,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 9) Integer> main,
            @ForAll boolean late,
            @ForAll @Size(max = 2) List<@IntRange(min = 2, max = 4) Integer> later,
            @ForAll @IntRange(max = 600) int timeoutSeconds) {
        RuntimeInfo info = given(prologue, main, late, later, timeoutSeconds).info();
        CoschedulingPlugin plugin = new CoschedulingPlugin();

        plugin.enforcePodGroupPolicy(GoldenCase.of("{}").trainJob(), info);
        info.freeze();
        Map<String, CoschedulingPodGroup> podGroups = build(plugin, info);

        assertThat(podGroups).hasSize(1 + later.size());
        for (PodSet podSet : info.podSets()) {
            if (podSet.name().startsWith("p")) {
                assertThat(podSet.podLabels()).as(podSet.name()).isEmpty();
            } else {
                assertThat(podGroups).containsKey(podSet.podLabels().get(CoschedulingPlugin.LABEL));
            }
        }
        podGroups.forEach((name, podGroup) -> {
            int membersThatExistTogether = info.podSets().stream()
                    .filter(podSet -> name.equals(podSet.podLabels().get(CoschedulingPlugin.LABEL)))
                    .filter(podSet -> !podSet.name().equals("late"))
                    .mapToInt(PodSet::pods)
                    .sum();
            assertThat(podGroup.getSpec().getMinMember()).isBetween(1, membersThatExistTogether);
            assertThat(podGroup.getSpec().getScheduleTimeoutSeconds()).isEqualTo(timeoutSeconds);
        });
        assertThat(tree(build(plugin, info))).isEqualTo(tree(podGroups));
    }

    private static GoldenCase given(
            List<Integer> prologue, List<Integer> main, boolean late, List<Integer> later, int timeoutSeconds) {
        List<Object> podSets = new ArrayList<>();
        List<Object> gangs = new ArrayList<>();
        List<String> together = podSets("m", main, podSets);
        if (late) {
            podSets.add(Map.of("name", "late"));
        }
        gangs.add(Map.of(
                "podSets",
                together,
                "late",
                late ? List.of("late") : List.of(),
                "minMember",
                main.stream().mapToInt(count -> count).sum(),
                "minResources",
                Map.of("cpu", "1")));
        for (String name : podSets("l", later, podSets)) {
            gangs.add(Map.of("podGroup", "run-" + name, "role", "LATER", "podSets", List.of(name), "minMember", 2));
        }
        for (String name : podSets("p", prologue, podSets)) {
            gangs.add(Map.of("podGroup", "run-" + name, "role", "PROLOGUE", "podSets", List.of(name)));
        }
        return new GoldenCase(
                "",
                Map.of(
                        "podGroupPolicy",
                        Map.of("coscheduling", Map.of("scheduleTimeoutSeconds", timeoutSeconds)),
                        "podSets",
                        podSets,
                        "gangs",
                        gangs));
    }

    private static List<String> podSets(String prefix, List<Integer> counts, List<Object> podSets) {
        List<String> names = new ArrayList<>();
        for (int count : counts) {
            String name = prefix + names.size();
            names.add(name);
            podSets.add(Map.of("name", name, "count", count));
        }
        return names;
    }

    private static Map<String, CoschedulingPodGroup> build(CoschedulingPlugin plugin, RuntimeInfo info) {
        Map<String, CoschedulingPodGroup> podGroups = new LinkedHashMap<>();
        for (Component component : plugin.build(
                        new ComponentBuilder.Request(GoldenCase.of("{}").trainJob(), info))
                .await()
                .indefinitely()
                .components()) {
            CoschedulingPodGroup podGroup = (CoschedulingPodGroup) component.object();
            assertThat(podGroups.put(podGroup.getMetadata().getName(), podGroup))
                    .isNull();
        }
        return podGroups;
    }

    private static String tree(Object object) {
        return GoldenCase.YAML.valueToTree(object).toString();
    }
}

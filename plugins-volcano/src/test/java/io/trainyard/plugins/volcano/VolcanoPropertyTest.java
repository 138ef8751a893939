package io.trainyard.plugins.volcano;

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
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for every plan that the host may make. */
final class VolcanoPropertyTest {
    @Property(tries = 200, seed = "20260101")
    void everyPodBelongsToExactlyOneGroupThatCanBeFilled(
            @ForAll @Size(max = 3) List<@IntRange(min = 1, max = 5) Integer> prologue,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 9) Integer> main,
            @ForAll boolean late,
            @ForAll @Size(max = 2) List<@IntRange(min = 2, max = 4) Integer> later,
            @ForAll boolean queue) {
        GoldenCase given = given(prologue, main, late, later, queue);

        RuntimeInfo info = given.info();
        VolcanoPlugin plugin = VolcanoPlugins.startedIn(given);
        plugin.enforcePodGroupPolicy(given.trainJob(), info);
        info.freeze();
        Map<String, VolcanoPodGroup> podGroups = build(plugin, given, info);

        for (PodSet podSet : info.podSets()) {
            assertThat(podGroups).containsKey(podSet.podAnnotations().get("scheduling.k8s.io/group-name"));
        }
        podGroups.forEach((name, podGroup) -> {
            int members = info.podSets().stream()
                    .filter(podSet -> name.equals(podSet.podAnnotations().get("scheduling.k8s.io/group-name")))
                    .filter(podSet -> !podSet.name().equals("late"))
                    .mapToInt(PodSet::pods)
                    .sum();
            assertThat(podGroup.getSpec().minMember()).isBetween(1, members);
            assertThat(podGroup.getSpec().queue()).isEqualTo(queue ? "training" : null);
            assertThat(podGroup.getSpec().minResources().isEmpty()).isEqualTo(name.startsWith("run-p"));
        });
        assertThat(tree(build(plugin, given, info))).isEqualTo(tree(podGroups));
    }

    private static GoldenCase given(
            List<Integer> prologue, List<Integer> main, boolean late, List<Integer> later, boolean queue) {
        List<Object> podSets = new ArrayList<>();
        List<Object> gangs = new ArrayList<>();
        List<String> mainNames = podSets("m", main, podSets);
        if (late) {
            podSets.add(Map.of("name", "late", "count", 1));
        }
        gangs.add(Map.of(
                "podSets",
                mainNames,
                "late",
                late ? List.of("late") : List.of(),
                "minMember",
                main.stream().mapToInt(count -> count).sum(),
                "minResources",
                Map.of("cpu", "1")));
        for (String name : podSets("l", later, podSets)) {
            gangs.add(Map.of(
                    "podGroup",
                    "run-" + name,
                    "role",
                    "LATER",
                    "podSets",
                    List.of(name),
                    "minMember",
                    2,
                    "minResources",
                    Map.of("cpu", "1")));
        }
        for (String name : podSets("p", prologue, podSets)) {
            gangs.add(Map.of(
                    "podGroup",
                    "run-" + name,
                    "role",
                    "PROLOGUE",
                    "podSets",
                    List.of(name),
                    "minResources",
                    Map.of("cpu", "1")));
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("podGroupPolicy", Map.of("volcano", Map.of()));
        tree.put("annotations", queue ? Map.of("scheduling.volcano.sh/queue-name", "training") : Map.of());
        tree.put("podSets", podSets);
        tree.put("gangs", gangs);
        return new GoldenCase("", tree);
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

    private static Map<String, VolcanoPodGroup> build(VolcanoPlugin plugin, GoldenCase given, RuntimeInfo info) {
        Map<String, VolcanoPodGroup> podGroups = new LinkedHashMap<>();
        for (Component component : plugin.build(new ComponentBuilder.Request(given.trainJob(), info))
                .await()
                .indefinitely()
                .components()) {
            VolcanoPodGroup podGroup = (VolcanoPodGroup) component.object();
            assertThat(podGroups.put(podGroup.getMetadata().getName(), podGroup))
                    .isNull();
        }
        return podGroups;
    }

    private static String tree(Object object) {
        return GoldenCase.YAML.valueToTree(object).toString();
    }
}

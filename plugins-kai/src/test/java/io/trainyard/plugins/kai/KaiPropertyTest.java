package io.trainyard.plugins.kai;

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
final class KaiPropertyTest {
    @Property(tries = 200, seed = "20260101")
    void everyPodBelongsToExactlyOneGroupThatCanBeFilled(
            @ForAll @Size(max = 3) List<@IntRange(min = 1, max = 5) Integer> prologue,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 9) Integer> main,
            @ForAll boolean late,
            @ForAll @Size(max = 2) List<@IntRange(min = 2, max = 4) Integer> later,
            @ForAll boolean leaves) {
        GoldenCase given = given(prologue, main, late, later, leaves);

        RuntimeInfo info = given.info();
        KaiPlugin plugin = KaiPlugins.startedIn(given);
        plugin.enforcePodGroupPolicy(given.trainJob(), info);
        info.freeze();
        Map<String, KaiPodGroup> podGroups = build(plugin, given, info);

        for (PodSet podSet : info.podSets()) {
            assertThat(podGroups).containsKey(podSet.podAnnotations().get("pod-group-name"));
        }
        podGroups.forEach((name, podGroup) -> {
            int members = info.podSets().stream()
                    .filter(podSet -> name.equals(podSet.podAnnotations().get("pod-group-name")))
                    .filter(podSet -> !podSet.name().equals("late"))
                    .mapToInt(PodSet::pods)
                    .sum();
            assertThat(podGroup.getSpec().minMember()).isBetween(1, members);
            assertThat(podGroup.getSpec().queue()).isEqualTo("default-queue");
            assertThat(podGroup.getSpec().subGroups())
                    .hasSize(leaves && name.equals("run") ? main.size() + (late ? 1 : 0) : 0);
            if (!podGroup.getSpec().subGroups().isEmpty()) {
                assertThat(podGroup.getSpec().subGroups().stream()
                                .mapToInt(PodGroupSpec.SubGroup::minMember)
                                .sum())
                        .isEqualTo(podGroup.getSpec().minMember());
            }
        });
        assertThat(tree(build(plugin, given, info))).isEqualTo(tree(podGroups));
    }

    private static GoldenCase given(
            List<Integer> prologue, List<Integer> main, boolean late, List<Integer> later, boolean leaves) {
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
        tree.put("podGroupPolicy", Map.of("kai", Map.of("subGroups", leaves ? "Always" : "Auto")));
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

    private static Map<String, KaiPodGroup> build(KaiPlugin plugin, GoldenCase given, RuntimeInfo info) {
        Map<String, KaiPodGroup> podGroups = new LinkedHashMap<>();
        for (Component component : plugin.build(new ComponentBuilder.Request(given.trainJob(), info))
                .await()
                .indefinitely()
                .components()) {
            KaiPodGroup podGroup = (KaiPodGroup) component.object();
            assertThat(podGroups.put(podGroup.getMetadata().getName(), podGroup))
                    .isNull();
        }
        return podGroups;
    }

    private static String tree(Object object) {
        return GoldenCase.YAML.valueToTree(object).toString();
    }
}

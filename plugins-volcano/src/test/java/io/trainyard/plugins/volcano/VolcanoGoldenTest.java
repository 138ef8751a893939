package io.trainyard.plugins.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is built for what: one file a case in {@code golden/build}, with the rules that it is about. */
final class VolcanoGoldenTest {
    static List<GoldenCase> cases() {
        return GoldenCase.all("build");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("pods are marked and PodGroups are built as the case says")
    void builds(GoldenCase golden) {
        assertThat(built(golden)).as(String.valueOf(golden.tree().get("rules"))).isEqualTo(golden.expected());
    }

    private static Map<String, Object> built(GoldenCase golden) {
        VolcanoPlugin plugin = golden.plugin();
        RuntimeInfo info = golden.info();
        Map<String, Object> found = new LinkedHashMap<>();
        try {
            plugin.enforcePodGroupPolicy(golden.trainJob(), info);
            info.freeze();
            Components components = plugin.build(new ComponentBuilder.Request(golden.trainJob(), info))
                    .await()
                    .indefinitely();
            describe(components, info, golden, found);
        } catch (InvalidTrainJobException refused) {
            found.put("refused", refused.getMessage());
        }
        return found;
    }

    private static void describe(
            Components components, RuntimeInfo info, GoldenCase golden, Map<String, Object> found) {
        List<Object> podGroups = new ArrayList<>();
        List<Object> absent = new ArrayList<>();
        for (Component component : components.components()) {
            if (component.change() == Component.Change.ABSENT) {
                absent.add(component.object().getMetadata().getName());
            } else {
                assertThat(component.change()).as("GANG-46").isEqualTo(Component.Change.WHILE_SUSPENDED);
                podGroups.add(tree(component.object()));
            }
        }
        put(found, "podGroups", podGroups);
        put(found, "absent", absent);
        put(
                found,
                "notices",
                components.notices().stream()
                        .map(notice -> notice.reason() + ": " + notice.message())
                        .toList());
        put(found, "jobSetLabels", added(golden.info().labels(), info.labels()));
        put(found, "jobSetAnnotations", added(golden.info().annotations(), info.annotations()));
        Map<String, Object> pods = new LinkedHashMap<>();
        for (PodSet podSet : info.podSets()) {
            Map<String, Object> marks = new LinkedHashMap<>();
            put(marks, "labels", podSet.podLabels());
            put(marks, "annotations", podSet.podAnnotations());
            put(marks, "jobAnnotations", podSet.jobAnnotations());
            put(pods, podSet.name(), marks);
        }
        put(found, "pods", pods);
    }

    private static Map<String, String> added(Map<String, String> before, Map<String, String> after) {
        Map<String, String> added = new LinkedHashMap<>(after);
        before.forEach(added::remove);
        return added;
    }

    private static void put(Map<String, Object> map, String key, Object value) {
        if (value instanceof List<?> list ? !list.isEmpty() : !((Map<?, ?>) value).isEmpty()) {
            map.put(key, value);
        }
    }

    private static Object tree(Object object) {
        Map<String, Object> tree = GoldenCase.YAML.convertValue(object, new TypeReference<>() {});
        tree.remove("apiVersion");
        tree.remove("kind");
        return tree;
    }
}

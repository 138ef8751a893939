package io.trainyard.tck.golden;

import com.fasterxml.jackson.core.type.TypeReference;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a plugin for gangs makes of a case, as a tree in the form of {@link GoldenCase#expected()}. */
public final class GoldenBuild {
    private GoldenBuild() {}

    /**
     * Asks the plugin, which has been started, to mark the pods and to build its objects.
     *
     * @return {@code podGroups} without apiVersion and kind, names that are {@code absent}, {@code events}, what was added to {@code jobSetLabels} and
     *     {@code jobSetAnnotations}, and the marks of {@code pods}, each where there is any; or {@code refused}, a message
     * @throws AssertionError when an object would be changed while the job runs
     */
    public static <P extends EnforcePodGroupPolicy & ComponentBuilder> Map<String, Object> of(
            P plugin, GoldenCase golden) {
        RuntimeInfo info = golden.info();
        Map<String, Object> found = new LinkedHashMap<>();
        try {
            info.freezeCounts();
            plugin.enforcePodGroupPolicy(golden.trainJob(), info);
            info.freeze();
            Components components = plugin.build(new ComponentBuilder.Request(golden.trainJob(), info))
                    .await()
                    .indefinitely();
            describe(components, found);
            describe(info, golden.info(), found);
        } catch (InvalidTrainJobException refused) {
            found.put("refused", refused.getMessage());
        }
        return found;
    }

    private static void describe(Components components, Map<String, Object> found) {
        List<Object> podGroups = new ArrayList<>();
        List<Object> absent = new ArrayList<>();
        for (Component component : components.components()) {
            if (component.updatePolicy() == Component.UpdatePolicy.ABSENT) {
                absent.add(component.object().getMetadata().getName());
            } else if (component.updatePolicy() == Component.UpdatePolicy.WHILE_SUSPENDED) {
                podGroups.add(tree(component.object()));
            } else {
                throw new AssertionError(component.object().getMetadata().getName() + " is changed "
                        + component.updatePolicy() + ", not only while the job is suspended");
            }
        }
        put(found, "podGroups", podGroups);
        put(found, "absent", absent);
        put(
                found,
                "events",
                components.events().stream()
                        .map(event -> event.reason() + ": " + event.message())
                        .toList());
    }

    private static void describe(RuntimeInfo info, RuntimeInfo before, Map<String, Object> found) {
        put(found, "jobSetLabels", added(before.labels(), info.labels()));
        put(found, "jobSetAnnotations", added(before.annotations(), info.annotations()));
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

    private static Map<String, Object> tree(Object object) {
        Map<String, Object> tree = GoldenCase.YAML.convertValue(object, new TypeReference<>() {});
        tree.remove("apiVersion");
        tree.remove("kind");
        return tree;
    }

    static void put(Map<String, Object> map, String key, List<?> value) {
        if (!value.isEmpty()) {
            map.put(key, value);
        }
    }

    private static void put(Map<String, Object> map, String key, Map<?, ?> value) {
        if (!value.isEmpty()) {
            map.put(key, value);
        }
    }
}

package io.trainyard.core.gang;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Views of templates from words. One word a pod set: name and count, what it depends on after {@code <} (a Complete edge) or {@code ~} (a Ready edge),
 * for example {@code node:4<data~cache}; {@code 2x3} are two Jobs of three pods.
 */
final class Pods {
    private Pods() {}

    static RuntimeInfo of(String words) {
        return of(words, false);
    }

    static RuntimeInfo inOrder(String words) {
        return of(words, true);
    }

    private static RuntimeInfo of(String words, boolean inOrder) {
        List<PodSetDefinition> definitions =
                Arrays.stream(words.trim().split(" +")).map(Pods::definition).toList();
        Map<String, Object> template =
                inOrder ? Map.of("startupPolicy", Map.of("startupPolicyOrder", "InOrder")) : Map.of();
        return new RuntimeInfo(Map.of(), Map.of(), new RuntimePolicy(null, null), Trainer.EMPTY, template, definitions);
    }

    private static PodSetDefinition definition(String word) {
        String[] parts = word.split("(?=[<~])");
        String[] head = parts[0].split(":");
        String[] size = head[1].split("x");
        List<PodSet.Dependency> dependencies = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            dependencies.add(
                    new PodSet.Dependency(parts[i].substring(1), parts[i].charAt(0) == '<' ? "Complete" : "Ready"));
        }
        return podSet(
                head[0],
                size.length == 2 ? Integer.parseInt(size[0]) : 1,
                Integer.parseInt(size[size.length - 1]),
                dependencies,
                Map.of("cpu", new Quantity("1"), "memory", new Quantity("2Gi")));
    }

    static PodSetDefinition podSet(
            String name,
            int replicas,
            int count,
            List<PodSet.Dependency> dependencies,
            Map<String, Quantity> requests) {
        return PodSetDefinition.builder("run", name)
                .replicas(replicas)
                .count(count)
                .dependsOn(dependencies)
                .singlePodRequests(() -> new LinkedHashMap<>(requests))
                .build();
    }
}

package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.time.Duration;
import java.time.Instant;

/** Pods for the tests of this package. */
final class Pods {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final RestartRules RULES =
            new RestartRules(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(10)), true);

    private Pods() {}

    static PodSpec spec(String yaml) {
        return PodSpec.of(Tree.object(Yaml.parse(yaml)));
    }

    static PodState prepared(PodSpec spec) {
        return PodState.fresh(spec, NOW).nowPrepared();
    }

    static ContainerSpec container(PodState pod, String name) {
        return pod.spec().allContainers().stream()
                .filter(container -> container.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static PodState running(PodState pod, String name) {
        return pod.with(container(pod, name), current -> current.running(NOW, "id", true, true));
    }

    static PodState ended(PodState pod, String name, int code) {
        return RULES.ended(pod, container(pod, name), end(code));
    }

    static Terminated end(int code) {
        return new Terminated(code, 0, code == 0 ? "Completed" : "Error", "", NOW, NOW.plusSeconds(1), "id");
    }
}

package io.trainyard.local.kubelet.spec;

import io.trainyard.foundation.tree.Tree;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** How a container is asked how it is. */
public record ProbeSpec(
        ActionSpec action,
        Duration initialDelay,
        Duration period,
        Duration timeout,
        int successThreshold,
        int failureThreshold) {
    private static final int DEFAULT_PERIOD_SECONDS = 10;
    private static final int DEFAULT_FAILURES = 3;

    static Optional<ProbeSpec> of(Map<String, Object> container, String field) {
        Map<String, Object> probe = Tree.child(container, field);
        return ActionSpec.of(probe)
                .map(action -> new ProbeSpec(
                        action,
                        Duration.ofSeconds(Tree.integer(0, probe, "initialDelaySeconds")),
                        Duration.ofSeconds(Math.max(1, Tree.integer(DEFAULT_PERIOD_SECONDS, probe, "periodSeconds"))),
                        Duration.ofSeconds(Math.max(1, Tree.integer(1, probe, "timeoutSeconds"))),
                        (int) Math.max(1, Tree.integer(1, probe, "successThreshold")),
                        (int) Math.max(1, Tree.integer(DEFAULT_FAILURES, probe, "failureThreshold"))));
    }
}

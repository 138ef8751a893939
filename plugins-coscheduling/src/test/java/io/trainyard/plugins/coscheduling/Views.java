package io.trainyard.plugins.coscheduling;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.CoschedulingPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runtimes merged with a TrainJob called {@code run}, and their plans, as the host would hand them over. */
final class Views {
    /** A gang of nodes with a launcher that comes late, evaluators that come later, and data that is fetched before. */
    static final GangPlan PLAN = new GangPlan(List.of(
            new Gang(
                    "run",
                    Gang.Role.MAIN,
                    List.of("node"),
                    List.of("launcher"),
                    4,
                    Map.of("cpu", new Quantity("6"), "memory", new Quantity("16Gi"))),
            new Gang("run-l1-0a1b2c3d", Gang.Role.LATER, List.of("evaluate"), List.of(), 2, Map.of()),
            new Gang("run-data-4e5f6071", Gang.Role.PROLOGUE, List.of("data"), List.of(), 1, Map.of())));

    private Views() {}

    static RuntimeInfo with(@Nullable PodGroupPolicy policy) {
        return with(policy, Map.of());
    }

    static RuntimeInfo with(@Nullable PodGroupPolicy policy, Map<String, Object> template) {
        RuntimeInfo info = new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(null, policy),
                Trainer.EMPTY,
                template,
                Arrays.asList(podSet("data"), podSet("node"), podSet("launcher"), podSet("evaluate")));
        if (policy != null) {
            info.setGangPlan(PLAN);
        }
        return info;
    }

    static PodGroupPolicy coscheduling(@Nullable Integer scheduleTimeoutSeconds) {
        return new PodGroupPolicy(new CoschedulingPolicy(scheduleTimeoutSeconds), null, null, null);
    }

    private static PodSet.Definition podSet(String name) {
        return new PodSet.Definition(
                name,
                null,
                1,
                1,
                true,
                List.of(),
                List.of(),
                List.of(),
                null,
                List.of(),
                null,
                null,
                Map::of,
                "run-" + name,
                "run");
    }
}

package io.trainyard.core.metrics;

import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PluginPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The labels of {@code kubeflow_trainer_runtime_info}: what a runtime is like now. Pure, for any thread. */
public final class RuntimeSeries {
    /** The full name. */
    public static final String NAME = "kubeflow_trainer_runtime_info";

    public static final String DESCRIPTION = "Runtimes that there are";

    private static final String FRAMEWORK_LABEL = "trainer.kubeflow.org/framework";

    private RuntimeSeries() {}

    /** Labels of the one series of this runtime, sorted by name; the namespace of a ClusterTrainingRuntime is empty. */
    public static Map<String, String> labels(RuntimeResource runtime) {
        Map<String, String> labels =
                Objects.requireNonNullElse(runtime.getMetadata().getLabels(), Map.of());
        Optional<TrainingRuntimeSpec> spec = Optional.ofNullable(runtime.getSpec());
        return new TreeMap<>(Map.of(
                "namespace", Objects.requireNonNullElse(runtime.getMetadata().getNamespace(), ""),
                "name", runtime.getMetadata().getName(),
                "kind", runtime.getKind(),
                "framework", labels.getOrDefault(FRAMEWORK_LABEL, ""),
                "ml_policy",
                        spec.map(TrainingRuntimeSpec::mlPolicy)
                                .map(RuntimeSeries::name)
                                .orElse("plain"),
                "pod_group_policy",
                        spec.map(TrainingRuntimeSpec::podGroupPolicy)
                                .map(RuntimeSeries::name)
                                .orElse("none"),
                "deprecated", Boolean.toString("deprecated".equals(labels.get(TrainerApi.SUPPORT_LABEL)))));
    }

    private static String name(MLPolicy policy) {
        return policy.frameworks().stream().findFirst().orElseGet(() -> name(policy.plugin(), "plain"));
    }

    private static String name(PodGroupPolicy policy) {
        if (policy.coscheduling() != null) {
            return "coscheduling";
        }
        if (policy.volcano() != null) {
            return "volcano";
        }
        if (policy.kai() != null) {
            return "kai";
        }
        return name(policy.plugin(), "none");
    }

    /** What the plugin of a vendor is called. */
    private static String name(@Nullable PluginPolicy policy, String defaultValue) {
        return policy == null || policy.name() == null ? defaultValue : policy.name();
    }
}

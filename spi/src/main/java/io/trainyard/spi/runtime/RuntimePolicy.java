package io.trainyard.spi.runtime;

import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PluginParameters;
import io.trainyard.spi.model.PluginPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.parameters.PolicyParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The policies that the runtime selects.
 *
 * @param mlPolicy framework and node count; null when the runtime has no {@code mlPolicy} at all
 * @param podGroupPolicy gang scheduler; null when none
 * @param ofTrainJob what the TrainJob says to plugins in {@code spec.plugins}; empty when nothing
 */
public record RuntimePolicy(
        @Nullable MLPolicy mlPolicy, @Nullable PodGroupPolicy podGroupPolicy, List<PluginParameters> ofTrainJob) {
    public RuntimePolicy {
        ofTrainJob = List.copyOf(ofTrainJob);
    }

    /** Policies of a runtime, with a TrainJob that says nothing to plugins. */
    public RuntimePolicy(@Nullable MLPolicy mlPolicy, @Nullable PodGroupPolicy podGroupPolicy) {
        this(mlPolicy, podGroupPolicy, List.of());
    }

    /**
     * What {@code mlPolicy.plugin} asks of a plugin, with the TrainJob's own parameters merged in.
     *
     * @param plugin name of the plugin
     * @return empty when the runtime does not select it, so that it has nothing to do
     */
    public Optional<PolicyParameters> mlParameters(String plugin) {
        return parameters("spec.mlPolicy.plugin", mlPolicy == null ? null : mlPolicy.plugin(), plugin);
    }

    /** The same for {@code podGroupPolicy.plugin}. */
    public Optional<PolicyParameters> podGroupParameters(String plugin) {
        return parameters(
                "spec.podGroupPolicy.plugin", podGroupPolicy == null ? null : podGroupPolicy.plugin(), plugin);
    }

    private Optional<PolicyParameters> parameters(String path, @Nullable PluginPolicy policy, String plugin) {
        if (policy == null || !plugin.equals(policy.name())) {
            return Optional.empty();
        }
        @Nullable
        Map<String, Object> own = ofTrainJob.stream()
                .filter(entry -> plugin.equals(entry.name()))
                .findFirst()
                .map(PluginParameters::parameters)
                .orElse(null);
        return Optional.of(PolicyParameters.merged(path + ".parameters", policy.parameters(), own));
    }
}

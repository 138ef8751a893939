package io.trainyard.core.compile;

import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import java.util.List;

/**
 * The plugins that take part in compiling, each list in the order of calls.
 *
 * @param mlPolicies step B3
 * @param podGroupPolicies step B4
 * @param componentBuilders step B7
 */
public record CompilerPlugins(
        List<EnforceMLPolicy> mlPolicies,
        List<EnforcePodGroupPolicy> podGroupPolicies,
        List<ComponentBuilder> componentBuilders) {
    public CompilerPlugins {
        mlPolicies = List.copyOf(mlPolicies);
        podGroupPolicies = List.copyOf(podGroupPolicies);
        componentBuilders = List.copyOf(componentBuilders);
    }
}

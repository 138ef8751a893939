package io.trainyard.tck;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.parameters.PolicyParameters;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.List;
import java.util.stream.Stream;

/** What the host finds before the plugin is asked. */
final class ParameterErrors {
    private ParameterErrors() {}

    static List<FieldError> of(Plugin plugin, Sample sample) {
        RuntimePolicy policy = Trial.merged(sample.trainJob(), sample.runtime()).policy();
        return Stream.concat(
                        policy.mlParameters(plugin.name()).stream(), policy.podGroupParameters(plugin.name()).stream())
                .flatMap((PolicyParameters parameters) -> parameters.check(plugin.parameters()).stream())
                .toList();
    }
}

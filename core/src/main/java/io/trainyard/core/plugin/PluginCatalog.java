package io.trainyard.core.plugin;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.parameters.ParameterContract;
import io.trainyard.spi.parameters.PolicyParameters;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What rules need to know of the plugins in use.
 *
 * @param names all of them
 * @param checks for each what its parameters must look like
 */
public record PluginCatalog(Set<String> names, Map<String, ParameterCheck> checks) {
    public PluginCatalog {
        names = Set.copyOf(names);
        checks = Map.copyOf(checks);
    }

    /** Finds what is wrong with parameters. May run code of the plugin, guarded. */
    @FunctionalInterface
    public interface ParameterCheck {
        List<FieldError> check(PolicyParameters parameters);

        /** The check of a plugin that nobody guards. */
        static ParameterCheck of(ParameterContract contract) {
            return parameters -> parameters.check(contract);
        }
    }

    /** True when a plugin of that name is in use. */
    public boolean contains(String name) {
        return names.contains(name);
    }

    /** What is wrong with parameters for a plugin; empty also for a plugin that is not there. */
    public List<FieldError> check(String name, PolicyParameters parameters) {
        ParameterCheck check = checks.get(name);
        if (check == null) {
            return List.of();
        }
        try {
            return check.check(parameters);
        } catch (PluginFailure failure) {
            return List.of(new FieldError(
                    "spec.runtimeRef", FieldError.Kind.INTERNAL, null, String.valueOf(failure.getMessage())));
        }
    }
}

package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.runtime.SelectedPolicies;
import io.trainyard.core.plugin.PluginCatalog;
import io.trainyard.core.plugin.PluginNames;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.RuntimeResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A runtime can be used only where the plugins of its policies are. */
public final class PolicyRules {
    private PolicyRules() {}

    /**
     * Findings about the policies that a runtime selects, and about parameters for plugins.
     *
     * @param plugins those that are loaded
     */
    public static void check(
            Map<String, Object> spec, RuntimeResource runtime, PluginCatalog plugins, Validation.Builder findings) {
        List<SelectedPolicies.Policy> policies = SelectedPolicies.of(runtime.getSpec());
        for (SelectedPolicies.Policy policy : policies) {
            if (!plugins.contains(policy.plugin())) {
                findings.error(FieldError.invalid(
                        "spec.runtimeRef",
                        runtime.getMetadata().getName(),
                        "the runtime asks for " + policy.field() + ", and " + PluginNames.notLoaded(policy.plugin())
                                + "; loaded are "
                                + String.join(
                                        ", ", plugins.names().stream().sorted().toList())));
            }
        }
        PluginParameterRules.check(spec, runtime.getSpec(), plugins, findings);
        List<Object> parameters = Tree.list(spec, "plugins");
        for (int i = 0; i < parameters.size(); i++) {
            Optional<String> name = Tree.string(parameters.get(i), "name");
            String path = "spec.plugins[" + i + "]";
            if (name.isPresent() && !plugins.contains(name.get())) {
                findings.error(FieldError.invalid(path + ".name", name.get(), "no such plugin is loaded"));
            } else if (name.isPresent()
                    && policies.stream().noneMatch(policy -> policy.plugin().equals(name.get()))) {
                findings.warning(path + ": has no effect, because the runtime does not select plugin " + name.get());
            }
            SelectedPolicies.parameterSize(Tree.child(parameters.get(i), "parameters"), path + ".parameters", findings);
        }
    }
}

package io.trainyard.core.admission.runtime;

import io.trainyard.core.plugin.PluginCatalog;
import io.trainyard.core.plugin.PluginNames;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.parameters.PolicyParameters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Policies whose plugins are missing, and those of vendors. */
final class PluginPolicyRules {
    private static final String REFUSED_UNTIL = "; TrainJobs of this runtime are refused until it is";

    private static final Map<String, List<String>> OWN_POLICIES = new TreeMap<>(
            Map.of("mlPolicy", PluginNames.ML_POLICIES, "podGroupPolicy", PluginNames.POD_GROUP_POLICIES));

    private PluginPolicyRules() {}

    static void check(RuntimeChange runtime, PluginCatalog plugins, Validation.Builder findings) {
        OWN_POLICIES.forEach((policy, members) -> members.stream()
                .filter(member -> Tree.at(runtime.spec(), policy, member) instanceof Map && !plugins.contains(member))
                .forEach(member -> findings.warning(
                        "spec." + policy + "." + member + ": " + PluginNames.notLoaded(member) + REFUSED_UNTIL)));
        for (String policy : List.of("mlPolicy", "podGroupPolicy")) {
            if (!(Tree.at(runtime.spec(), policy, "plugin") instanceof Map)) {
                continue;
            }
            String path = "spec." + policy + ".plugin";
            Optional<String> name = Tree.string(runtime.spec(), policy, "plugin", "name");
            if (name.isPresent() && PluginNames.isOwn(name.get())) {
                findings.error(FieldError.invalid(
                        path + ".name",
                        name.get(),
                        "is the name of a plugin that comes with Trainyard; use its own field, such as spec." + policy
                                + "." + name.get().toLowerCase(Locale.ROOT)));
            } else if (name.isPresent() && !plugins.contains(name.get())) {
                findings.warning(path + ".name: no plugin named \"" + name.get() + "\" is loaded" + REFUSED_UNTIL);
            } else if (name.isPresent()) {
                plugins.check(
                                name.get(),
                                new PolicyParameters(
                                        path + ".parameters",
                                        Tree.child(runtime.spec(), policy, "plugin", "parameters")))
                        .forEach(findings::error);
            }
            SelectedPolicies.parameterSize(
                    Tree.child(runtime.spec(), policy, "plugin", "parameters"), path + ".parameters", findings);
        }
    }
}

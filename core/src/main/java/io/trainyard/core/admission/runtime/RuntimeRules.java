package io.trainyard.core.admission.runtime;

import io.trainyard.core.manifest.UnknownFields;
import io.trainyard.core.plugin.PluginCatalog;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.TrainingRuntimeSpec;

/** All rules for runtimes, in order. Pure. */
public final class RuntimeRules {
    private RuntimeRules() {}

    /**
     * The findings about a runtime.
     *
     * @param plugins those that are loaded
     * @param deprecationPolicy address of a page about deprecated runtimes
     */
    public static Validation check(RuntimeChange runtime, PluginCatalog plugins, String deprecationPolicy) {
        Validation.Builder findings = Validation.builder();
        UnknownFields.warnings(runtime.spec(), TrainingRuntimeSpec.class).forEach(findings::warning);
        AncestorRules.check(runtime, findings);
        DeprecationRules.check(runtime, deprecationPolicy, findings);
        MlPolicyRules.check(runtime, findings);
        TemplateRules.check(runtime, findings);
        PluginPolicyRules.check(runtime, plugins, findings);
        return findings.build();
    }
}

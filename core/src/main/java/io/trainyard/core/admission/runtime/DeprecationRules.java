package io.trainyard.core.admission.runtime;

import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.Map;

/** Deprecated runtimes. */
public final class DeprecationRules {
    private static final String DEPRECATED = "deprecated";

    private DeprecationRules() {}

    /** Tells who creates a deprecated runtime, or declares one deprecated. */
    static void check(RuntimeChange runtime, String policy, Validation.Builder findings) {
        boolean before =
                runtime.previous().filter(DeprecationRules::isDeprecated).isPresent();
        if (isDeprecated(runtime.current()) && !before) {
            findings.warning(warning(runtime.kind(), runtime.name(), policy));
        }
    }

    /** Whether a label value says so. */
    public static boolean isDeprecated(String supportLabel) {
        return DEPRECATED.equals(supportLabel);
    }

    /**
     * What users of such a runtime are told.
     *
     * @param policy address of a page that says more
     */
    public static String warning(String kind, String name, String policy) {
        return kind + " \"" + name + "\" is deprecated and will be removed in a later release; see " + policy;
    }

    private static boolean isDeprecated(Map<String, Object> runtime) {
        return Tree.string(runtime, "metadata", "labels", TrainerApi.SUPPORT_LABEL)
                .filter(DeprecationRules::isDeprecated)
                .isPresent();
    }
}

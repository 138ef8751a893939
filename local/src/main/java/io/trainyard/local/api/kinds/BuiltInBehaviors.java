package io.trainyard.local.api.kinds;

import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.NameRule;

/** The behavior of each built-in kind. */
public final class BuiltInBehaviors {
    private BuiltInBehaviors() {}

    /** The behavior of the kind of this name. */
    public static KindBehavior of(String kind) {
        return switch (kind) {
            case "Namespace" -> new NamespaceBehavior();
            case "Service" -> new NameOnlyBehavior(NameRule.LABEL, false);
            case "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding" ->
                new NameOnlyBehavior(NameRule.PATH_SEGMENT, false);
            case "NetworkPolicy",
                    "PodDisruptionBudget",
                    "ValidatingWebhookConfiguration",
                    "MutatingWebhookConfiguration" -> new NameOnlyBehavior(NameRule.SUBDOMAIN, true);
            default -> KindBehavior.PLAIN;
        };
    }
}

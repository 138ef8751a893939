package io.trainyard.local.api.kinds;

import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.NameRule;
import java.time.Clock;

/** The behavior of each built-in kind. */
public final class BuiltInBehaviors {
    private final Clock clock;

    public BuiltInBehaviors(Clock clock) {
        this.clock = clock;
    }

    /** The behavior of the kind of this name. */
    public KindBehavior of(String kind) {
        return switch (kind) {
            case "Namespace" -> new NamespaceBehavior();
            case "Pod" -> new PodBehavior(clock);
            case "Job" -> new JobBehavior();
            case "Service" -> new ServiceBehavior();
            case "Secret" -> new KeyedDataBehavior(true);
            case "ConfigMap" -> new KeyedDataBehavior(false);
            case "PersistentVolumeClaim" -> new VolumeClaimBehavior();
            case "PriorityClass" -> new PriorityClassBehavior();
            case "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding" ->
                new NameOnlyBehavior(NameRule.PATH_SEGMENT, false);
            case "NetworkPolicy",
                    "PodDisruptionBudget",
                    "ValidatingWebhookConfiguration",
                    "MutatingWebhookConfiguration" -> new NameOnlyBehavior(NameRule.SUBDOMAIN, true);
            default -> KindBehavior.DEFAULT;
        };
    }
}

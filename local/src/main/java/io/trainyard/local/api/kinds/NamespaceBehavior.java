package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.NameRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Namespaces: labeled with their own name, and held until they are empty. */
final class NamespaceBehavior implements KindBehavior {
    private static final Set<String> UNDELETABLE = Set.of("default", "kube-public", "kube-system");

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }

    @Override
    public boolean holdsDeletion(Map<String, Object> object) {
        return !Tree.list(object, "spec", "finalizers").isEmpty();
    }

    @Override
    public Optional<String> refusesDeletion(Map<String, Object> object) {
        return UNDELETABLE.contains(Tree.text(object, "metadata", "name"))
                ? Optional.of("this namespace may not be deleted")
                : Optional.empty();
    }

    @Override
    public void markDeleted(Map<String, Object> object, Instant now) {
        Tree.put(object, "Terminating", "status", "phase");
    }

    @Override
    public void prepareUpdate(Map<String, Object> object, Map<String, Object> previous) {
        object.put("spec", Tree.copy(Tree.child(previous, "spec")));
    }

    @Override
    public void applyDefaults(Map<String, Object> object) {
        Tree.put(object, Tree.text(object, "metadata", "name"), "metadata", "labels", "kubernetes.io/metadata.name");
    }

    @Override
    public void prepareCreate(Map<String, Object> object) {
        Tree.put(object, new ArrayList<>(List.of("kubernetes")), "spec", "finalizers");
        Tree.put(object, "Active", "status", "phase");
    }
}

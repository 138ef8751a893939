package io.trainyard.local.api.kinds;

import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.NameRule;
import io.trainyard.local.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Namespaces: always active, and labeled with their own name. */
final class NamespaceBehavior implements KindBehavior {
    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
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

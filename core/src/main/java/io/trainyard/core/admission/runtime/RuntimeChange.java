package io.trainyard.core.admission.runtime;

import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A runtime before and after a request, as trees.
 *
 * @param kind {@code TrainingRuntime} or {@code ClusterTrainingRuntime}
 * @param name its name
 * @param current as it would be stored
 * @param previous as it is stored; empty on creation
 */
public record RuntimeChange(
        String kind, String name, Map<String, Object> current, Optional<Map<String, Object>> previous) {

    /** The spec; empty when there is none. */
    Map<String, Object> spec() {
        return Tree.child(current, "spec");
    }

    /** The JobSet spec of the template. */
    Map<String, Object> jobSet() {
        return Tree.child(spec(), "template", "spec");
    }

    /** The replicated jobs; an item that is no object is empty here, so that indexes stay right. */
    List<Map<String, Object>> jobs() {
        return Tree.list(jobSet(), "replicatedJobs").stream().map(Tree::child).toList();
    }

    /**
     * Whether a part of the spec is new or changed. Younger rules look at these parts only, so that a runtime from before the rule can still be
     * labelled.
     */
    boolean changes(String... path) {
        return previous.isEmpty()
                || !SemanticEquality.areEqual(
                        path[path.length - 1],
                        Tree.at(spec(), path),
                        Tree.at(Tree.child(previous.get(), "spec"), path));
    }

    /** Whether anything in the spec is new or changed. */
    public boolean changesSpec() {
        return previous.isEmpty() || !SemanticEquality.areEqual("", spec(), Tree.child(previous.get(), "spec"));
    }
}

package io.trainyard.spi.overrides;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;

/**
 * What an override changes in one container.
 *
 * @param kind the list that the user wrote it in; the container may be in the other one
 * @param name name of the container; empty when the user gave none
 * @param path where the user wrote it
 * @param tree what it says
 */
public record ContainerOverride(Kind kind, String name, String path, Map<String, Object> tree) {
    /** The two lists of containers that can be changed. */
    public enum Kind {
        INIT_CONTAINER("initContainers"),
        CONTAINER("containers");

        private final String field;

        Kind(String field) {
            this.field = field;
        }

        /** Name of the list in a pod spec. */
        public String field() {
            return field;
        }
    }

    /** Names of the variables that it sets, in order; empty when none. */
    public List<String> variables() {
        return Tree.list(tree, "env").stream()
                .map(variable -> Tree.text(variable, "name"))
                .toList();
    }

    /** The field that lists the variables. */
    public String environmentPath() {
        return path + ".env";
    }
}

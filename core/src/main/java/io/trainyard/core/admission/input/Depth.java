package io.trainyard.core.admission.input;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How deeply a tree is nested: everything that walks through one takes stack for each level. */
public final class Depth {
    /** Far more than any object of ours needs; only parameters of plugins can be nested freely. */
    public static final int MAX = 100;

    private Depth() {}

    /** Whether a tree has more levels than anybody needs. */
    public static boolean isTooDeep(@Nullable Object tree) {
        return exceeds(tree, MAX);
    }

    private static boolean exceeds(@Nullable Object tree, int levels) {
        Collection<?> children =
                tree instanceof Map<?, ?> map ? map.values() : tree instanceof Collection<?> list ? list : List.of();
        if (children.isEmpty()) {
            return false;
        }
        return levels == 0 || children.stream().anyMatch(child -> exceeds(child, levels - 1));
    }
}

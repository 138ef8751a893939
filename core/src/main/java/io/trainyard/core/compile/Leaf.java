package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a tree that holds no others; an empty object or list is one, too.
 *
 * @param path where it is: {@code spec.replicatedJobs[0].replicas}
 * @param place the same with items called by their names, so that it stays when others come before it: {@code spec.replicatedJobs[node].replicas}
 * @param field the name of its field; that of the list for an item that has none
 * @param value never null
 */
public record Leaf(String path, String place, String field, Object value) {
    /**
     * All of a tree, in its order; none for null.
     *
     * @param root what all paths begin with
     */
    public static List<Leaf> of(@Nullable Object tree, String root) {
        List<Leaf> leaves = new ArrayList<>();
        collect(tree, root, root, root, leaves);
        return leaves;
    }

    private static void collect(@Nullable Object tree, String path, String place, String field, List<Leaf> leaves) {
        if (tree instanceof Map<?, ?> map && !map.isEmpty()) {
            map.forEach(
                    (name, each) -> collect(each, path + "." + name, place + "." + name, String.valueOf(name), leaves));
        } else if (tree instanceof List<?> list && !list.isEmpty()) {
            Map<String, Integer> seen = new HashMap<>();
            for (int i = 0; i < list.size(); i++) {
                collect(
                        list.get(i),
                        path + "[" + i + "]",
                        place + "[" + name(list.get(i), i, seen) + "]",
                        field,
                        leaves);
            }
        } else if (tree != null) {
            leaves.add(new Leaf(path, place, field, tree));
        }
    }

    /** Several mounts of one volume have its name in common, but no path. */
    private static String name(@Nullable Object item, int index, Map<String, Integer> seen) {
        String mount = Tree.text(item, "mountPath");
        String name = mount.isEmpty() ? Tree.text(item, "name") : mount;
        String called = name.isEmpty() ? String.valueOf(index) : name;
        int times = seen.merge(called, 1, Integer::sum);
        return times == 1 ? called : called + "#" + times;
    }

    /** Whether it has that value; numbers are the same however many bits they have. */
    public boolean has(@Nullable Object other) {
        return (value instanceof Number mine && other instanceof Number theirs)
                ? new BigDecimal(mine.toString()).compareTo(new BigDecimal(theirs.toString())) == 0
                : value.equals(other);
    }
}

package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.foundation.tree.Tree;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many bytes of JSON users have written into an object: its labels, its annotations and its spec. Pure. */
public final class ObjectSize {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private ObjectSize() {}

    /** Of an object as a tree. */
    public static int of(Map<String, Object> tree) {
        return of(
                Tree.child(tree, "metadata", "labels"), Tree.child(tree, "metadata", "annotations"), tree.get("spec"));
    }

    /** Of an object of the model with these parts; the spec is null where it has none. */
    public static int of(ObjectMeta metadata, @Nullable Object spec) {
        return of(metadata.getLabels(), metadata.getAnnotations(), spec);
    }

    private static int of(
            @Nullable Map<String, ?> labels, @Nullable Map<String, ?> annotations, @Nullable Object spec) {
        return TreeConversion.toJson(Arrays.asList(labels, withoutLastApplied(annotations), spec)).length;
    }

    /** Annotations without the one in which kubectl repeats the whole object that it applied; empty when there are none. */
    public static <T> Map<String, T> withoutLastApplied(@Nullable Map<String, T> annotations) {
        Map<String, T> others = annotations == null ? new LinkedHashMap<>() : new LinkedHashMap<>(annotations);
        others.remove(LAST_APPLIED);
        return others;
    }
}

package io.trainyard.local.client;

import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to delete.
 *
 * @param propagationPolicy {@code Background}, {@code Foreground} or {@code Orphan}; empty for the default of the kind
 * @param gracePeriodSeconds null for the default of the object
 * @param uid the object must have this uid; empty for any
 * @param resourceVersion the object must have this version; empty for any
 */
public record DeleteOptions(
        String propagationPolicy, @Nullable Long gracePeriodSeconds, String uid, String resourceVersion) {
    public static final DeleteOptions DEFAULT = new DeleteOptions("", null, "", "");
    public static final DeleteOptions BACKGROUND = propagation("Background");
    public static final DeleteOptions FOREGROUND = propagation("Foreground");
    public static final DeleteOptions ORPHAN = propagation("Orphan");

    private static DeleteOptions propagation(String policy) {
        return new DeleteOptions(policy, null, "", "");
    }

    public DeleteOptions withGracePeriod(long seconds) {
        return new DeleteOptions(propagationPolicy, seconds, uid, resourceVersion);
    }

    public DeleteOptions ifUid(String expected) {
        return new DeleteOptions(propagationPolicy, gracePeriodSeconds, expected, resourceVersion);
    }

    Map<String, Object> body() {
        Map<String, Object> body = Tree.of("kind", "DeleteOptions", "apiVersion", "v1");
        if (!propagationPolicy.isEmpty()) {
            body.put("propagationPolicy", propagationPolicy);
        }
        if (gracePeriodSeconds != null) {
            body.put("gracePeriodSeconds", gracePeriodSeconds);
        }
        Map<String, Object> preconditions = new LinkedHashMap<>();
        if (!uid.isEmpty()) {
            preconditions.put("uid", uid);
        }
        if (!resourceVersion.isEmpty()) {
            preconditions.put("resourceVersion", resourceVersion);
        }
        if (!preconditions.isEmpty()) {
            body.put("preconditions", preconditions);
        }
        return body;
    }
}

package io.trainyard.dashboard.access;

import io.trainyard.core.memory.Weight;
import java.util.List;
import java.util.Map;

/**
 * Who asks, as the API server knows him.
 *
 * @param name of the user; empty where nobody has to say who he is
 * @param uid empty when unknown
 */
public record Identity(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    /** Somebody on a machine where nobody has to say who he is. */
    public static final Identity ANYBODY = new Identity("", "", List.of(), Map.of());

    public Identity {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /** About how much memory it takes. */
    int bytes() {
        return Weight.of(List.of(name, uid, groups, extra));
    }
}

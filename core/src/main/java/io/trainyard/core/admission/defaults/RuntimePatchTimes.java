package io.trainyard.core.admission.defaults;

import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.foundation.tree.Tree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Notes at each runtime patch when it last changed. Pure. */
public final class RuntimePatchTimes {
    private static final String TIME = "time";
    private static final String MANAGER = "manager";

    private RuntimePatchTimes() {}

    /**
     * The patches with their times; items that are no objects are left alone, as the schema will refuse them.
     *
     * @param patches as they were sent
     * @param previous as they are stored; empty on creation
     */
    public static List<Object> stamp(List<Object> patches, List<Object> previous, Instant now) {
        String stamp = now.truncatedTo(ChronoUnit.SECONDS).toString();
        List<Object> stamped = new ArrayList<>(patches.size());
        for (Object patch : patches) {
            stamped.add(patch instanceof Map<?, ?> ? stamp(Tree.child(patch), previous, stamp) : patch);
        }
        return stamped;
    }

    private static Map<String, Object> stamp(Map<String, Object> patch, List<Object> previous, String now) {
        Optional<Map<String, Object>> old = previous.stream()
                .map(Tree::child)
                .filter(candidate ->
                        candidate.get(MANAGER) instanceof String manager && manager.equals(patch.get(MANAGER)))
                .findFirst();
        if (old.isPresent() && !sameContent(patch, old.get())) {
            return Tree.with(patch, TIME, now);
        }
        @Nullable Object kept = old.map(entry -> entry.get(TIME)).orElse(null);
        @Nullable Object time = kept == null ? patch.get(TIME) : kept;
        return Tree.with(patch, TIME, time == null ? now : time);
    }

    private static boolean sameContent(Map<String, Object> one, Map<String, Object> other) {
        return SemanticEquality.areEqual("", withoutTime(one), withoutTime(other));
    }

    /** Times say nothing about content. */
    public static Map<String, Object> withoutTime(Map<String, Object> patch) {
        Map<String, Object> copy = new LinkedHashMap<>(patch);
        copy.remove(TIME);
        return copy;
    }
}

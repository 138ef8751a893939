package io.trainyard.core.queue;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one priority that are ready. Groups take turns, so that who asks for thousands of reconciles keeps others waiting for one at a time; within a
 * group first ready is first served. Every call costs the same however many there are.
 */
final class ReadyLine<K> {
    private final Map<Object, Set<Entry<K>>> groups = new LinkedHashMap<>();

    /** At the end of its group; a group that had none goes to the end of the groups. */
    void add(Entry<K> entry) {
        groups.computeIfAbsent(entry.group, unused -> new LinkedHashSet<>()).add(entry);
    }

    void remove(Entry<K> entry) {
        @Nullable Set<Entry<K>> members = groups.get(entry.group);
        if (members != null && members.remove(entry) && members.isEmpty()) {
            groups.remove(entry.group);
        }
    }

    /** Whose turn it is; empty when none is ready. */
    Optional<Entry<K>> first() {
        return groups.values().stream().findFirst().map(members -> members.iterator()
                .next());
    }

    /** A group has had its turn: the others come first. */
    void passOn(Object group) {
        @Nullable Set<Entry<K>> members = groups.remove(group);
        if (members != null) {
            groups.put(group, members);
        }
    }
}

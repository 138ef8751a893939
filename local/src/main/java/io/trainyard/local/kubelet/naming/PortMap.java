package io.trainyard.local.kubelet.naming;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which ports the pods of a group (of one JobSet, say) use in place of those that they ask for (LOCAL-73). Not for several threads.
 */
public final class PortMap {
    private final Map<String, Group> groups = new HashMap<>();

    private static final class Group {
        private final Map<Integer, Integer> ports = new HashMap<>();
        private final Set<String> uids = new HashSet<>();
    }

    /** A pod joins its group; the group exists until its last pod leaves. */
    public void join(String group, String uid) {
        groups.computeIfAbsent(group, key -> new Group()).uids.add(uid);
    }

    /** A pod leaves its group. */
    public void leave(String group, String uid) {
        Group entry = groups.get(group);
        if (entry != null && entry.uids.remove(uid) && entry.uids.isEmpty()) {
            groups.remove(group);
        }
    }

    /** Those of the ports about which nothing has been decided yet, in ascending order. */
    public Set<Integer> undecided(String group, Set<Integer> ports) {
        Set<Integer> undecided = new TreeSet<>(ports);
        undecided.removeAll(ports(group).keySet());
        return undecided;
    }

    /** Ports that were given to other groups, whether or not somebody listens on them yet. */
    public Set<Integer> takenByOthers(String group) {
        Set<Integer> taken = new HashSet<>();
        groups.forEach((name, entry) -> {
            if (!name.equals(group)) {
                taken.addAll(entry.ports.values());
            }
        });
        return taken;
    }

    /**
     * Decides about ports; earlier decisions stand, for two pods of a group may have looked for ports at the same time.
     *
     * @return the decisions that are new
     */
    public Map<Integer, Integer> decide(String group, Map<Integer, Integer> ports) {
        Map<Integer, Integer> decided = new HashMap<>();
        Group entry = groups.get(group);
        if (entry != null) {
            ports.forEach((wish, port) -> {
                if (entry.ports.putIfAbsent(wish, port) == null) {
                    decided.put(wish, port);
                }
            });
        }
        return decided;
    }

    /** Asked-for ports, and the ones to use in their place. */
    public Map<Integer, Integer> ports(String group) {
        Group entry = groups.get(group);
        return entry == null ? Map.of() : Map.copyOf(entry.ports);
    }
}

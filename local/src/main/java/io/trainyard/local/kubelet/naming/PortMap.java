package io.trainyard.local.kubelet.naming;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which ports the pods of a group (of one JobSet, say) use in place of those that they ask for, and the claims that keep them from
 * others. Not for several threads.
 */
public final class PortMap implements AutoCloseable {
    private final Map<String, Group> groups = new HashMap<>();

    private static final class Group {
        private final Map<Integer, PortClaim> ports = new HashMap<>();
        private final Set<String> uids = new HashSet<>();

        void end() {
            ports.values().forEach(PortClaim::close);
        }
    }

    /** A pod joins its group; the group exists until its last pod leaves. */
    public void join(String group, String uid) {
        groups.computeIfAbsent(group, key -> new Group()).uids.add(uid);
    }

    /** A pod leaves its group. */
    public void leave(String group, String uid) {
        Group entry = groups.get(group);
        if (entry != null && entry.uids.remove(uid) && entry.uids.isEmpty()) {
            groups.remove(group).end();
        }
    }

    /** Those of the ports about which nothing has been decided yet, in ascending order. */
    public Set<Integer> undecided(String group, Set<Integer> ports) {
        Set<Integer> undecided = new TreeSet<>(ports);
        undecided.removeAll(ports(group).keySet());
        return undecided;
    }

    /**
     * Decides about ports; earlier decisions stand, for two pods of a group may have looked for ports at the same time.
     *
     * @param ports claims that are not needed are given up
     * @return the decisions that are new
     */
    public Map<Integer, Integer> decide(String group, Map<Integer, PortClaim> ports) {
        Map<Integer, Integer> decided = new HashMap<>();
        Group entry = groups.get(group);
        ports.forEach((wish, claim) -> {
            if (entry != null && entry.ports.putIfAbsent(wish, claim) == null) {
                decided.put(wish, claim.port());
            } else {
                claim.close();
            }
        });
        return decided;
    }

    /** Asked-for ports, and the ones to use in their place. */
    public Map<Integer, Integer> ports(String group) {
        Group entry = groups.get(group);
        Map<Integer, Integer> ports = new HashMap<>();
        if (entry != null) {
            entry.ports.forEach((wish, claim) -> ports.put(wish, claim.port()));
        }
        return ports;
    }

    /** Gives all ports up. */
    @Override
    public void close() {
        groups.values().forEach(Group::end);
        groups.clear();
    }
}

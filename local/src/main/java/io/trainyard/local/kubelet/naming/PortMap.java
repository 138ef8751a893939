package io.trainyard.local.kubelet.naming;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which ports the pods of a group (of one JobSet, say) use in place of those that they declare, and the claims that keep them from
 * others. Pods join and leave one after the other; who asks may do so on another thread.
 */
public final class PortMap implements AutoCloseable {
    private final Map<String, Group> groups = new ConcurrentHashMap<>();

    private static final class Group {
        private final Map<Integer, PortClaim> ports = new ConcurrentHashMap<>();
        private final Set<String> uids = new HashSet<>();

        void end() {
            ports.values().forEach(PortClaim::close);
        }
    }

    /**
     * A pod joins its group; the group exists until its last pod leaves. Blocks for the time of a few system calls.
     *
     * @param declared what the group has decided about some of these ports before stands
     * @return the declared ports that are taken, and those that are used in their place, as far as this is new
     */
    public Map<Integer, Integer> join(String group, String uid, Set<Integer> declared) {
        Group entry = groups.computeIfAbsent(group, key -> new Group());
        entry.uids.add(uid);
        Map<Integer, Integer> replaced = new TreeMap<>();
        for (int wish : declared) {
            if (!entry.ports.containsKey(wish)) {
                PortClaim claim = FreePorts.choose(wish);
                entry.ports.put(wish, claim);
                if (claim.port() != wish) {
                    replaced.put(wish, claim.port());
                }
            }
        }
        return replaced;
    }

    /** A pod leaves its group. */
    public void leave(String group, String uid) {
        Group entry = groups.get(group);
        if (entry != null && entry.uids.remove(uid) && entry.uids.isEmpty()) {
            groups.remove(group, entry);
            entry.end();
        }
    }

    /** The port that the group uses in place of this one. */
    public int port(String group, int declared) {
        Group entry = groups.get(group);
        PortClaim claim = entry == null ? null : entry.ports.get(declared);
        return claim == null ? declared : claim.port();
    }

    /** Gives all ports up. */
    @Override
    public void close() {
        groups.values().forEach(Group::end);
        groups.clear();
    }
}

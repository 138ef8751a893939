package io.trainyard.launcher.run.meeting;

import io.trainyard.core.view.Cause;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.local.kubelet.process.SeenProcess;
import io.trainyard.local.kubelet.process.TcpConnection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether the ranks of one TrainJob have met, by all looks at its processes: through a connection to another rank or to the port of the group, or through memory that
 * they share. What launchers do among each other does not count. Pure; for one thread.
 */
final class Meetings {
    static final String ADVICE =
            "a script joins its group itself (init_process_group, jax.distributed.initialize, MPI.COMM_WORLD)"
                    + " and is started by the launcher of that framework;"
                    + " on a machine without GPUs Accelerator() wants --set-env ACCELERATE_USE_CPU=true,"
                    + " and Lightning's Trainer its number of devices, such as devices=2";

    private static final List<String> RANK =
            List.of("RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PADDLE_TRAINER_ID");
    private static final List<String> PORT = List.of("MASTER_PORT", "PET_MASTER_PORT");
    private static final Member NOBODY = new Member("", "");

    /** One that is seen twice with its framework was not caught before it could join. */
    private static final int LOOKS = 2;

    private final Set<Member> members = new HashSet<>();
    private final Set<Link> links = new HashSet<>();
    private final Set<String> explained = new HashSet<>();
    private final Set<Integer> ports = new HashSet<>();
    private final Map<Member, Integer> training = new HashMap<>();
    private Map<Member, Integer> listening = Map.of();
    private boolean begun;
    private boolean blind;

    /**
     * A process with what belongs to it.
     *
     * @param node name of its node
     * @param rank empty for a launcher, or where nobody was given a rank
     */
    private record Member(String node, String rank) {}

    /**
     * Two that have met.
     *
     * @param atPort whether they did so at the port of the group
     */
    private record Link(Member one, Member other, boolean atPort) {}

    /**
     * Takes what was seen.
     *
     * @param nodes names of nodes by pods; processes of other pods are passed over
     */
    void take(SeenProcess.Look look, Map<String, String> nodes) {
        List<SeenProcess> seen = look.processes().stream()
                .filter(process -> nodes.containsKey(process.pod()))
                .toList();
        Set<Long> launchers = launchers(seen);
        Map<Long, Member> owners = new HashMap<>();
        Map<String, Set<Member>> holders = new HashMap<>();
        Set<Member> trained = new HashSet<>();
        for (SeenProcess process : seen) {
            String rank = launchers.contains(process.pid()) ? "" : rank(process);
            Member member = new Member(Objects.requireNonNull(nodes.get(process.pod())), rank);
            members.add(member);
            blind |= !process.told();
            PORT.stream()
                    .flatMap(name -> Optional.ofNullable(process.variables().get(name)).stream())
                    .map(String::strip)
                    .filter(text -> PlainText.isNumber(text, 5))
                    .map(Integer::valueOf)
                    .forEach(ports::add);
            process.sockets().forEach(socket -> owners.merge(socket, member, Meetings::launcherOf));
            for (String file : process.shared()) {
                Set<Member> before = holders.computeIfAbsent(file, key -> new HashSet<>());
                if (before.add(member)) {
                    before.stream()
                            .filter(holder -> !holder.equals(member))
                            .forEach(holder -> links.add(new Link(holder, member, false)));
                }
            }
            if (process.trains()) {
                trained.add(member);
            }
        }
        trained.forEach(member -> training.merge(member, 1, Integer::sum));
        connected(look.connections(), owners);
        begun = true;
    }

    private void connected(List<TcpConnection> connections, Map<Long, Member> owners) {
        Map<String, Member> ends = new HashMap<>();
        Map<Member, Integer> listeners = new HashMap<>();
        for (TcpConnection each : connections) {
            @Nullable Member owner = owners.get(each.inode());
            if (owner != null && each.isListening() && ports.contains(each.localPort())) {
                listeners.put(owner, each.localPort());
            } else if (owner != null && !each.isListening()) {
                ends.put(each.ends(), owner);
            }
        }
        listening = listeners;
        for (TcpConnection each : connections) {
            @Nullable Member owner = ends.get(each.ends());
            boolean atPort = ports.contains(each.remotePort()) || ports.contains(each.localPort());
            if (owner != null) {
                Member other = ends.getOrDefault(each.otherEnds(), NOBODY);
                if (!other.equals(owner) && (atPort || !other.equals(NOBODY))) {
                    links.add(new Link(owner, other, atPort));
                }
                // Processes were seen a moment before connections: an end that nobody had may be a rank's.
                if (!other.equals(NOBODY)) {
                    explained.add(each.ends());
                    explained.add(each.otherEnds());
                }
            } else if (each.isPast() && atPort && explained.add(each.ends()) && begun) {
                // What an earlier run has left was there at the first look.
                links.add(new Link(NOBODY, NOBODY, true));
            }
        }
    }

    /** Those that have started another rank than their own. */
    private static Set<Long> launchers(List<SeenProcess> seen) {
        Map<Long, SeenProcess> byId = new HashMap<>();
        seen.forEach(process -> byId.put(process.pid(), process));
        Set<Long> launchers = new HashSet<>();
        for (SeenProcess process : seen) {
            String rank = rank(process);
            @Nullable SeenProcess above = byId.get(process.parent());
            for (int depth = 0; !rank.isEmpty() && above != null && depth < seen.size(); depth++) {
                if (!rank(above).equals(rank)) {
                    launchers.add(above.pid());
                }
                above = byId.get(above.parent());
            }
        }
        return launchers;
    }

    private static String rank(SeenProcess process) {
        return RANK.stream()
                .flatMap(name -> Optional.ofNullable(process.variables().get(name)).stream())
                .findFirst()
                .orElse("");
    }

    /** A socket that a launcher has handed down is the launcher's. */
    private static Member launcherOf(Member one, Member other) {
        return one.rank().isEmpty() ? one : other;
    }

    private boolean isRank(Member member) {
        return !member.rank().isEmpty()
                || members.stream().allMatch(each -> each.rank().isEmpty());
    }

    private Set<Member> ranks() {
        Set<Member> ranks = new HashSet<>(members);
        ranks.removeIf(member -> !isRank(member));
        return ranks;
    }

    private Set<String> nodes() {
        Set<String> nodes = new TreeSet<>();
        ranks().forEach(rank -> nodes.add(rank.node()));
        return nodes;
    }

    /** What trains for itself where nobody has met: a node, or a process where there is one node. */
    private Object unit(Member member) {
        return nodes().size() > 1 ? member.node() : member;
    }

    /** Whether ranks have met. */
    boolean haveMet() {
        return links.stream().anyMatch(this::counts);
    }

    private boolean counts(Link link) {
        boolean nobody = link.other().equals(NOBODY);
        boolean ranks = isRank(link.one()) && (nobody || isRank(link.other()));
        boolean rankAtPort =
                link.atPort() && (link.one().equals(NOBODY) || isRank(link.one()) || (!nobody && isRank(link.other())));
        return (ranks || rankAtPort) && (nobody || !unit(link.one()).equals(unit(link.other())));
    }

    /** Whether several ranks train, and each does so for itself as far as can be seen. */
    boolean areAlone() {
        return !blind
                && ranks().size() > 1
                && ranks().stream().anyMatch(rank -> training.getOrDefault(rank, 0) >= LOOKS)
                && !haveMet();
    }

    /** How many train for themselves, in words. */
    String each() {
        int nodes = nodes().size();
        return "each of the " + (nodes > 1 ? nodes + " nodes" : ranks().size() + " processes");
    }

    /** What is said of them at the end, if they never met. */
    Optional<Cause> cause() {
        return areAlone()
                ? Optional.of(Cause.of(
                        Cause.Kind.WORLD_TOO_SMALL,
                        each() + " trained for itself: no rank ever connected to another",
                        List.of(),
                        ADVICE))
                : Optional.empty();
    }

    /**
     * Who waits for whom, if one holds the port of the group open and nobody has come.
     *
     * @param all names of all nodes
     */
    Optional<String> waiting(Set<String> all) {
        return listening.entrySet().stream()
                .filter(each -> isRank(each.getKey())
                        || ranks().stream().noneMatch(rank -> rank.node()
                                .equals(each.getKey().node())))
                .findFirst()
                .flatMap(each -> waiting(each.getKey(), each.getValue(), all));
    }

    private Optional<String> waiting(Member host, int port, Set<String> all) {
        Set<String> missing = new TreeSet<>(all);
        missing.remove(host.node());
        links.forEach(link -> {
            missing.remove(link.one().node());
            missing.remove(link.other().node());
        });
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(host.node() + " waits at port " + port + " for " + String.join(", ", missing) + ", which "
                        + (missing.size() == 1 ? "has" : "have") + " not connected yet");
    }
}

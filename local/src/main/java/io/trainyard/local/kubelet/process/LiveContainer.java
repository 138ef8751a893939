package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A container that runs now, as anybody can see it who may read the folder of its run.
 *
 * @param namespace of its pod
 * @param pod name of its pod
 * @param container its name
 * @param process its main program
 * @param mark value of the variable that all its processes have
 */
public record LiveContainer(String namespace, String pod, String container, ProcessHandle process, String mark) {
    private static final String RANK = "RANK";

    /** All containers of a run that have processes now; none when it has ended, or runs elsewhere. Blocks. */
    public static List<LiveContainer> below(Path run) {
        List<LiveContainer> found = new ArrayList<>();
        for (Map<String, Object> entry : recorded(run.resolve(OrphanedProcesses.FILE))) {
            RecordedProcess recorded = RecordedProcess.of(entry);
            int slash = recorded.pod().indexOf('/');
            recorded.living()
                    .ifPresent(process -> found.add(new LiveContainer(
                            recorded.pod().substring(0, Math.max(0, slash)),
                            recorded.pod().substring(slash + 1),
                            recorded.container(),
                            process,
                            recorded.mark())));
        }
        return found;
    }

    private static List<Map<String, Object>> recorded(Path file) {
        try {
            Map<String, Object> record = Json.parseObject(Files.readAllBytes(file));
            HostIdentity host = HostIdentity.of(Tree.child(record, "host"));
            boolean gone = host.isOtherThan(HostIdentity.current()) || host.isRebootOf(HostIdentity.current());
            return gone ? List.of() : Tree.objects(record, "containers");
        } catch (IOException | MalformedTextException notThere) {
            // Nothing runs yet, or nothing runs any more.
            return List.of();
        }
    }

    /** The variables of the process in it whose {@code RANK} this is; empty when there is none, or the system does not tell. Blocks. */
    public Optional<Map<String, String>> environmentOfRank(long rank) {
        for (ProcessHandle each : ProcessTree.ofContainer(mark)) {
            Map<String, String> variables = environment(each);
            if (Long.toString(rank).equals(variables.get(RANK))) {
                return Optional.of(variables);
            }
        }
        return Optional.empty();
    }

    /** Sends a signal to its ranks, or to its main program where none is known. Blocks. */
    @Blocking("called on worker threads only")
    public void signalRanks(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-s", name));
        // The JDK does not know other signals than two, so a number has to do; that it is still theirs is looked at
        // last.
        ranks().stream().filter(ProcessHandle::isAlive).forEach(rank -> command.add(Long.toString(rank.pid())));
        if (command.size() == 3) {
            return;
        }
        new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Kills all its processes. Blocks. */
    public void kill() {
        ProcessTree.ofContainer(mark).forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** All its processes; none where the system does not tell. Blocks. */
    public Set<ProcessHandle> processes() {
        return ProcessTree.ofContainer(mark);
    }

    /** Processes that a launcher has given a rank, without those that they have started themselves; else the main program. Blocks. */
    public Set<ProcessHandle> ranks() {
        Set<ProcessHandle> ranks = new HashSet<>();
        for (ProcessHandle each : ProcessTree.ofContainer(mark)) {
            if (environment(each).containsKey(RANK)) {
                ranks.add(each);
            }
        }
        Set<ProcessHandle> all = Set.copyOf(ranks);
        ranks.removeIf(each -> each.parent().filter(all::contains).isPresent());
        return ranks.isEmpty() ? Set.of(process) : ranks;
    }

    /** The variables with which its main program was started; those of this process where the system does not tell. Blocks. */
    Map<String, String> environment() {
        return Files.isReadable(Path.of("/proc/self/environ")) ? environment(process) : System.getenv();
    }

    static Map<String, String> environment(ProcessHandle process) {
        Map<String, String> variables = new LinkedHashMap<>();
        try {
            byte[] block = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
            if (!process.isAlive()) {
                return variables;
            }
            for (String variable : new String(block, StandardCharsets.UTF_8).split("\0")) {
                int equals = variable.indexOf('=');
                if (equals > 0) {
                    variables.put(variable.substring(0, equals), variable.substring(equals + 1));
                }
            }
        } catch (IOException gone) {
            // It has ended meanwhile.
        }
        return variables;
    }
}

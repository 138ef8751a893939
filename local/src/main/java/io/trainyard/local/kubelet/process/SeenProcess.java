package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Blocking;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A process of a run, as Linux shows it.
 *
 * @param pod namespace and name of its pod
 * @param parent the process that it belongs to
 * @param variables those that it was started with
 * @param sockets inodes of those that it has open
 * @param shared device and inode of each file in its memory that it shares with whoever has the same
 * @param trains whether a framework that joins processes to a group is in its memory
 * @param told whether all this could be seen
 */
public record SeenProcess(
        String pod,
        long pid,
        long parent,
        Map<String, String> variables,
        Set<Long> sockets,
        Set<String> shared,
        boolean trains,
        boolean told) {
    private static final Path PROC = Path.of("/proc");
    private static final String SOCKET = "socket:[";
    private static final int MAP_FIELDS = 6;
    private static final List<String> FRAMEWORKS =
            List.of("/libtorch", "/jaxlib/", "xla_extension", "/libtensorflow", "_pywrap_tensorflow", "/libmpi");

    /** What is in the memory of a process. */
    public record Memory(Set<String> shared, boolean trains) {
        /** Reads {@code /proc/PID/maps}. Pure. */
        public static Memory of(Stream<String> maps) {
            Set<String> shared = new HashSet<>();
            boolean[] trains = new boolean[1];
            maps.map(line -> line.split(" ", MAP_FIELDS))
                    .filter(fields -> fields.length == MAP_FIELDS)
                    .forEach(fields -> {
                        String file = fields[5].strip();
                        trains[0] |= FRAMEWORKS.stream().anyMatch(file::contains);
                        // Devices of graphics cards are mapped by everybody.
                        if (fields[1].startsWith("rw")
                                && fields[1].endsWith("s")
                                && (!file.startsWith("/dev/") || file.startsWith("/dev/shm/"))) {
                            shared.add(fields[3] + " " + fields[4]);
                        }
                    });
            return new Memory(shared, trains[0]);
        }
    }

    /**
     * One look at this machine.
     *
     * @param connections all, whoever has them
     */
    public record Look(List<SeenProcess> processes, List<TcpConnection> connections) {}

    /** Looks at the processes of a run; none where the system does not show them. */
    @Blocking("called on worker threads only")
    public static Look at(Path run) {
        List<SeenProcess> processes = new ArrayList<>();
        for (LiveContainer live : LiveContainer.below(run)) {
            for (ProcessHandle process : ProcessTree.ofContainer(live.mark())) {
                processes.add(of(live.namespace() + "/" + live.pod(), process));
            }
        }
        // Connections come last: whoever has one has it still.
        return new Look(processes, TcpConnection.all());
    }

    private static SeenProcess of(String pod, ProcessHandle process) {
        Path folder = PROC.resolve(Long.toString(process.pid()));
        Map<String, String> variables = LiveContainer.environment(process);
        long parent = process.parent().map(ProcessHandle::pid).orElse(0L);
        try (Stream<String> maps = Files.lines(folder.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            Memory memory = Memory.of(maps);
            return new SeenProcess(
                    pod,
                    process.pid(),
                    parent,
                    variables,
                    sockets(folder.resolve("fd")),
                    memory.shared(),
                    memory.trains(),
                    true);
        } catch (IOException | java.io.UncheckedIOException foreign) {
            boolean told = !process.isAlive();
            return new SeenProcess(pod, process.pid(), parent, variables, Set.of(), Set.of(), false, told);
        }
    }

    private static Set<Long> sockets(Path folder) throws IOException {
        Set<Long> sockets = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String target = target(file);
                if (target.startsWith(SOCKET)) {
                    sockets.add(Long.parseLong(target.substring(SOCKET.length(), target.length() - 1)));
                }
            }
        }
        return sockets;
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}

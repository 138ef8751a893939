package io.trainyard.local.kubelet.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the processes of a container, also those whose parents have ended. On Linux they are known by a variable that each of them has
 * inherited; elsewhere by descent, as far as it was recorded. What is found are handles, not numbers: a number is used again, also by a thread, within
 * minutes on a busy machine, while a handle knows when its process started. Blocks.
 */
final class ProcessTree {
    /** Every process of a container has this variable, with the mark of the container as its value. */
    static final String CONTAINER_VARIABLE = "TRAINYARD_CONTAINER";

    private static final Path PROC = Path.of("/proc");
    private static final int KILL_ROUNDS = 50;

    private ProcessTree() {}

    /** The living processes whose variable has one of these values; empty where that cannot be seen. */
    static Set<ProcessHandle> withVariable(String name, Set<String> values) {
        Set<ProcessHandle> found = new HashSet<>();
        String beginning = "\0" + name + "=";
        if (!Files.isDirectory(PROC.resolve("self"))) {
            return found;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                if (values.contains(variable(entry, beginning))) {
                    // Looked at again once it is known who it is: somebody else may have taken the number in between.
                    ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
                            .filter(process -> values.contains(variable(entry, beginning)))
                            .ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot list processes", e);
        }
        return found;
    }

    /** The value of a variable of a process; empty when it has none, or where that cannot be seen. */
    static String variable(ProcessHandle process, String name) {
        return variable(PROC.resolve(Long.toString(process.pid())), "\0" + name + "=");
    }

    private static String variable(Path process, String beginning) {
        try {
            // A process that has ended but was not waited for has an empty environment.
            byte[] environment = Files.readAllBytes(process.resolve("environ"));
            String variables = "\0" + new String(environment, StandardCharsets.ISO_8859_1) + "\0";
            int at = variables.indexOf(beginning);
            int value = at + beginning.length();
            return at < 0 ? "" : variables.substring(value, variables.indexOf('\0', value));
        } catch (IOException goneOrForeign) {
            // It ended meanwhile, or belongs to another user: in both cases it is none of ours.
            return "";
        }
    }

    /** Whether a process has not ended, also where its parent has not looked yet. */
    static boolean runs(ProcessHandle process) {
        try {
            return process.isAlive()
                    && !Files.readString(PROC.resolve(process.pid() + "/stat"), StandardCharsets.ISO_8859_1)
                            .contains(") Z ");
        } catch (IOException untold) {
            return process.isAlive();
        }
    }

    /** The living processes of a container; empty where that cannot be seen. */
    static Set<ProcessHandle> ofContainer(String mark) {
        return mark.isEmpty() ? new HashSet<>() : withVariable(CONTAINER_VARIABLE, Set.of(mark));
    }

    /** Ends all processes of a container that are still there. */
    static void sweep(String mark) throws InterruptedException {
        sweep(CONTAINER_VARIABLE, mark);
    }

    /** Ends all processes that have inherited a variable; one may start another between our look and its end, so until there is none. */
    static void sweep(String name, String value) throws InterruptedException {
        for (int round = 0; round < KILL_ROUNDS; round++) {
            Set<ProcessHandle> left = withVariable(name, Set.of(value));
            if (left.isEmpty()) {
                return;
            }
            kill(left);
            Thread.sleep(Math.min(round, 10));
        }
    }

    /** The living descendants of a process; none when it has ended, for then its number may be that of somebody else's parent. */
    static Set<ProcessHandle> descendants(ProcessHandle process) {
        Set<ProcessHandle> found = process.descendants().collect(Collectors.toSet());
        // Who lives now has had the number all the time.
        return process.isAlive() ? found : new HashSet<>();
    }

    /** Ends processes at once; those that are gone are passed over, whoever has their numbers now. */
    static void kill(Set<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
    }
}

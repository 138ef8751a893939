package io.trainyard.testcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a container may use, as the kernel keeps it: a group of its own for one process. Needs the right to make one, which an administrator of
 * the machine has. Closing removes the group, in which no process may be left.
 */
final class MemoryLimit implements AutoCloseable {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final long MEBIBYTE = 1024 * 1024;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Path group;

    private MemoryLimit(Path group) {
        this.group = group;
    }

    /**
     * Makes a group.
     *
     * @param mebibytes what its processes may use together
     * @return empty when that is not possible here
     */
    static Optional<MemoryLimit> of(int mebibytes) {
        String name = "trainyard-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
        return make(GROUPS.resolve("memory").resolve(name), "memory.limit_in_bytes", mebibytes)
                .or(() -> make(GROUPS.resolve(name), "memory.max", mebibytes));
    }

    private static Optional<MemoryLimit> make(Path group, String file, int mebibytes) {
        // In a folder that is no control group, nothing appears by itself.
        @Nullable Path parent = group.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return Optional.empty();
        }
        try {
            Files.createDirectory(group);
        } catch (IOException notAllowed) {
            return Optional.empty();
        }
        MemoryLimit made = new MemoryLimit(group);
        try {
            if (Files.isWritable(group.resolve(file))) {
                Files.writeString(group.resolve(file), String.valueOf(mebibytes * MEBIBYTE));
                return Optional.of(made);
            }
        } catch (IOException notAllowed) {
            System.err.println("no memory limit by the kernel: " + notAllowed);
        }
        made.close();
        return Optional.empty();
    }

    /** The file to which a process writes its number to join. */
    Path processes() {
        return group.resolve("cgroup.procs");
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            System.err.println("the control group " + group + " stays: " + e);
        }
    }
}

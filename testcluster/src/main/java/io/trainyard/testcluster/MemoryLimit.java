package io.trainyard.testcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a container may use, as the kernel keeps it: a group of its own for one process. Needs the right to make one, which an administrator of
 * the machine has. Closing removes the group, in which no process may be left.
 */
final class MemoryLimit implements AutoCloseable {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final long MEBIBYTE = 1024 * 1024;
    private static final int ATTEMPTS = 50;
    private static final long PAUSE_MILLIS = 100;

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
        String name = "trainyard-" + UUID.randomUUID();
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

    /** A process that was killed a moment ago may still be counted. */
    @Override
    public void close() {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            if (removed(attempt == ATTEMPTS - 1) || !pause()) {
                return;
            }
        }
    }

    private boolean removed(boolean last) {
        try {
            Files.deleteIfExists(group);
            return true;
        } catch (IOException e) {
            if (last) {
                System.err.println("the control group " + group + " stays: " + e);
            }
            return false;
        }
    }

    private static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

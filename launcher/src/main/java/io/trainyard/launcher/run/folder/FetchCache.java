package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.local.files.HomeFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data sets and models that initializers keep for later runs. Each entry is a folder that says in {@code lock} when it was used last.
 *
 * @param folder need not exist
 */
public record FetchCache(Path folder) {
    private static final String LOCK = "lock";

    /** The locks are those of flock(2), which the JDK does not know. */
    private static final String REMOVER =
            """
            import fcntl, os, shutil, sys
            entry = sys.argv[1]
            with open(os.path.join(entry, "lock"), "a") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    sys.exit(3)
                shutil.rmtree(entry)
            """;

    private static final int IN_USE = 3;

    /**
     * The cache of a user.
     *
     * @param variables environment variables
     */
    public static FetchCache of(Map<String, String> variables) {
        String chosen = variables.getOrDefault("XDG_CACHE_HOME", "");
        // The XDG specification says to ignore a relative path.
        Path base = chosen.startsWith("/")
                ? Path.of(chosen)
                : HomeFolder.of(variables).resolve(".cache");
        return new FetchCache(base.resolve("trainyard").resolve("initializer"));
    }

    /** Where the initializer may install Python packages, once for all runs. */
    public Path packages() {
        return folder.resolveSibling("initializer-python");
    }

    /** What {@link #packages()} holds: an environment for each Python and list of packages, locked while an initializer runs in it. */
    public List<Entry> environments() {
        return entries(packages());
    }

    /**
     * One data set or model, or one environment of Python.
     *
     * @param bytes how much it takes
     * @param lastUsed when a run used it last
     */
    public record Entry(Path folder, long bytes, Instant lastUsed) {}

    /** The data sets and models that there are, in the order of names. */
    public List<Entry> entries() {
        return entries(folder);
    }

    private static List<Entry> entries(Path folder) {
        return FileTree.children(folder).stream()
                .flatMap(each -> entry(each, each.resolve(LOCK)).stream())
                .toList();
    }

    /** Empty if the folder is no entry of the cache, or was just removed. */
    private static Optional<Entry> entry(Path folder, Path lock) {
        try {
            return Files.isRegularFile(lock)
                    ? Optional.of(new Entry(
                            folder,
                            size(folder),
                            Files.getLastModifiedTime(lock).toInstant()))
                    : Optional.empty();
        } catch (NoSuchFileException removed) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(folder + " cannot be read", unreadable);
        }
    }

    /** Size in bytes. Files that vanish meanwhile count as 0. */
    private static long size(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                ? FileTree.children(path).stream().mapToLong(FetchCache::size).sum()
                : path.toFile().isFile() ? path.toFile().length() : 0;
    }

    /**
     * Removes an entry.
     *
     * @return false when a run uses it, so that it stays
     */
    @Blocking("the thread of the command has nothing else to do")
    public boolean remove(Entry entry) {
        try {
            Process remover = new ProcessBuilder(
                            "python3", "-c", REMOVER, entry.folder().toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(remover.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int code = remover.waitFor();
            if (code != 0 && code != IN_USE) {
                throw new IOException(said);
            }
            return code == 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(entry.folder() + " cannot be removed", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}

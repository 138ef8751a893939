package io.trainyard.launcher.run.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** INIT-92. */
final class FetchCacheTest {
    private static final Instant USED = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private void entry(String key, int bytes) throws IOException {
        Path entry = Files.createDirectories(folder.resolve(key).resolve("content/deep"));
        Files.write(entry.resolve("file"), new byte[bytes]);
        Path lock = Files.createFile(folder.resolve(key).resolve("lock"));
        Files.setLastModifiedTime(lock, FileTime.from(USED));
    }

    @Test
    @DisplayName("the cache lies where the user keeps caches; a relative XDG_CACHE_HOME is none")
    void itLiesInTheUsersCacheFolder() {
        assertThat(FetchCache.of(Map.of("HOME", "/home/me")).folder())
                .isEqualTo(Path.of("/home/me/.cache/trainyard/initializer"));
        assertThat(FetchCache.of(Map.of("HOME", "/home/me", "XDG_CACHE_HOME", "/big"))
                        .folder())
                .isEqualTo(Path.of("/big/trainyard/initializer"));
        assertThat(FetchCache.of(Map.of("HOME", "/home/me", "XDG_CACHE_HOME", "here"))
                        .folder())
                .isEqualTo(Path.of("/home/me/.cache/trainyard/initializer"));
    }

    @Test
    @DisplayName("entries tell their size and last use; what is no entry is left alone")
    void entriesAreListed() throws IOException {
        entry("b", 20);
        entry("a", 10);
        Files.createDirectories(folder.resolve("notes"));

        assertThat(new FetchCache(folder).entries())
                .containsExactly(
                        new FetchCache.Entry(folder.resolve("a"), 10, USED),
                        new FetchCache.Entry(folder.resolve("b"), 20, USED));
        assertThat(new FetchCache(folder.resolve("none")).entries()).isEmpty();
    }

    @Test
    @DisplayName("entries are listed while initializers fetch: files come, get other names and go at that moment")
    void entriesAreListedMeanwhile() throws Exception {
        entry("a", 10);
        Path deep = folder.resolve("a/content/deep");
        ExecutorService initializer = Executors.newSingleThreadExecutor();
        try {
            Future<Void> fetching = initializer.submit(() -> {
                for (int i = 0; i < 2_000; i++) {
                    Path parts = Files.createDirectory(deep.resolve("parts"));
                    Path part = Files.createFile(parts.resolve("part"));
                    Files.delete(Files.move(part, parts.resolve("whole")));
                    Files.delete(parts);
                }
                return null;
            });
            while (!fetching.isDone()) {
                assertThat(new FetchCache(folder).entries())
                        .containsExactly(new FetchCache.Entry(folder.resolve("a"), 10, USED));
            }
            fetching.get();
        } finally {
            initializer.shutdownNow();
        }
    }

    @Test
    @DisplayName("an entry that a run uses stays, others go")
    void whatIsInUseStays() throws Exception {
        entry("free", 1);
        entry("used", 1);
        FetchCache cache = new FetchCache(folder);
        List<FetchCache.Entry> entries = cache.entries();
        Process user = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_SH); print('locked', flush=True); sys.stdin.read()",
                        folder.resolve("used/lock").toString())
                .start();
        try {
            assertThat(user.inputReader().readLine()).isEqualTo("locked");

            assertThat(cache.remove(entries.get(0))).isTrue();
            assertThat(cache.remove(entries.get(1))).isFalse();
        } finally {
            user.destroyForcibly().waitFor();
        }
        assertThat(folder.resolve("free")).doesNotExist();
        assertThat(folder.resolve("used/content/deep/file")).exists();
    }
}

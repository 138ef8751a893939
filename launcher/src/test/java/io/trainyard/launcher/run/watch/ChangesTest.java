package io.trainyard.launcher.run.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as one change, and what it leads to (LOCAL-171, LOCAL-172). */
final class ChangesTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

    /** What a watch tells. */
    private static final class Seen implements FolderWatch.Listener {
        private final BlockingQueue<List<Path>> changes = new LinkedBlockingQueue<>();
        private final List<String> unseen = new CopyOnWriteArrayList<>();

        @Override
        public void changed(List<Path> files) {
            changes.add(files);
        }

        @Override
        public void unseen(List<Path> folders, String why) {
            unseen.add(folders + ": " + why);
        }

        List<Path> next() throws InterruptedException {
            return changes.poll(10, TimeUnit.SECONDS);
        }
    }

    private static FolderWatch watch(Path root, Seen seen) throws IOException {
        return FolderWatch.start(new SourceFiles(root, List.of(), Set.of()), Clock.systemUTC(), seen);
    }

    @Test
    @DisplayName(
            "a file that is new, gone, or has another time, size or identity has changed; all others have not (LOCAL-171)")
    void stamps() {
        Stamp stamp = new Stamp(T0, 5, "1");
        Path same = Path.of("same.py");
        Path gone = Path.of("gone.py");
        Path fresh = Path.of("new.py");
        Path moved = Path.of("moved.py");
        Path longer = Path.of("longer.py");
        Map<Path, Stamp> before = Map.of(same, stamp, gone, stamp, moved, stamp, longer, stamp);
        Map<Path, Stamp> after =
                Map.of(same, stamp, fresh, stamp, moved, new Stamp(T0, 5, "2"), longer, new Stamp(T0, 6, "1"));

        assertThat(Stamp.changes(before, after)).containsExactly(gone, longer, moved, fresh);
    }

    @Test
    @DisplayName(
            "an editor that writes a new file and moves it into place makes one change, in new folders, too (LOCAL-171)")
    void atomicSaves(@TempDir Path folder) throws Exception {
        Path root = folder.toRealPath();
        Path script = Files.writeString(root.resolve("train.py"), "1");
        Seen seen = new Seen();
        try (FolderWatch watch = watch(root, seen)) {
            assertThat(watch).isNotNull();
            Path fresh = Files.writeString(root.resolve(".train.py.tmp"), "22");
            Files.writeString(root.resolve("loss.txt"), "0.1");
            Files.move(fresh, script, StandardCopyOption.REPLACE_EXISTING);
            assertThat(seen.next()).containsExactly(script);

            Path module = Files.createDirectories(root.resolve("model/deep")).resolve("layer.py");
            Files.writeString(module, "3");
            assertThat(seen.next()).containsExactly(module);

            Files.writeString(module, "44");
            assertThat(seen.next()).containsExactly(module);
            assertThat(seen.changes).isEmpty();
        }
    }

    @Test
    @DisplayName("the watch reports an unreadable folder once, and counts what is in it as unchanged (LOCAL-178)")
    void unreadableFolders(@TempDir Path folder) throws Exception {
        Path root = folder.toRealPath();
        Path data = Files.createDirectory(root.resolve("data"));
        Files.writeString(data.resolve("loader.py"), "1");
        Path script = Files.writeString(root.resolve("train.py"), "1");
        Seen seen = new Seen();
        try (FolderWatch watch = watch(root, seen)) {
            assertThat(watch).isNotNull();
            Files.setPosixFilePermissions(data, Set.of());
            assumeThat(Files.isReadable(data)).isFalse();
            Files.writeString(script, "22");
            assertThat(seen.next()).containsExactly(script);
            assertThat(seen.unseen).containsExactly("[" + data + "]: it may not be read");

            Files.writeString(script, "333");
            assertThat(seen.next()).containsExactly(script);
            assertThat(seen.unseen).hasSize(1);
        } finally {
            Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        }
    }
}

package io.trainyard.launcher.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Clock;
import java.time.Duration;
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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

    private static FolderWatch watch(Path root, Seen seen, FolderWatch.Registration registration) throws IOException {
        return FolderWatch.start(new SourceFiles(root, List.of(), Set.of()), Clock.systemUTC(), seen, registration);
    }

    private static WatchKey register(Path folder, WatchService service) throws IOException {
        return folder.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_DELETE,
                StandardWatchEventKinds.ENTRY_MODIFY);
    }

    @Test
    @DisplayName("a burst is over when it is quiet for 40 ms, or after 400 ms whatever happens (LOCAL-171)")
    void burst() {
        Burst burst = Burst.begin(T0);
        assertThat(burst.left(T0)).isEqualTo(Duration.ofMillis(40));
        assertThat(burst.left(T0.plusMillis(41))).isZero();

        Burst longer = burst.goesOn(T0.plusMillis(30));
        assertThat(longer.left(T0.plusMillis(41))).isEqualTo(Duration.ofMillis(29));
        assertThat(longer.goesOn(T0.plusMillis(390)).left(T0.plusMillis(395))).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    @DisplayName(
            "a file that is new, gone, or has another time, size or identity has changed; all others have not (LOCAL-171)")
    void stamps() {
        Stamp stamp = new Stamp(T0, 5, "1");
        Map<String, Stamp> before = Map.of("same.py", stamp, "gone.py", stamp, "moved.py", stamp, "longer.py", stamp);
        Map<String, Stamp> after = Map.of(
                "same.py",
                stamp,
                "new.py",
                stamp,
                "moved.py",
                new Stamp(T0, 5, "2"),
                "longer.py",
                new Stamp(T0, 6, "1"));

        assertThat(Stamp.changes(before, after)).containsExactly("gone.py", "longer.py", "moved.py", "new.py");
    }

    @Test
    @DisplayName(
            "a signal is enough for code of running ranks; a job that has changed, or has ended, starts again; a change during a change waits (LOCAL-172)")
    void reactions() {
        assertThat(Reaction.to(false, true, false, true)).isEqualTo(Reaction.SIGNAL);
        assertThat(Reaction.to(false, true, true, true)).isEqualTo(Reaction.START_AGAIN);
        assertThat(Reaction.to(false, false, false, true)).isEqualTo(Reaction.START_AGAIN);
        assertThat(Reaction.to(false, true, false, false)).isEqualTo(Reaction.START_AGAIN);
        assertThat(Reaction.to(true, true, false, true)).isEqualTo(Reaction.AFTERWARDS);
    }

    @Test
    @DisplayName(
            "an editor that writes a new file and moves it into place makes one change, in new folders, too (LOCAL-171)")
    void atomicSaves(@TempDir Path folder) throws Exception {
        Path root = folder.toRealPath();
        Path script = Files.writeString(root.resolve("train.py"), "1");
        Seen seen = new Seen();
        try (FolderWatch watch =
                FolderWatch.start(new SourceFiles(root, List.of(), Set.of()), Clock.systemUTC(), seen)) {
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
    @EnabledOnOs(OS.LINUX)
    @DisplayName("a folder that is gone before it is watched makes no change of the files beside it (LOCAL-171)")
    void vanishingFolders(@TempDir Path folder) throws Exception {
        Path root = folder.toRealPath();
        for (int i = 0; i < 20; i++) {
            Files.writeString(root.resolve("module" + i + ".py"), "1");
        }
        Seen seen = new Seen();
        try (FolderWatch watch = watch(root, seen, (entered, service) -> {
            if (entered.endsWith("short-lived")) {
                Files.delete(entered);
            }
            return register(entered, service);
        })) {
            assertThat(watch).isNotNull();
            Files.createDirectory(root.resolve("short-lived"));
            Path fresh = Files.writeString(root.resolve("fresh.py"), "1");

            assertThat(seen.next()).containsExactly(fresh);
            assertThat(seen.unseen).isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName(
            "folders that cannot be watched are told of once, by the first reason; all others are watched on (LOCAL-178)")
    void unwatchableFolders(@TempDir Path folder) throws Exception {
        Path root = folder.toRealPath();
        Path data = Files.createDirectory(root.resolve("data"));
        Path more = Files.createDirectory(root.resolve("more"));
        Path model = Files.createDirectory(root.resolve("model"));
        Files.writeString(data.resolve("loader.py"), "1");
        Seen seen = new Seen();
        try (FolderWatch watch = watch(root, seen, (entered, service) -> {
            if (Set.of(data, more).contains(entered)) {
                throw new IOException("User limit of inotify watches reached");
            }
            if (entered.endsWith("private")) {
                throw new AccessDeniedException(entered.toString());
            }
            return register(entered, service);
        })) {
            assertThat(watch).isNotNull();
            assertThat(seen.unseen)
                    .singleElement()
                    .asString()
                    .contains(data.toString(), more.toString())
                    .endsWith(": User limit of inotify watches reached");

            Path later = Files.createDirectory(root.resolve("private"));
            Path script = Files.writeString(root.resolve("train.py"), "1");
            assertThat(seen.next()).containsExactly(script);
            assertThat(seen.unseen).hasSize(2).last().isEqualTo("[" + later + "]: it may not be read");

            Path layer = Files.writeString(model.resolve("layer.py"), "1");
            assertThat(seen.next()).containsExactly(layer);
            Files.writeString(script, "22");
            assertThat(seen.next()).containsExactly(script);
            assertThat(seen.unseen).hasSize(2);
        }
    }
}

package io.trainyard.launcher.run.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.local.kubelet.process.HostIdentity;
import io.trainyard.local.kubelet.process.ProcessStart;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files of runs (LOCAL-82, LOCAL-95). */
final class StateFolderTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path folder;

    private StateFolder state;

    @BeforeEach
    void create() {
        state = StateFolder.at(folder.resolve(".trainyard"));
    }

    @Test
    void runsAreNamedByTimeAndTrainJobAndNeverTwice() throws Exception {
        assertThat(state.list()).isEmpty();
        RunFolder first = run("mnist", START);
        RunFolder second = run("mnist", START);

        assertThat(first.id()).isEqualTo("20260102-030405-mnist");
        assertThat(second.id()).isEqualTo("20260102-030405-mnist-2");
        assertThat(state.root().resolve("latest").toRealPath())
                .isEqualTo(second.root().toRealPath());
        assertThat(state.root().resolve(".gitignore")).hasContent("*");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @DisplayName(
            "the state folder, its runs and claims are for their owner alone, one that an older release made too (LOCAL-100)")
    void nobodyElseReadsRuns() throws Exception {
        Files.createDirectories(state.root().resolve("runs"));
        RunFolder run = run("mnist", START);

        for (Path path : List.of(state.root(), state.runs(), state.claims(), run.root())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as(path.toString())
                    .isEqualTo("rwx------");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @DisplayName("a folder of the user's own that is named with --state keeps its rights (LOCAL-100)")
    void aForeignFolderKeepsItsRights() throws Exception {
        StateFolder shared = StateFolder.at(Files.createDirectory(
                folder.resolve("shared"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---"))));
        shared.newRun(Clock.fixed(START, ZoneOffset.UTC), "x");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared.root())))
                .isEqualTo("rwxr-x---");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @DisplayName(
            "in a folder of the user's own nothing of the user's changes, and nothing of it counts as a run (LOCAL-230)")
    void aForeignFolderKeepsItsFiles() throws Exception {
        Path mine = Files.createDirectories(folder.resolve("mine"));
        Path results = Files.createDirectories(mine.resolve("runs/exp1"));
        Files.writeString(results.resolve("status.json"), "{\"phase\": \"good\"}");
        Path claims = Files.createDirectory(mine.resolve("pvc"));
        Path latest = Files.writeString(mine.resolve("latest"), "exp1");
        for (Path path : List.of(mine.resolve("runs"), claims)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        state = StateFolder.at(mine);
        RunFolder run = run("mnist", START);

        assertThat(state.list()).containsExactly(run);
        assertThat(latest).isRegularFile().hasContent("exp1");
        assertThat(mine.resolve(".gitignore")).doesNotExist();
        for (Path path : List.of(mine.resolve("runs"), claims)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwxr-xr-x");
        }
        state.remove(run);
        assertThat(latest).isRegularFile();
        assertThat(results.resolve("status.json")).exists();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @DisplayName(
            "a link \"latest\" to results of the user's stays, whatever they are called; one to a run is ours (LOCAL-230)")
    void aForeignLinkStays() throws Exception {
        Path results = Files.createDirectories(folder.resolve("mine/runs/20260101-000000-exp"));
        Files.writeString(results.resolve("w.txt"), "w");
        Path latest = folder.resolve("mine/latest");
        Files.createSymbolicLink(latest, Path.of("runs/20260101-000000-exp"));
        state = StateFolder.at(folder.resolve("mine"));
        RunFolder run = run("mnist", START);
        assertThat(latest.toRealPath()).isEqualTo(results.toRealPath());

        Files.delete(latest);
        Files.createSymbolicLink(latest, Path.of("nowhere"));
        state.remove(run);
        assertThat(latest).isSymbolicLink();

        Files.delete(latest);
        run("mnist", START);
        RunFolder second = run("mnist", START.plusSeconds(1));
        assertThat(latest.toRealPath()).isEqualTo(second.root().toRealPath());
    }

    @Test
    @DisplayName("a folder that --state makes is ignored by git, also where it has another name (LOCAL-230)")
    void aFolderThatWasMadeIsIgnored() {
        state = StateFolder.at(folder.resolve("made"));
        run("mnist", START);
        assertThat(state.root().resolve(".gitignore")).hasContent("*");
    }

    @Test
    @DisplayName("a folder \"service\" of the user's is neither used nor removed (LOCAL-230)")
    void aForeignServiceFolderStays() throws Exception {
        state = StateFolder.at(folder);
        ServiceFolder service = new ServiceFolder(state);
        Path file = Files.createDirectory(service.root()).resolve("main.py");
        Files.writeString(file, "x");

        assertThatThrownBy(service::create).hasMessage("cannot use " + service.root());
        assertThatThrownBy(service::delete)
                .hasRootCauseMessage(
                        service.root() + ": it holds files of somebody else; name another folder with --state");
        assertThat(file).exists();

        Files.delete(file);
        service.create();
        service.create();
        service.delete();
        assertThat(service.root()).doesNotExist();
    }

    @Test
    void aRunIsFoundByWhatAUserCallsIt() {
        RunFolder old = run("mnist", START);
        RunFolder fresh = run("mnist", START.plusSeconds(60));
        RunFolder other = run("bert", START.plusSeconds(30));

        assertThat(state.list()).containsExactly(old, other, fresh);
        assertThat(state.find("latest")).isEqualTo(fresh);
        assertThat(state.find("mnist")).isEqualTo(fresh);
        assertThat(state.find("bert")).isEqualTo(other);
        assertThat(state.find(old.id())).isEqualTo(old);
        assertThat(state.find("20260102-030435")).isEqualTo(other);
        assertThatThrownBy(() -> state.find("20260102"))
                .isInstanceOf(UnknownRunException.class)
                .hasMessageContaining(" or ");
        assertThatThrownBy(() -> state.find("x"))
                .isInstanceOf(UnknownRunException.class)
                .hasMessageStartingWith("there is no run \"x\" in ")
                .hasMessageContaining(old.id());
    }

    @Test
    @DisplayName("of many runs the newest five are named, and the command that lists all (LOCAL-216)")
    void manyRuns() {
        for (int i = 0; i < 6; i++) {
            run("many" + i, START.plusSeconds(i));
        }
        assertThatThrownBy(() -> state.find("x"))
                .isInstanceOf(UnknownRunException.class)
                .hasMessageEndingWith("-many4, 20260102-030410-many5; 'trainyard ps' lists all")
                .hasMessageContaining("; the newest are 20260102-030406-many1, ")
                .hasMessageNotContaining("many0");
    }

    @Test
    void whatIsWrittenIsReadAndALostProcessIsNoticed() {
        RunFolder run = run("mnist", START);
        RunStatus status = run.read().orElseThrow();
        assertThat(status.livePhase()).isEqualTo(RunStatus.Phase.RUNNING);

        ProcessIdentity self = ProcessIdentity.ofThisProcess();
        ProcessIdentity impostor = new ProcessIdentity(
                self.pid(), new ProcessStart(self.start().time().map(at -> at.minusSeconds(3600)), ""), self.host());
        assertThat(self.isAlive()).isTrue();
        assertThat(impostor.isAlive()).isFalse();
        run.write(new RunStatus(
                List.of("mnist"),
                RunStatus.Phase.RUNNING,
                START,
                Optional.empty(),
                Optional.empty(),
                impostor,
                "http://127.0.0.1:1",
                ""));
        assertThat(run.read().orElseThrow().livePhase()).isEqualTo(RunStatus.Phase.LOST);

        RunStatus ended = status.servedBy("http://127.0.0.1:2")
                .ended(RunStatus.Phase.STOPPED, START.plusSeconds(9), 130, "Ctrl-C");
        run.write(ended);
        assertThat(run.read()).contains(ended);
    }

    @Test
    @DisplayName(
            "of a run of another machine this one cannot say that it is lost, and never takes one of its own processes for it (LOCAL-105)")
    void runsOfOtherMachines() {
        RunFolder run = run("mnist", START);
        ProcessIdentity self = ProcessIdentity.ofThisProcess();
        HostIdentity here = HostIdentity.current();
        HostIdentity there = new HostIdentity(here.name() + "-2", here.machine(), "b");
        ProcessIdentity remote = new ProcessIdentity(self.pid(), self.start(), there);
        ProcessIdentity beforeReboot =
                new ProcessIdentity(self.pid(), self.start(), new HostIdentity(here.name(), here.machine(), "b"));
        run.write(new RunStatus(
                List.of("mnist"), RunStatus.Phase.RUNNING, START, Optional.empty(), Optional.empty(), remote, "", ""));

        RunStatus status = run.read().orElseThrow();
        assertThat(status.process()).isEqualTo(remote);
        assertThat(status.livePhase()).isEqualTo(RunStatus.Phase.RUNNING);
        assertThat(status.process().find()).isEmpty();
        assertThat(beforeReboot.isElsewhere()).isFalse();
        assertThat(beforeReboot.isAlive()).isEqualTo(here.boot().isEmpty());
        assertThat(new ProcessIdentity(self.pid(), self.start(), HostIdentity.UNKNOWN).isAlive())
                .isTrue();
    }

    @Test
    void removingTheNewestRunLetsLatestPointToTheOneBefore() throws Exception {
        RunFolder old = run("mnist", START);
        RunFolder fresh = run("mnist", START.plusSeconds(60));
        Files.createDirectories(fresh.pods().resolve("a/logs"));
        Files.writeString(fresh.pods().resolve("a/logs/node.log"), "x");

        state.remove(fresh);

        assertThat(state.list()).containsExactly(old);
        assertThat(state.root().resolve("latest").toRealPath())
                .isEqualTo(old.root().toRealPath());
        state.remove(old);
        assertThat(state.root().resolve("latest")).doesNotExist();
    }

    @Test
    @DisplayName(
            "many runs begin at the same time, each with a folder of its own; \"latest\" is there at any moment (LOCAL-82)")
    void runsThatBeginTogether() throws Exception {
        run("first", START);
        Path latest = state.root().resolve("latest");
        ExecutorService terminals = Executors.newFixedThreadPool(4);
        try {
            List<Future<RunFolder>> begun = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                begun.add(terminals.submit(() -> state.newRun(Clock.fixed(START, ZoneOffset.UTC), "mnist")));
            }
            Set<RunFolder> runs = new HashSet<>();
            for (Future<RunFolder> each : begun) {
                assertThat(latest).isSymbolicLink();
                runs.add(each.get());
            }
            assertThat(runs).hasSize(200).contains(new RunFolder(latest.toRealPath()));
        } finally {
            terminals.shutdownNow();
        }
    }

    @Test
    @DisplayName("two commands remove the same runs at the same time, and neither fails (LOCAL-95)")
    void removedTwice() throws Exception {
        List<RunFolder> runs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            RunFolder run = run("mnist" + i, START.plusSeconds(i));
            for (String pod : List.of("a", "b", "c")) {
                Files.writeString(
                        Files.createDirectories(run.pods().resolve(pod)).resolve("node.log"), "x");
            }
            runs.add(run);
        }
        Collections.reverse(runs);
        ExecutorService terminals = Executors.newFixedThreadPool(2);
        try {
            Callable<Void> clean = () -> {
                runs.forEach(state::remove);
                return null;
            };
            for (Future<Void> each : terminals.invokeAll(List.of(clean, clean))) {
                each.get();
            }
        } finally {
            terminals.shutdownNow();
        }
        assertThat(state.runs()).isEmptyDirectory();
        assertThat(state.root().resolve("latest")).doesNotExist();
    }

    @Test
    @DisplayName("what could not be removed of a run is still a run, so that it is removed another time (LOCAL-95)")
    void removedInPart() throws Exception {
        RunFolder run = run("mnist", START);
        Path logs = Files.createDirectories(run.pods().resolve("a/logs"));
        for (int i = 0; i < 200; i++) {
            Files.createFile(logs.resolve("early" + i));
        }
        // Somebody who adds files all the time, so that the folder is not empty when it is to go.
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> adding = other.submit(() -> {
                for (int i = 0; Files.isDirectory(logs) && !Thread.interrupted(); i++) {
                    Files.createFile(logs.resolve("late" + i));
                }
                return null;
            });
            try {
                state.remove(run);
            } catch (UncheckedIOException notEmpty) {
                assertThat(state.list()).containsExactly(run);
            }
            adding.cancel(true);
        } finally {
            other.shutdownNow();
            assertThat(other.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
        state.remove(run);
        assertThat(run.root()).doesNotExist();
    }

    @Test
    @DisplayName(
            "how a run stands is told by two threads at the same time, as when it is killed while it ends, and always readable (LOCAL-82)")
    void toldTwice() throws Exception {
        RunFolder run = run("mnist", START);
        RunStatus status = run.read().orElseThrow();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Callable<Void> telling = () -> {
                for (int i = 0; i < 200; i++) {
                    run.write(status);
                    assertThat(run.read()).contains(status);
                }
                return null;
            };
            for (Future<Void> each : threads.invokeAll(List.of(telling, telling))) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void logsAreListedInTheOrderOfTheirNumbers() throws Exception {
        RunFolder run = run("mnist", START);
        for (String name :
                List.of("m-10/logs/node.log", "m-2/logs/node.log", "m-2/logs/node.0.log", "m-2/env/node.env")) {
            Path file = run.pods().resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "one\ntwo\nthree");
        }

        List<LogFiles.LogFile> logs = new LogFiles(run.pods()).list();

        assertThat(logs)
                .extracting(log -> log.pod() + "/" + log.container())
                .containsExactly("m-2/node.0", "m-2/node", "m-10/node");
        assertThat(TextFiles.lastLines(logs.get(0).path(), 2)).containsExactly("two", "three");
        assertThat(TextFiles.lastLines(run.pods().resolve("none"), 2)).isEmpty();
    }

    @Test
    void aFollowedFileGivesWholeLinesAndBeginsAnewWithAnotherFile() throws Exception {
        Path file = folder.resolve("x.log");
        FollowedFile followed = new FollowedFile(file);
        assertThat(followed.more()).isEmpty();
        Files.writeString(file, "one\ntw");
        assertThat(followed.more()).containsExactly("one");
        Files.writeString(file, "o\r\n10%\r20%\r", StandardOpenOption.APPEND);
        assertThat(followed.more()).containsExactly("two");
        assertThat(followed.current()).isEqualTo("20%");
        assertThat(followed.current()).as("is told once").isEmpty();
        Files.writeString(file, "rest", StandardOpenOption.APPEND);
        assertThat(followed.more()).isEmpty();
        List<String> last = new ArrayList<>();
        followed.read(true, last::add);
        assertThat(last).containsExactly("rest");

        Files.move(file, folder.resolve("x.0.log"));
        Files.writeString(file, "a much longer text than before, in a new file\n");
        assertThat(followed.more()).containsExactly("a much longer text than before, in a new file");
    }

    @Test
    @DisplayName("of a progress bar only what a terminal would show is left, live and in the log (LOCAL-136)")
    void aProgressBarIsOneLine() throws Exception {
        Path file = folder.resolve("bar.log");
        FollowedFile followed = new FollowedFile(file);
        Files.writeString(file, "begin\n");
        for (int percent = 0; percent <= 100; percent++) {
            Files.writeString(file, "\r" + percent + "%", StandardOpenOption.APPEND);
        }
        assertThat(followed.more()).containsExactly("begin");
        assertThat(followed.current()).isEqualTo("100%");
        Files.writeString(file, "\nend\n", StandardOpenOption.APPEND);

        assertThat(followed.more()).containsExactly("100%", "end");
        assertThat(TextFiles.lastLines(file, 9)).containsExactly("begin", "100%", "end");
    }

    @Test
    @DisplayName("colours of a program stay, what moves the cursor does not (LOCAL-136)")
    void theCursorStays() throws Exception {
        Path file = folder.resolve("colours.log");
        Files.writeString(file, "\u001b[2J\u001b[32mgood\u001b[0m\u001b[K\n\u001b[1;1Hend\n");

        List<String> lines = new ArrayList<>();
        new FollowedFile(file).read(true, lines::add);

        assertThat(lines).containsExactly("\u001b[32mgood\u001b[0m", "end").isEqualTo(TextFiles.lastLines(file, 9));
    }

    @Test
    @DisplayName(
            "a progress bar below another one is no new line each time that it is drawn, as tqdm does it (LOCAL-136)")
    void aBarBelowABar() throws Exception {
        Path file = folder.resolve("bars.log");
        FollowedFile followed = new FollowedFile(file);
        StringBuilder bars = new StringBuilder("\repoch:   0%");
        for (int batch = 0; batch < 50; batch++) {
            bars.append("\n\rbatch: ").append(2 * batch).append("%\u001b[A");
        }
        Files.writeString(file, bars + "\n");

        assertThat(followed.more()).containsExactly("epoch:   0%");
        assertThat(followed.current()).isEqualTo("batch: 98%");
        Files.writeString(file, "\rbatch: 100%\n\repoch: 100%\n", StandardOpenOption.APPEND);

        assertThat(followed.more()).containsExactly("batch: 100%", "epoch: 100%");
        assertThat(TextFiles.lastLines(file, 9)).containsExactly("epoch:   0%", "batch: 100%", "epoch: 100%");
    }

    @Test
    @DisplayName("a slip in the name of a run is recognised (LOCAL-144)")
    void aSlipInANameIsRecognised() {
        run("mnist-large", Instant.parse("2026-01-02T03:04:05Z"));

        org.assertj.core.api.Assertions.assertThatThrownBy(() -> state.find("mnist-lrage"))
                .isInstanceOf(UnknownRunException.class)
                .hasMessageContaining("; did you mean \"mnist-large\"?");
    }

    private RunFolder run(String name, Instant at) {
        RunFolder run = state.newRun(Clock.fixed(at, ZoneOffset.UTC), name);
        run.write(new RunStatus(
                List.of(name),
                RunStatus.Phase.RUNNING,
                at,
                Optional.empty(),
                Optional.empty(),
                ProcessIdentity.ofThisProcess(),
                "",
                ""));
        return run;
    }
}

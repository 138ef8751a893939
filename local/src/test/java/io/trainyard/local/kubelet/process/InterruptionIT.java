package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Who is interrupted at Ctrl-C (LOCAL-81)")
final class InterruptionIT {
    /** Notes that it runs, and that it was interrupted; starts what its arguments say, each word {@code NAME:RANK}, with the rest of them. */
    private static final String PROGRAM =
            """
            import os, subprocess, sys, time
            name, children = sys.argv[1], sys.argv[2:]
            started = []
            for child in children:
                words = child.split("/")
                child_name, rank = words[0].split(":")
                environment = dict(os.environ)
                if rank:
                    environment["RANK"] = rank
                started.append(subprocess.Popen([sys.executable, sys.argv[0], child_name, *words[1:]], env=environment))
            try:
                open("runs-" + name, "w").close()
                time.sleep(60)
            except KeyboardInterrupt:
                open("interrupted-" + name, "w").close()
            for child in started:
                child.wait()
            """;

    /** A build that a shell has started in the background ignores SIGINT, and so would what it starts. */
    private static final String WITH_INTERRUPTS =
            "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])";

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void writeProgram() throws IOException {
        Files.writeString(folder.resolve("program.py"), PROGRAM);
    }

    @AfterEach
    void end() {
        everything().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    @DisplayName("a program is")
    void theProgram() throws Exception {
        interrupt(start("program"), "program");

        assertThat(interrupted()).containsExactly("program");
    }

    @Test
    @DisplayName("each rank of a launcher is, and neither the launcher nor what a rank has started")
    void theRanksOfALauncher() throws Exception {
        interrupt(start("launcher", "a:0/worker:", "b:1"), "launcher", "a", "worker", "b");

        assertThat(interrupted()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    @DisplayName("a shell is, and what it waits for, so that a loop ends")
    void aShellAndItsPrograms() throws Exception {
        Process shell = launch("sh", "-c", "for seed in 1 2; do python3 program.py seed$seed; done; true");
        interrupt(shell, "seed1");

        assertThat(interrupted()).containsExactly("seed1");
        assertThat(shell.waitFor()).isEqualTo(130);
        assertThat(folder.resolve("runs-seed2")).doesNotExist();
    }

    @Test
    @DisplayName("a launcher whose ranks are in other containers is not")
    void aLauncherOfOtherContainers() throws Exception {
        Process launcher = start("launcher");
        Process agent = start("agent", "rank:0");
        awaitRunning("launcher", "agent", "rank");
        Interruption.send(launcher.toHandle(), everything());
        interrupt(agent);

        assertThat(interrupted()).containsExactly("rank");
        assertThat(launcher.isAlive()).isTrue();
    }

    @Test
    @DisplayName("what Python's multiprocessing starts anew is, as ranks of mp.spawn are; copies of a program are not")
    void spawnedRanks() throws Exception {
        Files.writeString(
                folder.resolve("program.py"),
                """
                import multiprocessing, sys, time
                def work(name):
                    try:
                        open("runs-" + name, "w").close()
                        time.sleep(60)
                    except KeyboardInterrupt:
                        open("interrupted-" + name, "w").close()
                if __name__ == "__main__":
                    for name, method in ("rank", "spawn"), ("worker", "fork"):
                        multiprocessing.get_context(method).Process(target=work, args=[name], daemon=name == "worker").start()
                    work("program")
                """);
        interrupt(start(), "program", "rank", "worker");

        assertThat(interrupted()).containsExactlyInAnyOrder("program", "rank");
    }

    @Test
    @DisplayName("what a launcher or a shell waits for is told; a program waits for nothing")
    void whatIsWaitedFor() throws Exception {
        Process program = start("program");
        Process launcher = start("launcher", "rank:0");
        Process shell = launch("sh", "-c", "python3 program.py inner; true");
        awaitRunning("program", "rank", "inner");
        Set<ProcessHandle> ranks = launcher.children().collect(Collectors.toSet());
        Set<ProcessHandle> inner = shell.children().collect(Collectors.toSet());

        assertThat(send(program)).isEmpty();
        assertThat(send(launcher)).isEqualTo(ranks);
        assertThat(send(shell)).isEqualTo(inner);
    }

    /** Each is a TrainJob of its own. */
    private static Set<ProcessHandle> send(Process main) throws Exception {
        Set<ProcessHandle> all = main.descendants().collect(Collectors.toSet());
        all.add(main.toHandle());
        return Interruption.send(main.toHandle(), all);
    }

    private Process start(String... arguments) throws IOException {
        return launch(Stream.concat(Stream.of("python3", "program.py"), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private Process launch(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of("python3", "-c", WITH_INTERRUPTS));
        words.addAll(List.of(command));
        Process process = new ProcessBuilder(words).directory(folder.toFile()).start();
        processes.add(process);
        return process;
    }

    /** When all of these run; waits until one of them has been interrupted. */
    private void interrupt(Process main, String... names) throws Exception {
        awaitRunning(names);
        Interruption.send(main.toHandle(), everything());
        await().atMost(Durations.ONE_MINUTE).until(() -> !interrupted().isEmpty());
        // Nobody else is later.
        Set<String> first = interrupted();
        await().during(Durations.ONE_SECOND).atMost(Durations.ONE_MINUTE).until(() -> {
            boolean same = interrupted().equals(first);
            first.addAll(interrupted());
            return same;
        });
    }

    private void awaitRunning(String... names) {
        await().atMost(Durations.ONE_MINUTE)
                .until(() -> Stream.of(names).allMatch(name -> Files.exists(folder.resolve("runs-" + name))));
    }

    private Set<ProcessHandle> everything() {
        Set<ProcessHandle> all = new HashSet<>();
        processes.forEach(process -> Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .forEach(all::add));
        return all;
    }

    private Set<String> interrupted() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("interrupted-"))
                    .map(name -> name.substring("interrupted-".length()))
                    .collect(Collectors.toSet());
        }
    }
}

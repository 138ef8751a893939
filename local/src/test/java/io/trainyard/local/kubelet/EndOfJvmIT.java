package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.kubelet.node.Machine;
import io.trainyard.local.kubelet.process.OrphanedProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No process outlives its kubelet, however that ends (LOCAL-82). */
final class EndOfJvmIT {
    @TempDir
    private Path folder;

    private final List<Process> machines = new ArrayList<>();

    @AfterEach
    void endAll() {
        machines.forEach(Process::destroyForcibly);
    }

    private record Machine(Process process, long program) {}

    /** A kubelet in a virtual machine of its own, with a pod that writes into a file what happens to it. */
    private Machine start(String script) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KubeletMain.class.getName(),
                        folder.toString(),
                        script)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        machines.add(process);
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("program ")) {
                return new Machine(process, Long.parseLong(line.substring("program ".length())));
            }
        }
        throw new AssertionError("the virtual machine ended");
    }

    private static void awaitEnd(long program) {
        Awaitility.await("end of process " + program)
                .atMost(Duration.ofSeconds(20))
                .until(() ->
                        ProcessHandle.of(program).filter(ProcessHandle::isAlive).isEmpty());
    }

    private static long guardOf(Machine machine) {
        return machine.process()
                .toHandle()
                .children()
                .filter(child -> child.info()
                        .arguments()
                        .map(words -> List.of(words).contains("trainyard-guard"))
                        .orElse(false))
                .findFirst()
                .orElseThrow()
                .pid();
    }

    @Test
    void aSignalLetsProgramsEndInGoodOrder() throws IOException, InterruptedException {
        Machine machine = start("trap 'echo bye > said; exit 0' TERM; echo $$$$; while :; do sleep 0.05; done");
        Awaitility.await("the process in the file")
                .atMost(Duration.ofSeconds(10))
                .until(() ->
                        Laptop.read(folder.resolve(OrphanedProcesses.FILE)).contains("\"pid\":" + machine.program()));

        machine.process().destroy();

        awaitEnd(machine.program());
        machine.process().waitFor();
        assertThat(folder.resolve("said")).hasContent("bye");
        assertThat(folder.resolve(OrphanedProcesses.FILE)).doesNotExist();
    }

    @Test
    void aKilledMachineTakesItsProgramsWithIt() throws IOException {
        Machine machine = start("echo $$$$; sleep 600");

        machine.process().destroyForcibly();

        awaitEnd(machine.program());
    }

    @Test
    void whatIsLeftAllTheSameIsEndedByTheNextKubeletOfTheFolder() throws Exception {
        Machine machine = start("setsid sleep 600 & echo $$$$; sleep 600");
        Awaitility.await("the process in the file")
                .atMost(Duration.ofSeconds(10))
                .until(() ->
                        Laptop.read(folder.resolve(OrphanedProcesses.FILE)).contains("\"pid\":" + machine.program()));
        ProcessHandle.of(guardOf(machine)).orElseThrow().destroyForcibly();
        machine.process().destroyForcibly().waitFor();
        assertThat(ProcessHandle.of(machine.program())).isPresent();

        assertThat(OrphanedProcesses.end(folder)).containsExactly("default/lives main");

        awaitEnd(machine.program());
        assertThat(folder.resolve(OrphanedProcesses.FILE)).doesNotExist();
    }

    @Test
    void processesOfALivingKubeletAndStrangersAreLeftAlone() throws Exception {
        Machine machine = start("echo $$$$; sleep 600");

        assertThat(OrphanedProcesses.endAllBelow(folder.getParent())).isEmpty();
        assertThat(ProcessHandle.of(machine.program())).isPresent();

        Process stranger = new ProcessBuilder("sleep", "600").start();
        machines.add(stranger);
        Path run = Files.createDirectories(folder.resolve("old"));
        Files.writeString(
                run.resolve(OrphanedProcesses.FILE),
                """
                {"kubelet": {"pid": %1$d, "start": "2001-01-01T00:00:00Z"},
                 "containers": [{"pid": %1$d, "start": "2001-01-01T00:00:00Z", "pod": "default/x", "container": "main", "mark": "none"}]}
                """
                        .formatted(stranger.pid()));

        assertThat(OrphanedProcesses.end(run)).isEmpty();
        assertThat(stranger.isAlive()).isTrue();
    }
}

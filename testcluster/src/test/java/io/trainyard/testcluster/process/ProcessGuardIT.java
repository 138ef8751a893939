package io.trainyard.testcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessGuardIT {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("RC-5: components end even when the virtual machine that started them is killed")
    void aKilledVirtualMachineLeavesNoComponentBehind() throws Exception {
        Process machine = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ProcessHandle guarded = read(machine);
        ProcessHandle dropped = read(machine);
        try {
            assertThat(guarded.isAlive()).isTrue();

            machine.destroyForcibly().waitFor();

            guarded.onExit().get(60, TimeUnit.SECONDS);
            assertThat(dropped.isAlive()).isTrue();
        } finally {
            guarded.destroyForcibly();
            dropped.destroyForcibly();
        }
    }

    @Test
    @DisplayName("RC-5: a stranger that has got the number of a component lives on")
    void aStrangerWithTheNumberLivesOn() throws Exception {
        Component guarded = Component.start("guarded", List.of("sleep", "300"), Map.of(), folder);
        Component stranger = Component.start("stranger", List.of("sleep", "300"), Map.of(), folder);
        try {
            ProcessGuard guard = ProcessGuard.start();
            guard.add(stranger.handle(), "1");
            guard.add(guarded.handle());

            guard.close();

            guarded.handle().onExit().get(20, TimeUnit.SECONDS);
            assertThat(stranger.handle().isAlive()).isTrue();
        } finally {
            guarded.kill();
            stranger.kill();
        }
    }

    private static ProcessHandle read(Process machine) throws IOException {
        BufferedReader reader = machine.inputReader();
        return ProcessHandle.of(Long.parseLong(reader.readLine())).orElseThrow();
    }

    /** Starts two processes, one of which it takes out of the guard's care, prints their ids, and waits to be killed. */
    static final class Victim {

        private Victim() {}

        public static void main(String[] arguments) throws InterruptedException {
            Path logs = Path.of(arguments[0]);
            ProcessGuard guard = ProcessGuard.start();
            Component first = Component.start("first", List.of("sleep", "300"), Map.of(), logs);
            Component second = Component.start("second", List.of("sleep", "300"), Map.of(), logs);
            guard.add(first.handle());
            guard.add(second.handle());
            guard.drop(second.handle());
            System.out.println(first.handle().pid());
            System.out.println(second.handle().pid());
            Thread.currentThread().join();
        }
    }
}

package io.trainyard.launcher.gang;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs of a real gang scheduler; closing kills them. */
record SchedulerProcess(List<Process> processes) implements AutoCloseable {
    SchedulerProcess() {
        this(new ArrayList<>());
    }

    /** Starts one more program, which finds the cluster by the variable {@code KUBECONFIG} if not by an argument. */
    void start(Path log, Path kubeconfig, String... command) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().putAll(Map.of("KUBECONFIG", kubeconfig.toString()));
            processes.add(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command[0], e);
        }
    }

    boolean isAlive() {
        return processes.stream().allMatch(Process::isAlive);
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}

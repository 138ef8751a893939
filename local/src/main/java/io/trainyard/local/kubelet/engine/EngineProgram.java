package io.trainyard.local.kubelet.engine;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.local.kubelet.process.StartException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs the engine's program to its end. Blocks; safe for several threads. */
final class EngineProgram {
    private EngineProgram() {}

    /**
     * What a command printed.
     *
     * @param text of both outputs, without white space around it
     */
    record Answer(int code, String text) {
        boolean isFine() {
            return code == 0;
        }
    }

    /** Where it is; empty when it is not on the PATH. */
    static Optional<String> find(String name, Map<String, String> environment) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            File file = new File(folder, name);
            if (file.isFile() && file.canExecute()) {
                return Optional.of(file.getPath());
            }
        }
        return Optional.empty();
    }

    /** Runs a command. */
    @Blocking("called on worker threads only")
    static Answer run(List<String> command, long limitSeconds) throws IOException, InterruptedException {
        Path output = Files.createTempFile("engine", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .redirectInput(new File("/dev/null"))
                    .start();
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Answer(
                        -1, command.get(0) + " " + command.get(1) + " did not end within " + limitSeconds + " s");
            }
            return new Answer(process.exitValue(), Files.readString(output).strip());
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /**
     * Runs a command that has to succeed.
     *
     * @throws StartException with what the engine said when it does not
     */
    static String require(List<String> command, long limitSeconds) throws IOException, InterruptedException {
        Answer answer = run(command, limitSeconds);
        if (!answer.isFine()) {
            throw new StartException(command.get(0) + " " + command.get(1) + ": " + answer.text());
        }
        return answer.text();
    }
}

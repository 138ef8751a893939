package io.trainyard.local.kubelet.tool;

import io.trainyard.foundation.time.Blocking;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of this machine that are run to their end. Blocks; safe for several threads. */
public final class Tool {
    private Tool() {}

    /**
     * What a command printed.
     *
     * @param code negative when it took too long
     * @param text of both outputs, without white space around it
     */
    public record Answer(int code, String text) {
        public boolean isFine() {
            return code == 0;
        }
    }

    /**
     * Where a program is; empty when it is in none of the folders.
     *
     * @param searchPath folders, as in the variable PATH
     */
    public static Optional<Path> find(String name, String searchPath) {
        return Stream.of(searchPath.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder).resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** Runs a command. By way of a file, because a program that hangs keeps a pipe open. */
    @Blocking("called on worker threads only")
    public static Answer run(List<String> command, long limitSeconds) throws IOException, InterruptedException {
        Path output = Files.createTempFile("tool", ".txt");
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
}

package io.trainyard.launcher.python;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * A virtual environment with the packages of a requirements file. Made once per content of that file, in the user's cache folder.
 *
 * @param python its interpreter
 */
public record PythonEnvironment(Path python) {
    private static final long INSTALL_MINUTES = 8;

    /** What is missing to make one, in words; else the environment. */
    public record Attempt(Optional<PythonEnvironment> environment, String problem) {}

    /**
     * The environment with these packages, which is kept for later runs.
     *
     * @param required whether it is made where it was not made before; nothing is installed on a machine whose user has not asked for that
     */
    public static Attempt prepare(Path requirements, boolean required) throws IOException, InterruptedException {
        byte[] content = Files.readAllBytes(requirements);
        CRC32 hash = new CRC32();
        hash.update(content);
        String cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .orElseGet(() -> System.getProperty("user.home") + "/.cache");
        Path folder = Path.of(cache, "trainyard", "python").resolve(Long.toHexString(hash.getValue()));
        Path complete = folder.resolve("complete");
        if (!required && Files.notExists(complete)) {
            return new Attempt(
                    Optional.empty(), "packages of " + requirements + " are installed only where they are required");
        }
        Files.createDirectories(folder);
        PythonEnvironment environment = new PythonEnvironment(
                folder.resolve("environment").resolve("bin").resolve("python"));
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (Files.exists(complete) && lock.isValid()) {
                return new Attempt(Optional.of(environment), "");
            }
            Path log = folder.resolve("install.log");
            List<List<String>> steps = List.of(
                    List.of(
                            "python3",
                            "-m",
                            "venv",
                            "--clear",
                            folder.resolve("environment").toString()),
                    List.of(
                            environment.python().toString(),
                            "-m",
                            "pip",
                            "install",
                            "--quiet",
                            "--disable-pip-version-check",
                            "--requirement",
                            requirements.toAbsolutePath().toString()));
            for (List<String> step : steps) {
                if (!succeeds(step, log)) {
                    return new Attempt(
                            Optional.empty(),
                            "'" + String.join(" ", step) + "' failed: "
                                    + Files.readString(log, StandardCharsets.UTF_8)
                                            .strip());
                }
            }
            Files.createFile(complete);
            return new Attempt(Optional.of(environment), "");
        }
    }

    private static boolean succeeds(List<String> command, Path log) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            Files.writeString(log, String.valueOf(noSuchProgram.getMessage()));
            return false;
        }
    }
}

package io.trainyard.launcher.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.python.PythonEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A Python program that reports, with the variables and files of its pod.
 *
 * @param interpreter the Python to run it with
 * @param path folders of modules that it imports
 */
record ReportingProgram(Path interpreter, List<Path> path) {
    private static final Path PROGRAMS =
            Path.of("src", "test", "resources", "progress").toAbsolutePath();
    private static final long SECONDS = 60;

    /** With this machine's Python and modules of this repository. */
    static ReportingProgram with(Path... modules) {
        return new ReportingProgram(Path.of("python3"), List.of(modules));
    }

    /** With packages from PyPI; skips the test where they were not installed before, unless {@code -Dsdk.required=true}. */
    static ReportingProgram withPackages(Path requirements) throws IOException, InterruptedException {
        boolean required = Boolean.getBoolean("sdk.required");
        PythonEnvironment.Attempt made = PythonEnvironment.prepare(requirements, required);
        if (!required) {
            Assumptions.assumeTrue(
                    made.environment().isPresent(), "packages of " + requirements + " are missing: " + made.problem());
        }
        Path python = made.environment()
                .orElseThrow(() -> new AssertionError(made.problem()))
                .python();
        return new ReportingProgram(python, List.of());
    }

    static Path requirements() {
        return PROGRAMS.resolve("requirements.txt");
    }

    /**
     * Runs it, and expects that it ends well.
     *
     * @param folder an empty folder
     * @param arguments name of the program in {@code src/test/resources/progress}, or options of Python
     */
    void run(ReportingPod pod, Path folder, Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        Path token = Files.writeString(folder.resolve("token"), pod.token());
        Path authority = Files.writeString(folder.resolve("ca.crt"), pod.authority());
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(List.of(interpreter.toString()));
        for (String argument : arguments) {
            command.add(argument.endsWith(".py") ? PROGRAMS.resolve(argument).toString() : argument);
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        List<String> modules = new ArrayList<>(List.of(PROGRAMS.toString()));
        path.forEach(each -> modules.add(each.toAbsolutePath().toString()));
        builder.environment()
                .putAll(Map.of(
                        "KUBEFLOW_TRAINER_SERVER_URL",
                        pod.url().toString(),
                        "KUBEFLOW_TRAINER_SERVER_TOKEN",
                        token.toString(),
                        "KUBEFLOW_TRAINER_SERVER_CA_CERT",
                        authority.toString(),
                        "PYTHONDONTWRITEBYTECODE",
                        "1",
                        "PYTHONPATH",
                        String.join(":", modules)));
        builder.environment().putAll(variables);
        Process process = builder.start();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended ? process.exitValue() : -1)
                .as(Files.readString(output))
                .isZero();
    }
}

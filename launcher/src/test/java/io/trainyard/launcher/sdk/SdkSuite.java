package io.trainyard.launcher.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.python.PythonEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The suite in {@code clients/python}, for any cluster. */
final class SdkSuite {
    private static final Path FOLDER = Path.of("..", "clients", "python").toAbsolutePath();
    private static final long LIMIT_MINUTES = 12;

    private SdkSuite() {}

    /** How the suite ended, and what it printed. */
    record Result(int code, String output) {}

    /** A Python with the SDK; where it was not installed before the test is skipped, unless {@code -Dsdk.required=true}. */
    static PythonEnvironment environment() throws IOException, InterruptedException {
        boolean required = Boolean.getBoolean("sdk.required");
        PythonEnvironment.Attempt python = PythonEnvironment.prepare(FOLDER.resolve("requirements.txt"), required);
        if (!required) {
            Assumptions.assumeTrue(
                    python.environment().isPresent(), "the Python SDK cannot be installed: " + python.problem());
        }
        return python.environment().orElseThrow(() -> new AssertionError(python.problem()));
    }

    /** Runs it to its end in a folder for its files; the variables say where the cluster is. */
    static Result run(PythonEnvironment environment, Path folder, Map<String, String> variables) throws Exception {
        Path log = folder.resolve("pytest.log");
        ProcessBuilder builder = new ProcessBuilder(
                        environment.python().toString(),
                        "-m",
                        "pytest",
                        "-p",
                        "no:cacheprovider",
                        "-rs",
                        FOLDER.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("TRAINYARD_TORCH", hasTorch() ? "yes" : "");
        builder.environment().putAll(variables);
        Process process = builder.start();
        boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        return new Result(ended ? process.exitValue() : -1, Files.readString(log));
    }

    private static boolean hasTorch() throws Exception {
        boolean found = new ProcessBuilder("/usr/bin/python3", "-c", "import torch.distributed")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
        assertThat(found || !Boolean.getBoolean("torch.required"))
                .as("PyTorch is required, and /usr/bin/python3 has none")
                .isTrue();
        return found;
    }
}

package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.process.Distribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the frameworks with {@code trainyard run}: real processes of the real framework on two nodes, no cluster. */
final class FrameworkTrainingIT {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();
    private static final long SECONDS = 120;
    private static final Pattern LOSS = Pattern.compile(" loss ([0-9.]+)");

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "jax, jax-xgboost, process 1 of 2, all 2 processes hold the same weights",
        "xgboost, jax-xgboost, worker 1 of 2, all 2 workers hold the same model",
        "tensorflow, tensorflow, worker 1 of 2, all 2 workers hold the same weights",
        "paddle, paddle, trainer 1 of 2, all 2 trainers hold the same weights"
    })
    @DisplayName(
            "two nodes form one group of two, the loss falls, and all ranks end with the same numbers (JAX-07, XGB-10, TF-06, PADDLE-04, PADDLE-10)")
    void trains(String example, String environment, String group, String agreement) throws Exception {
        Path python = InstalledPython.require(environment);
        Path output = folder.resolve("output");

        Process process = new ProcessBuilder(
                        Distribution.program().toString(),
                        "run",
                        EXAMPLES.resolve(example + ".yaml").toString(),
                        "--follow",
                        "all",
                        "--python",
                        python.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        process.destroy();
        String text = Files.readString(output);

        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).contains(group, agreement, "TrainJob " + example + ": Complete");
        List<Double> losses = LOSS.matcher(text)
                .results()
                .map((MatchResult found) -> Double.parseDouble(found.group(1)))
                .toList();
        assertThat(losses).as(text).hasSizeGreaterThan(2);
        assertThat(losses.get(losses.size() - 1)).as(text).isLessThan(losses.get(0) / 2);
    }
}

package io.trainyard.launcher.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.process.Distribution;
import io.trainyard.launcher.python.PythonEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite in {@code clients/python} on one service of {@code trainyard up}, where all pods are programs of this machine. Skipped where Python cannot install
 * the SDK, unless {@code -Dsdk.required=true}.
 */
@DisplayName("The kubeflow SDK from PyPI against trainyard up (LOCAL-157)")
final class PythonSdkServiceIT {
    /** What the image of the suite does: it writes a line, and ends as the suite says. */
    private static final String PROGRAM =
            """
            trap 'exit 143' TERM
            echo simulated
            while [ ! -e "$1/$HOSTNAME" ]; do sleep 0.1; done
            [ "$(cat "$1/$HOSTNAME")" = Succeeded ]
            """;

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "every call that users make works, unmodified, but where the programs of a runtime are not installed here")
    void theSuitePasses() throws Exception {
        PythonEnvironment environment = SdkSuite.environment();
        Path outcomes = Files.createDirectory(folder.resolve("outcomes"));
        Path program = Files.writeString(folder.resolve("program.sh"), PROGRAM);
        Path images = Files.writeString(
                folder.resolve("images.yaml"),
                "- match: example.com/train\n  entrypoint: [sh, %s, %s]\n".formatted(program, outcomes));
        try {
            trainyard("up", "--image-map", images.toString(), "--fake-gpus", "2", "--python", "/usr/bin/python3");

            SdkSuite.Result result = SdkSuite.run(
                    environment,
                    folder,
                    Map.of(
                            "KUBECONFIG",
                            folder.resolve(".trainyard/service/kubeconfig").toString(),
                            "TRAINYARD_NAMESPACE",
                            "default",
                            "TRAINYARD_NODE",
                            "local",
                            "TRAINYARD_OUTCOMES",
                            outcomes.toString()));

            assertThat(result.code()).as(result.output()).isZero();
            assertThat(result.output().lines().filter(line -> line.startsWith("SKIPPED")))
                    .as("what needs programs that are not here: all shipped runtimes, torchtune, perhaps PyTorch")
                    .hasSizeLessThanOrEqualTo(2);
        } finally {
            trainyard("down", "--now");
        }
    }

    private void trainyard(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("trainyard.log").toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("trainyard.log")))
                .isZero();
    }
}

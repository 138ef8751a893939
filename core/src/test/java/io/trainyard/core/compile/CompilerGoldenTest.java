package io.trainyard.core.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.fixture.TreeDifferences;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole JobSets of whole TrainJobs. Each case is a folder of {@code golden} with {@code runtime.yaml}, {@code trainjob.yaml} and {@code expected.yaml};
 * {@code -Dgolden.update=true} writes the last one, to be read before it is committed.
 */
@DisplayName("A TrainJob and its runtime compile to")
final class CompilerGoldenTest {
    private static final Path CASES = Path.of(System.getProperty("basedir", "."), "src", "test", "resources", "golden");
    private static final boolean UPDATE = Boolean.getBoolean("golden.update");

    static List<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("the expected objects")
    void theExpectedObjects(String name) throws IOException {
        Map<String, Object> actual = Map.of("objects", compile(name));
        Path expected = CASES.resolve(name).resolve("expected.yaml");
        if (UPDATE) {
            assertThat(System.getenv("CI"))
                    .as("-Dgolden.update=true makes every case pass, so it is refused where the environment has CI")
                    .isNull();
            Files.writeString(expected, Manifests.yaml(actual));
        }
        assertThat(TreeDifferences.between(Manifests.tree(Files.readString(expected)), actual))
                .as("%s; run with -Dgolden.update=true if that is what is wanted", expected)
                .isEmpty();
    }

    private static List<Map<String, Object>> compile(String name) throws IOException {
        TrainJob trainJob = Manifests.read(read(name, "trainjob.yaml"), TrainJob.class);
        CompiledJob compiled = new Compilation().compile(trainJob, RuntimeDefinition.of(runtime(name)));
        assertThat(compiled.warnings()).isEmpty();
        return compiled.objects().stream().map(Manifests::written).toList();
    }

    private static RuntimeResource runtime(String name) throws IOException {
        String text = read(name, "runtime.yaml");
        return "TrainingRuntime".equals(Manifests.tree(text).get("kind"))
                ? Manifests.read(text, TrainingRuntime.class)
                : Manifests.read(text, ClusterTrainingRuntime.class);
    }

    private static String read(String name, String file) throws IOException {
        return Files.readString(CASES.resolve(name).resolve(file));
    }
}

package io.trainyard.core.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.fixture.TreeDifferences;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole JobSets of whole TrainJobs. Each case is a folder of {@code golden} with {@code runtime.yaml}, {@code trainjob.yaml} and {@code expected.yaml},
 * which has the warnings, too, where there are any; where there is a file {@code claim.yaml}, its size is that of the claim that is made for data;
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
        CompiledJob compiled = compile(name);
        Map<String, Object> actual = new LinkedHashMap<>();
        if (!compiled.warnings().isEmpty()) {
            actual.put(
                    "warnings",
                    compiled.warnings().stream()
                            .map(warning -> (Object) (warning.reason() + ": " + warning.message()))
                            .toList());
        }
        actual.put(
                "objects", compiled.objects().stream().map(Manifests::written).toList());
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

    private static CompiledJob compile(String name) throws IOException {
        TrainJob trainJob = Manifests.read(read(name, "trainjob.yaml"), TrainJob.class);
        Compilation compilation = new Compilation();
        if (Files.exists(CASES.resolve(name).resolve("claim.yaml"))) {
            String size =
                    String.valueOf(Manifests.tree(read(name, "claim.yaml")).get("size"));
            compilation.withInitializerClaim(
                    new InitializerClaim(size, List.of("ReadWriteMany"), Optional.of("shared")));
        }
        return compilation.compile(trainJob, RuntimeDefinition.of(runtime(name)));
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

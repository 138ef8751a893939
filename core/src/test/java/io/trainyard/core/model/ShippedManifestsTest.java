package io.trainyard.core.model;

import static io.trainyard.core.model.JsonTrees.read;
import static io.trainyard.core.model.JsonTrees.tree;
import static io.trainyard.core.model.JsonTrees.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The runtimes and examples that we ship hold no field that would be lost, and each example brings or names its runtime. */
final class ShippedManifestsTest {
    private static final Path RUNTIMES = Path.of("../deploy/runtimes");
    private static final Path EXAMPLES = Path.of("../examples");
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "TrainJob",
            TrainJob.class,
            "TrainingRuntime",
            TrainingRuntime.class,
            "ClusterTrainingRuntime",
            ClusterTrainingRuntime.class,
            "Namespace",
            Namespace.class);

    @ParameterizedTest
    @MethodSource("files")
    void nothingThatIsWrittenThereIsLost(Path file) throws IOException {
        for (String document : documents(file)) {
            Map<String, Object> wanted = tree(document);
            assertThat(KINDS).containsKey((String) wanted.get("kind"));

            assertThat(written(object(document))).isEqualTo(wanted);
        }
    }

    static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>(yaml(RUNTIMES));
        files.addAll(yaml(EXAMPLES));
        return files;
    }

    @Test
    void aRuntimeForEverybodyIsCalledLikeItsFile() throws IOException {
        // RT-14, RT-15
        for (Path file : yaml(RUNTIMES)) {
            List<String> documents = documents(file);
            assertThat(documents).hasSize(1);
            ClusterTrainingRuntime runtime = read(documents.get(0), ClusterTrainingRuntime.class);
            assertThat(runtime.getKind()).isEqualTo("ClusterTrainingRuntime");
            assertThat(file.getFileName()).hasToString(runtime.getMetadata().getName() + ".yaml");
            assertThat(runtime.getMetadata().getLabels()).containsKey("trainer.kubeflow.org/framework");
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    @DisplayName("every image has a tag, and none is called latest: what runs tomorrow is what was tried (RT-19)")
    void imagesArePinned(Path file) throws IOException {
        List<String> images = Files.readAllLines(file).stream()
                .map(String::strip)
                .map(line -> line.startsWith("- ") ? line.substring(2) : line)
                .filter(line -> line.startsWith("image: "))
                .map(line -> line.substring("image: ".length()).split(" ", 2)[0])
                .toList();

        assertThat(images).allSatisfy(image -> assertThat(image.substring(image.lastIndexOf('/') + 1))
                .matches("[a-z0-9._-]+:[A-Za-z0-9][A-Za-z0-9._-]*")
                .doesNotEndWith(":latest"));
    }

    @Test
    void everyExampleBringsItsRuntimeOrNamesOneThatWeShip() throws IOException {
        Map<String, HasMetadata> shipped = new LinkedHashMap<>();
        for (Path file : yaml(RUNTIMES)) {
            HasMetadata runtime = object(documents(file).get(0));
            shipped.put(runtime.getKind() + "/" + runtime.getMetadata().getName(), runtime);
        }
        for (Path file : yaml(EXAMPLES)) {
            List<HasMetadata> objects =
                    documents(file).stream().map(ShippedManifestsTest::object).toList();
            Map<String, HasMetadata> known = new LinkedHashMap<>(shipped);
            objects.forEach(object ->
                    known.put(object.getKind() + "/" + object.getMetadata().getName(), object));
            List<TrainJob> jobs = objects.stream()
                    .filter(TrainJob.class::isInstance)
                    .map(TrainJob.class::cast)
                    .toList();

            assertThat(jobs).as(file.toString()).isNotEmpty();
            assertThat(jobs).as(file.toString()).allSatisfy(job -> {
                String key = job.getSpec().runtimeRef().effectiveKind() + "/"
                        + job.getSpec().runtimeRef().name();
                assertThat(known).containsKey(key);
                if (known.get(key) instanceof TrainingRuntime runtime) {
                    assertThat(runtime.getMetadata().getNamespace())
                            .isEqualTo(job.getMetadata().getNamespace());
                }
            });
        }
    }

    @Test
    void theTableOfExamplesIsComplete() throws IOException {
        String table = Files.readString(EXAMPLES.resolve("README.md"));

        for (Path file : yaml(EXAMPLES)) {
            assertThat(table).contains("(" + EXAMPLES.relativize(file) + ")");
        }
    }

    private static HasMetadata object(String document) {
        return read(document, KINDS.get((String) tree(document).get("kind")));
    }

    private static List<String> documents(Path file) throws IOException {
        return List.of(Files.readString(file).split("(?m)^---$"));
    }

    /** Those that lie directly in the folder, those for gang schedulers, and those for language models. */
    private static List<Path> yaml(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> found = all.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> file.getParent().equals(folder)
                            || file.startsWith(folder.resolve("gang"))
                            || file.startsWith(folder.resolve("llm")))
                    .sorted()
                    .toList();
            assertThat(found).as(folder.toString()).hasSizeGreaterThan(5);
            return found;
        }
    }
}

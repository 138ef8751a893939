package io.trainyard.local.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** LOCAL-62. */
final class ImageTableTest {
    @Test
    void imagesAreFoundWithoutTagDigestAndPort() {
        ImageTable table = new ImageTable(List.of(running("*/trainer", List.of("run-it"))), InitializerOptions.DEFAULT);

        for (String image : List.of("example.com:5000/team/trainer:1.2", "x/trainer@sha256:abc", "x/trainer")) {
            assertThat(table.find(image, "node").orElseThrow().entrypoint())
                    .as(image)
                    .containsExactly("run-it");
        }
        assertThat(table.find("x/other:1", "node")).isEmpty();
    }

    private static ImageEntry running(String match, List<String> entrypoint) {
        return new ImageEntry(match, entrypoint, List.of(), Map.of(), "", Optional.empty());
    }

    @Test
    void theUsersEntriesComeBeforeTheBuiltInOnes() {
        ImageEntry own = running("*initializer*", List.of("mine"));

        assertThat(new ImageTable(List.of(own), InitializerOptions.DEFAULT).find("x/model-initializer:2", "node"))
                .contains(own);
    }

    @ParameterizedTest
    @CsvSource({
        "x/y/model-initializer:v2, main, model",
        "dataset-initializer, main, dataset",
        "ghcr.io/kubeflow/trainer/storage-initializer, dataset-initializer, dataset",
        "registry.example/trainyard-initializer:1, model-initializer, model",
        "registry.example/trainyard-initializer:1, node, ",
    })
    @DisplayName(
            "the program that fetches runs in place of its images; the image or the container says what it fetches (INIT-90)")
    void initializersRunAsAProgram(String image, String container, @Nullable String kind) {
        InitializerOptions options = new InitializerOptions(
                Optional.of(Path.of("/dist/initializer")),
                Optional.of(Path.of("/home/me/.cache/trainyard/initializer")),
                Optional.of(Path.of("/home/me/.cache/trainyard/initializer-python")));

        ImageEntry entry =
                new ImageTable(List.of(), options).find(image, container).orElseThrow();

        assertThat(entry.entrypoint()).containsExactly("python3", "-m", "trainyard_initializer");
        assertThat(entry.args()).isEqualTo(kind == null ? List.of() : List.of(kind));
        assertThat(entry.environment())
                .containsEntry("PYTHONPATH", "/dist/initializer")
                .containsEntry("CACHE_PATH", "/home/me/.cache/trainyard/initializer")
                .containsEntry("TRAINYARD_INITIALIZER_ENVIRONMENT", "/home/me/.cache/trainyard/initializer-python");
    }

    @Test
    @DisplayName("without being asked, nothing is kept for later runs (INIT-92)")
    void thereIsNoCacheUnlessAskedFor() {
        assertThat(new ImageTable(List.of(), InitializerOptions.DEFAULT)
                        .find("dataset-initializer", "x")
                        .orElseThrow()
                        .environment())
                .doesNotContainKey("CACHE_PATH");
    }

    @Test
    void anImageMapIsRead() {
        List<ImageEntry> entries = ImageMapReader.read(
                "map.yaml",
                """
                - match: "*/trainer"
                  entrypoint: [python, train.py]
                  args: [--epochs, 3]
                  env: {LEVEL: 2}
                  workingDir: /app
                  python: /opt/env/bin/python
                - match: other
                """);

        assertThat(entries.get(0))
                .isEqualTo(new ImageEntry(
                        "*/trainer",
                        List.of("python", "train.py"),
                        List.of("--epochs", "3"),
                        Map.of("LEVEL", "2"),
                        "/app",
                        java.util.Optional.of(Path.of("/opt/env/bin/python"))));
        assertThat(entries).hasSize(2);
    }

    @Test
    void mistakesNameTheFileAndTheField() {
        assertThatThrownBy(() -> ImageMapReader.read("map.yaml", "- {match: x, entrypoint: python}"))
                .hasMessage("map.yaml: [0].entrypoint must be a list of texts");
        assertThatThrownBy(() -> ImageMapReader.read("map.yaml", "- {match: x, entry: [python]}"))
                .hasMessageStartingWith("map.yaml: [0].entry is unknown; known fields are args, ");
        assertThatThrownBy(() -> ImageMapReader.read("map.yaml", "- {entrypoint: [python]}"))
                .hasMessageStartingWith("map.yaml: [0].match is required");
        assertThatThrownBy(() -> ImageMapReader.read("map.yaml", "match: x"))
                .hasMessageStartingWith("map.yaml: the image map must be a list");
        assertThatThrownBy(() -> ImageMapReader.read("map.yaml", "- [x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("map.yaml: ");
    }
}

package io.trainyard.local.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** LOCAL-62. */
final class ImageTableTest {
    @Test
    void imagesAreFoundWithoutTagDigestAndPort() {
        ImageTable table = new ImageTable(List.of(ImageEntry.running("*/trainer", List.of("run-it"))));

        for (String image : List.of("example.com:5000/team/trainer:1.2", "x/trainer@sha256:abc", "x/trainer")) {
            assertThat(table.find(image).orElseThrow().entrypoint()).as(image).containsExactly("run-it");
        }
        assertThat(table.find("x/other:1")).isEmpty();
    }

    @Test
    void theUsersEntriesComeBeforeTheBuiltInOnes() {
        ImageEntry own = ImageEntry.running("*pytorch*", List.of("mine"));

        assertThat(new ImageTable(List.of(own)).find("pytorch/pytorch:2")).contains(own);
        assertThat(new ImageTable(List.of()).find("pytorch/pytorch:2").orElseThrow())
                .satisfies(entry -> assertThat(entry.entrypoint()).isEmpty())
                .satisfies(entry -> assertThat(entry.environment()).containsEntry("PYTHONUNBUFFERED", "1"));
        assertThat(new ImageTable(List.of())
                        .find("x/y/model-initializer:v2")
                        .orElseThrow()
                        .entrypoint())
                .endsWith("model", "/workspace/model");
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

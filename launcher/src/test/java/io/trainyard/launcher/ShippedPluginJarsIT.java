package io.trainyard.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Looks into the plugins' jars as they are shipped: what the plugin host reads before it runs any of their code. */
final class ShippedPluginJarsIT {
    private static final Path FOLDER = Path.of("target", "trainyard", "plugins");

    @Test
    void thePluginsOfTheFirstReleaseAreShippedAndNothingElse() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "plugins-coscheduling.jar",
                            "plugins-flux.jar",
                            "plugins-jax.jar",
                            "plugins-kai.jar",
                            "plugins-mpi.jar",
                            "plugins-paddle.jar",
                            "plugins-tensorflow.jar",
                            "plugins-torch.jar",
                            "plugins-volcano.jar",
                            "plugins-xgboost.jar");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "coscheduling, CoschedulingPlugin, Trainyard coscheduling plugin",
        "flux, FluxPlugin, Trainyard Flux plugin",
        "jax, JaxPlugin, Trainyard JAX plugin",
        "kai, KaiPlugin, Trainyard KAI plugin",
        "mpi, MpiPlugin, Trainyard MPI plugin",
        "paddle, PaddlePlugin, Trainyard Paddle plugin",
        "tensorflow, TensorFlowPlugin, Trainyard TensorFlow plugin",
        "torch, TorchPlugin, Trainyard torch plugin",
        "volcano, VolcanoPlugin, Trainyard Volcano plugin",
        "xgboost, XgboostPlugin, Trainyard XGBoost plugin"
    })
    @DisplayName("the manifest says what the host asks, one plugin is named, and only its own package is inside")
    void theJarIsAsTheHostWantsIt(String name, String plugin, String title) throws IOException {
        try (JarFile jar =
                new JarFile(FOLDER.resolve("plugins-" + name + ".jar").toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Implementation-Title")).isEqualTo(title);
            assertThat(manifest.getValue("Implementation-Version")).isEqualTo(System.getProperty("project.version"));
            assertThat(manifest.getValue("Trainyard-Built-In")).isEqualTo("true");
            assertThat(manifest.getValue("Trainyard-Spi-Version")).isEqualTo("1.0");

            ZipEntry services = jar.getEntry("META-INF/services/io.trainyard.spi.Plugin");
            try (InputStream content = jar.getInputStream(services)) {
                assertThat(new String(content.readAllBytes(), StandardCharsets.UTF_8).lines())
                        .containsExactly("io.trainyard.plugins." + name + "." + plugin);
            }

            assertThat(jar.stream().map(ZipEntry::getName).filter(entry -> entry.endsWith(".class")))
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(entry).startsWith("io/trainyard/plugins/" + name + "/"));
        }
    }
}

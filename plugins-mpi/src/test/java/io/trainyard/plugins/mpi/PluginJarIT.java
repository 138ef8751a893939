package io.trainyard.plugins.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** Looks into the finished jar: what the plugin host reads before it runs any of our code. */
final class PluginJarIT {
    private static final String JAR = System.getProperty("plugin.jar");

    @Test
    void theManifestSaysWhatTheHostAsks() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            Attributes manifest = jar.getManifest().getMainAttributes();

            assertThat(manifest.getValue("Implementation-Title")).isEqualTo("Trainyard MPI plugin");
            assertThat(manifest.getValue("Implementation-Version")).isEqualTo(System.getProperty("project.version"));
            assertThat(manifest.getValue("Trainyard-Built-In")).isEqualTo("true");
            assertThat(manifest.getValue("Trainyard-Spi-Version")).isEqualTo("1.0");
        }
    }

    @Test
    void theServiceFileNamesThePluginAndNothingElse() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            ZipEntry entry = jar.getEntry("META-INF/services/io.trainyard.spi.Plugin");
            try (InputStream content = jar.getInputStream(entry)) {
                assertThat(new String(content.readAllBytes(), StandardCharsets.UTF_8).lines())
                        .containsExactly(MpiPlugin.class.getName());
            }
        }
    }

    @Test
    void theJarHoldsOnlyItsOwnPackage() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(name).startsWith("io/trainyard/plugins/mpi/"));
        }
    }
}

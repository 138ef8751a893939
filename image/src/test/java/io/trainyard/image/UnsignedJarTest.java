package io.trainyard.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A jar without its signature")
final class UnsignedJarTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("has the same files and main attributes, and neither signatures nor digests")
    void nothingElseIsLost() throws IOException {
        Path signed = jar("META-INF/BC.SF", "META-INF/BC.RSA");
        Path unsigned = folder.resolve("lib/unsigned.jar");

        UnsignedJar.write(signed, unsigned);

        try (JarFile jar = new JarFile(unsigned.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .containsExactly("META-INF/MANIFEST.MF", "META-INF/services/a.Service", "a/A.class");
            assertThat(jar.getManifest().getMainAttributes().getValue("Multi-Release"))
                    .isEqualTo("true");
            assertThat(jar.getManifest().getEntries()).isEmpty();
            assertThat(jar.getInputStream(jar.getEntry("a/A.class")).readAllBytes())
                    .asString()
                    .isEqualTo("a/A.class");
        }
        assertThat(UnsignedJar.isNeededFor(unsigned)).isFalse();
    }

    @Test
    @DisplayName("is the same at every build")
    void itIsReproducible() throws IOException {
        Path signed = jar("META-INF/BC.SF");

        UnsignedJar.write(signed, folder.resolve("one.jar"));
        UnsignedJar.write(signed, folder.resolve("two.jar"));

        assertThat(folder.resolve("one.jar")).hasSameBinaryContentAs(folder.resolve("two.jar"));
    }

    @Test
    @DisplayName("is made of signed jars only")
    void onlySignedOnes() throws IOException {
        assertThat(UnsignedJar.isNeededFor(jar("META-INF/BC.EC"))).isTrue();
        assertThat(UnsignedJar.isNeededFor(jar())).isFalse();
        assertThat(UnsignedJar.isNeededFor(Files.writeString(folder.resolve("prepare.yaml"), "{}")))
                .isFalse();
    }

    private Path jar(String... signatures) throws IOException {
        Path file = Files.createTempFile(folder, "some", ".jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            add(
                    out,
                    "META-INF/MANIFEST.MF",
                    "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\nName: a/A.class\r\nSHA-256-Digest: AAAA\r\n\r\n");
            for (String signature : signatures) {
                add(out, signature, signature);
            }
            add(out, "META-INF/services/a.Service", "a.A");
            add(out, "a/A.class", "a/A.class");
        }
        return file;
    }

    private static void add(ZipOutputStream out, String name, String content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content.getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
    }
}

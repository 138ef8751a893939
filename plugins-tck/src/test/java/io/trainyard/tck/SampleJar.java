package io.trainyard.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Packs the good plugin of the tests. */
final class SampleJar {
    private SampleJar() {}

    static Path write(Path jar, String spiVersion, boolean withClassOfTheHost) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!spiVersion.isEmpty()) {
            manifest.getMainAttributes().put(new Attributes.Name("Trainyard-Spi-Version"), spiVersion);
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            copy(AcmePlugin.class, out);
            copy(PublicAcmePlugin.class, out);
            write(
                    out,
                    "META-INF/services/io.trainyard.spi.Plugin",
                    PublicAcmePlugin.class.getName().getBytes(StandardCharsets.UTF_8));
            if (withClassOfTheHost) {
                write(out, "io/trainyard/spi/Copied.class", new byte[0]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }

    private static void copy(Class<?> type, JarOutputStream out) throws IOException {
        String path = type.getName().replace('.', '/') + ".class";
        try (InputStream content = SampleJar.class.getResourceAsStream("/" + path)) {
            write(out, path, content.readAllBytes());
        }
    }

    private static void write(JarOutputStream out, String path, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(path));
        out.write(content);
    }
}

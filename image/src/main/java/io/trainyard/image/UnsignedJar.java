package io.trainyard.image;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A jar without its signature. Java archives no classes of signed jars, and keeps a digest of each of their files in memory; whoever trusts an image
 * trusts its digest, which covers them, too.
 */
final class UnsignedJar {
    private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");

    private UnsignedJar() {}

    static boolean isNeededFor(Path file) throws IOException {
        if (!file.toString().endsWith(".jar")) {
            return false;
        }
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            return jar.stream().anyMatch(entry -> isSignature(entry.getName()));
        }
    }

    /** The same file at every build: entries keep their order and their times. */
    static void write(Path signed, Path unsigned) throws IOException {
        Files.createDirectories(unsigned.getParent());
        try (JarFile jar = new JarFile(signed.toFile(), false);
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(unsigned))) {
            List<? extends ZipEntry> entries =
                    jar.stream().filter(entry -> !isSignature(entry.getName())).toList();
            for (ZipEntry entry : entries) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                if (entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    writeWithoutDigests(jar.getManifest(), out);
                } else {
                    jar.getInputStream(entry).transferTo(out);
                }
                out.closeEntry();
            }
        }
    }

    private static void writeWithoutDigests(Manifest manifest, OutputStream out) throws IOException {
        Manifest copy = new Manifest(manifest);
        copy.getEntries().clear();
        copy.write(out);
    }

    private static boolean isSignature(String name) {
        return SIGNATURE.matcher(name).matches();
    }
}

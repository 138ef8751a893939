package io.trainyard.tck;

import io.trainyard.core.plugin.LoadedJar;
import io.trainyard.spi.Plugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

final class JarProbe implements Probe {
    private static final String SERVICES = "META-INF/services/" + Plugin.class.getName();

    @Override
    public List<String> problems(Subject subject) {
        if (subject.jar().isEmpty() || Files.isDirectory(subject.jar().get())) {
            return List.of();
        }
        Path path = subject.jar().get();
        List<String> problems = new ArrayList<>(LoadedJar.load(path).problems());
        try (JarFile jar = new JarFile(path.toFile())) {
            if (jar.getEntry(SERVICES) == null) {
                problems.add("there is no " + SERVICES);
            }
            @Nullable Manifest manifest = jar.getManifest();
            @Nullable
            String version =
                    manifest == null ? null : manifest.getMainAttributes().getValue("Trainyard-Spi-Version");
            LoadedJar.problemOfVersion(version == null ? "" : version).ifPresent(problems::add);
            jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> name.startsWith("io.trainyard.spi.") || name.startsWith("io.trainyard.foundation."))
                    .limit(1)
                    .forEach(name -> problems.add("the jar holds " + name
                            + ", which is the host's; give the dependency on spi the scope provided"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return problems;
    }
}

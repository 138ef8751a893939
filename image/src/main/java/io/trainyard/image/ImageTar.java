package io.trainyard.image;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.Ports;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The image as a file that {@code ctr images import}, {@code docker load} and registries' tools understand. One layer for what changes together. */
final class ImageTar {
    private final RootFolder folder;

    ImageTar(RootFolder folder) {
        this.folder = folder;
    }

    void write(Path tar, String name) throws Exception {
        // Never one of an earlier build: jib tells files apart by their time, and all of ours have the same.
        Path caches = Files.createTempDirectory(folder.path().toAbsolutePath().getParent(), "caches");
        JibContainerBuilder image = Jib.fromScratch()
                .addFileEntriesLayer(layer("system", file -> !file.startsWith(folder.at("/opt"))))
                .addFileEntriesLayer(layer("java", file -> file.startsWith(folder.at(RootFolder.JAVA))))
                .addFileEntriesLayer(layer("dependencies", file -> isIn("lib", file) && !isOurs(file)))
                .addFileEntriesLayer(layer(
                        "application",
                        file -> file.startsWith(folder.at(RootFolder.HOME))
                                && !file.equals(folder.at(Application.ARCHIVE))
                                && !isIn("plugins", file)
                                && (!isIn("lib", file) || isOurs(file))))
                .addFileEntriesLayer(layer("plugins", file -> isIn("plugins", file)))
                .addFileEntriesLayer(layer("classes", file -> file.equals(folder.at(Application.ARCHIVE))))
                .setEntrypoint(RootFolder.JAVA + "/bin/java", "@" + Application.OPTIONS, "-jar", Application.JAR)
                .setProgramArguments("controller")
                .setWorkingDirectory(AbsoluteUnixPath.get(RootFolder.HOME))
                .setUser("65532:65532")
                .addEnvironmentVariable("PATH", RootFolder.JAVA + "/bin")
                .setExposedPorts(Ports.parse(List.of("8081", "8443", "9443")))
                .addLabel("org.opencontainers.image.title", "Trainyard")
                .addLabel("org.opencontainers.image.licenses", "Apache-2.0")
                .setCreationTime(Instant.EPOCH);
        image.containerize(target(tar, name)
                .setOfflineMode(true)
                .setToolName("trainyard")
                .setApplicationLayersCache(caches)
                .setBaseImageLayersCache(caches));
    }

    private static Containerizer target(Path tar, String name) throws InvalidImageReferenceException {
        return Containerizer.to(TarImage.at(tar).named(name));
    }

    private boolean isIn(String name, Path file) {
        return file.startsWith(folder.at(RootFolder.HOME + "/" + name));
    }

    /** What each build makes anew, beside libraries that stay for months. */
    private static boolean isOurs(Path file) {
        String name = file.getFileName().toString();
        return !name.endsWith(".jar")
                || Set.of("launcher", "core", "foundation", "spi", "local", "dashboard").stream()
                        .anyMatch(module -> name.matches(module + "(-\\d.*)?\\.jar"));
    }

    private FileEntriesLayer layer(String name, Predicate<Path> content) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
        for (Path file : folder.files("/")) {
            if (content.test(file)) {
                AbsoluteUnixPath path = AbsoluteUnixPath.get("/" + folder.path().relativize(file));
                layer.addEntry(
                        file,
                        path,
                        FilePermissions.fromOctalString(Files.isExecutable(file) ? "755" : "644"),
                        RootFolder.TIME);
            }
        }
        if (name.equals("system")) {
            layer.addEntry(
                    folder.at("/tmp"),
                    AbsoluteUnixPath.get("/tmp"),
                    FilePermissions.fromOctalString("777"),
                    RootFolder.TIME);
        }
        return layer.build();
    }
}

package io.trainyard.image;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;

/** An image as a file that {@code ctr images import}, {@code docker load} and registries' tools understand. One layer for what changes together. */
final class ImageTar {
    /** The layer that also has the folder for temporary files. */
    static final String SYSTEM = "system";

    private final RootFolder folder;

    ImageTar(RootFolder folder) {
        this.folder = folder;
    }

    RootFolder folder() {
        return folder;
    }

    void write(JibContainerBuilder image, Path tar, String name) throws Exception {
        // Never one of an earlier build: jib tells files apart by their time, and all of ours have the same.
        Path caches = Files.createTempDirectory(folder.path().toAbsolutePath().getParent(), "caches");
        image.setPlatforms(Set.of(new Platform(architecture(), "linux")))
                .setUser("65532:65532")
                .addLabel("org.opencontainers.image.licenses", "Apache-2.0")
                .setCreationTime(Instant.EPOCH)
                .containerize(target(tar, name)
                        .setOfflineMode(true)
                        .setToolName("trainyard")
                        .setApplicationLayersCache(caches)
                        .setBaseImageLayersCache(caches));
    }

    /** That of this machine, whose Java and libraries are in the image, as registries call it. */
    private static String architecture() {
        String name = System.getProperty("os.arch");
        return name.equals("aarch64") ? "arm64" : name.equals("x86_64") ? "amd64" : name;
    }

    private static Containerizer target(Path tar, String name) throws InvalidImageReferenceException {
        return Containerizer.to(TarImage.at(tar).named(name));
    }

    /** The files of the folder that are the content of a layer. */
    FileEntriesLayer layer(String name, Predicate<Path> content) throws IOException {
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
        if (name.equals(SYSTEM)) {
            layer.addEntry(
                    folder.at("/tmp"),
                    AbsoluteUnixPath.get("/tmp"),
                    FilePermissions.fromOctalString("777"),
                    RootFolder.TIME);
        }
        return layer.build();
    }
}

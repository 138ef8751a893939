package io.trainyard.launcher.vendor;

import io.trainyard.launcher.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sample of the guide for vendors. */
public final class SamplePlugin {
    /** Its project, with a runtime and a TrainJob that use it. */
    public static final Path SOURCE =
            Path.of("..", "examples", "vendor-plugin").toAbsolutePath().normalize();

    private SamplePlugin() {}

    /**
     * Builds it as a vendor would, and runs its tests.
     *
     * @param folder an empty one, for all files
     * @return a folder with the plugins of the distribution, and this one
     */
    public static Path besideOurs(Path folder) throws IOException, InterruptedException {
        Path project = copy(SOURCE, folder.resolve("acme"));
        Path jar = VendorBuild.in(folder).jarOf(project, "acme-trainyard-1.0.0.jar");
        Path plugins = copy(Distribution.home().resolve("plugins"), folder.resolve("plugins"));
        Files.copy(jar, plugins.resolve("acme.jar"));
        return plugins;
    }

    static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            List<Path> wanted = files.filter(file -> !from.relativize(file).startsWith("target"))
                    .toList();
            for (Path file : wanted) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return to;
    }
}

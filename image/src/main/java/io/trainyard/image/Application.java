package io.trainyard.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Trainyard itself, with an archive of the classes that a start needs. */
final class Application {
    static final String OPTIONS = RootFolder.HOME + "/java.options";
    static final String ARCHIVE = RootFolder.HOME + "/classes.jsa";

    /** Relative to the working directory, because the archive remembers it as it was named. */
    static final String JAR = "lib/launcher.jar";

    private final RootFolder folder;
    private final Path distribution;
    private final JavaOptions options;

    Application(RootFolder folder, Path distribution, JavaOptions options) {
        this.folder = folder;
        this.distribution = distribution;
        this.options = options;
    }

    void install() throws IOException, InterruptedException {
        copy("lib");
        copy("plugins");
        copy("runtimes");
        folder.copy(distribution.resolve("LICENSE"), RootFolder.HOME + "/LICENSE");
        folder.copy(distribution.resolve("NOTICE"), RootFolder.HOME + "/NOTICE");
        Path licences = distribution.resolve("THIRD-PARTY.txt");
        if (Files.exists(licences)) {
            folder.copy(licences, RootFolder.HOME + "/THIRD-PARTY.txt");
        }
        folder.write(OPTIONS, String.join("\n", options.start()) + "\n");
        folder.settleTimes();
        new Rehearsal(folder, options).archiveClasses();
    }

    private void copy(String name) throws IOException {
        Path source = distribution.resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String target = RootFolder.HOME + "/" + name + "/" + source.relativize(file);
                if (UnsignedJar.isNeededFor(file)) {
                    UnsignedJar.write(file, folder.at(target));
                } else {
                    folder.copy(file, target);
                }
            }
        }
    }
}

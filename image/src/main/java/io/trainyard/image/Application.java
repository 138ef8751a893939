package io.trainyard.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Trainyard itself, with an archive of the classes that a start needs. */
final class Application {
    static final String OPTIONS = RootFolder.HOME + "/java.options";
    static final String ARCHIVE = RootFolder.HOME + "/classes.jsa";

    /** Relative to the working directory, because the archive remembers it as it was named. */
    static final String JAR = "lib/launcher.jar";

    /** From here on Java warns, on the error stream, about what Netty does. */
    private static final int WARNS_ABOUT_NATIVE_ACCESS = 24;

    private final RootFolder folder;
    private final Path distribution;
    private final JavaRuntime java;

    Application(RootFolder folder, Path distribution, JavaRuntime java) {
        this.folder = folder;
        this.distribution = distribution;
        this.java = java;
    }

    void install() throws IOException, InterruptedException {
        copy("lib");
        copy("plugins");
        copy("runtimes");
        folder.copy(distribution.resolve("LICENSE"), RootFolder.HOME + "/LICENSE");
        folder.write(OPTIONS, String.join("\n", options()) + "\n");
        folder.settleTimes();
        archiveClasses();
    }

    /** What Java is told at every start. The heap follows the memory limit of the container. */
    private List<String> options() {
        List<String> options = new ArrayList<>(sharedOptions());
        options.addAll(List.of(
                "-XX:SharedArchiveFile=" + ARCHIVE,
                "-Xshare:auto",
                "-Dtrainyard.home=" + RootFolder.HOME,
                "-Djava.io.tmpdir=/tmp",
                "-Xms24m",
                "-XX:MinHeapFreeRatio=15",
                "-XX:MaxHeapFreeRatio=30",
                "-XX:MaxRAMPercentage=70",
                "-Xlog:disable",
                "-Xlog:all=off"));
        return options;
    }

    /** What must be the same when the archive is made. */
    private List<String> sharedOptions() {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
        if (java.release() >= WARNS_ABOUT_NATIVE_ACCESS) {
            options.add("--enable-native-access=ALL-UNNAMED");
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options;
    }

    /** Runs a small job on this machine, which needs the classes of the controller too. */
    private void archiveClasses() throws IOException, InterruptedException {
        Path state = Files.createTempDirectory("trainyard-image-");
        List<String> command = new ArrayList<>(List.of(
                folder.at(RootFolder.JAVA).resolve("bin/java").toAbsolutePath().toString()));
        command.addAll(sharedOptions());
        command.addAll(List.of(
                "-XX:ArchiveClassesAtExit=" + folder.at(ARCHIVE).toAbsolutePath(),
                "-Xlog:disable",
                "-Xlog:all=off",
                "-Dtrainyard.home=" + folder.at(RootFolder.HOME).toAbsolutePath(),
                "-jar",
                JAR,
                "run",
                "--state",
                state.toString(),
                "--timeout",
                "120s",
                "lib/prepare.yaml"));
        Command.run(folder.at(RootFolder.HOME), command);
        if (!Files.isRegularFile(folder.at(ARCHIVE))) {
            throw new IOException("Java made no archive of classes");
        }
    }

    private void copy(String name) throws IOException {
        Path source = distribution.resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                folder.copy(file, RootFolder.HOME + "/" + name + "/" + source.relativize(file));
            }
        }
    }
}

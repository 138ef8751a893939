package io.trainyard.launcher.vendor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs Maven as a vendor would who has Trainyard's artifacts in his repository. That repository is the one of this build with what has just been
 * built added beside it, not in it: links to everything else, so that nothing is fetched and nothing is installed.
 */
final class VendorBuild {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = System.getProperty("project.version");

    private final Path repository;

    private VendorBuild(Path repository) {
        this.repository = repository;
    }

    static VendorBuild in(Path folder) throws IOException {
        Path used = Path.of(System.getProperty("maven.repository"));
        Path repository = Files.createDirectories(folder.resolve("repository"));
        link(used, repository, "io");
        link(used.resolve("io"), Files.createDirectories(repository.resolve("io")), "trainyard");
        VendorBuild build = new VendorBuild(repository);
        build.add("trainyard", ROOT.resolve("pom.xml"), false);
        for (String module : List.of("foundation", "spi", "core", "plugins-tck")) {
            build.add(module, ROOT.resolve(module).resolve("pom.xml"), true);
        }
        return build;
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (!name.equals(except)) {
                    Files.createSymbolicLink(to.resolve(name), entry);
                }
            }
        }
    }

    private void add(String module, Path pom, boolean jar) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("io/trainyard").resolve(module).resolve(VERSION));
        String name = module + "-" + VERSION;
        Files.copy(pom, folder.resolve(name + ".pom"));
        if (jar) {
            Files.copy(pom.resolveSibling("target").resolve(name + ".jar"), folder.resolve(name + ".jar"));
        }
    }

    /** Builds a project and returns its jar. Its tests run, too. */
    Path jarOf(Path project, String name) throws IOException, InterruptedException {
        Path log = project.resolve("build.log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                        "-B",
                        "-o",
                        "-Dmaven.repo.local=" + repository,
                        "package")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        // So short a build is over before the thorough compiler is of use.
        builder.environment().merge("MAVEN_OPTS", "-XX:TieredStopAtLevel=1", (theirs, ours) -> theirs + " " + ours);
        Process maven = builder.start();
        if (maven.waitFor() != 0) {
            throw new IllegalStateException(
                    "the vendor's build failed:\n" + Files.readString(log, StandardCharsets.UTF_8));
        }
        return project.resolve("target").resolve(name);
    }
}

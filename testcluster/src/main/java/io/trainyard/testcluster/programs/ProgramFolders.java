package io.trainyard.testcluster.programs;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folders in which programs are looked for, in this order: {@code KUBEBUILDER_ASSETS} if set, then our cache.
 *
 * @param assets the folder that users of envtest have; empty when the variable is not set
 * @param cache our own folder for these versions; need not exist yet
 * @param search the folders of {@code PATH}, where Go is looked for
 */
record ProgramFolders(Optional<Path> assets, Path cache, List<Path> search) {

    static final String ASSETS_VARIABLE = "KUBEBUILDER_ASSETS";
    static final String CACHE_VARIABLE = "TRAINYARD_TESTCLUSTER_CACHE";

    ProgramFolders {
        search = List.copyOf(search);
    }

    static ProgramFolders from(Map<String, String> environment, Path home, String versionsHash) {
        return new ProgramFolders(
                variable(environment, ASSETS_VARIABLE).map(Path::of),
                cacheRoot(environment, home).resolve(versionsHash),
                variable(environment, "PATH").map(ProgramFolders::entries).orElse(List.of()));
    }

    Path bin() {
        return cache.resolve("bin");
    }

    Manifests manifests() {
        return new Manifests(cache.resolve("manifests"));
    }

    Optional<Path> find(Program program) {
        return assets.map(folder -> folder.resolve(program.fileName()))
                .filter(ProgramFolders::isProgram)
                .or(() -> Optional.of(bin().resolve(program.fileName())).filter(ProgramFolders::isProgram));
    }

    Optional<Path> findGo() {
        return search.stream()
                .map(folder -> folder.resolve("go"))
                .filter(ProgramFolders::isProgram)
                .findFirst();
    }

    private static Path cacheRoot(Map<String, String> environment, Path home) {
        return variable(environment, CACHE_VARIABLE).map(Path::of).orElseGet(() -> variable(
                        environment, "XDG_CACHE_HOME")
                .map(Path::of)
                .orElse(home.resolve(".cache"))
                .resolve("trainyard")
                .resolve("testcluster"));
    }

    private static List<Path> entries(String path) {
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(entry -> !entry.isBlank())
                .map(Path::of)
                .toList();
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}

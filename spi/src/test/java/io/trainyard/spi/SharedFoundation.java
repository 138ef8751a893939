package io.trainyard.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The packages of the foundation that are part of the contract with plugins. */
final class SharedFoundation {
    private static final Path ROOT = Path.of("../foundation/src/main/java");
    private static final List<String> PACKAGES = List.of("field", "quantity", "stability", "tree");

    private SharedFoundation() {}

    /** Source files of classes, without those that describe packages. */
    static List<Path> sources() throws IOException {
        return allSources().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .toList();
    }

    static List<Path> allSources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String name : PACKAGES) {
            try (Stream<Path> files =
                    Files.list(ROOT.resolve("io/trainyard/foundation").resolve(name))) {
                sources.addAll(files.sorted().toList());
            }
        }
        return sources;
    }

    static String className(Path source) {
        String name = ROOT.relativize(source).toString();
        return name.substring(0, name.length() - ".java".length()).replace('/', '.');
    }
}

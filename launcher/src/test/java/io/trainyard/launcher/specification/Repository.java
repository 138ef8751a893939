package io.trainyard.launcher.specification;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The text files of the repository, without what builds leave behind. Paths are relative, with slashes. */
final class Repository {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** Folders of the repository that hold no module. */
    private static final Set<String> FOLDERS = Set.of("deploy", "docs", "examples", "clients", ".ci");

    private static final Set<String> TEXT = Set.of(
            "java",
            "md",
            "yaml",
            "yml",
            "json",
            "xml",
            "properties",
            "tpl",
            "txt",
            "sh",
            "py",
            "go",
            "toml",
            "ini",
            "js",
            "html",
            "css",
            "");
    private static final Set<String> SKIPPED = Set.of("target", "node_modules", "__pycache__");

    private final List<String> paths = new ArrayList<>();

    /** Lists the files; reads none. */
    Repository() throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return isVisited(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && TEXT.contains(extension(file))) {
                    paths.add(relative(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        paths.sort(null);
    }

    private static boolean isVisited(Path folder) {
        String path = relative(folder);
        String name = folder.getFileName().toString();
        if (path.isEmpty()) {
            return true;
        }
        if (SKIPPED.contains(name) || (name.startsWith(".") && !FOLDERS.contains(path))) {
            return false;
        }
        boolean top = path.indexOf('/') < 0;
        return !top || FOLDERS.contains(path) || Files.exists(folder.resolve("pom.xml"));
    }

    private static String relative(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    List<String> paths(Predicate<String> wanted) {
        return paths.stream().filter(wanted).toList();
    }

    /** A file as text; bytes that are no UTF-8 are replaced. */
    static String read(String path) {
        try {
            return new String(Files.readAllBytes(ROOT.resolve(path)), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** True when a relative link of a file leads to a file or folder. */
    static boolean existsBeside(String path, String link) {
        return Files.exists(ROOT.resolve(path).getParent().resolve(link).normalize());
    }

    /** Tests, their data, and the test programs of clients. */
    static boolean isTest(String path) {
        return path.contains("/src/test/") || path.startsWith("clients/");
    }
}

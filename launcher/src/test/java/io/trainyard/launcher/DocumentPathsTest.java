package io.trainyard.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the code map and the other pages for contributors tell a newcomer to open is there. */
final class DocumentPathsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGES = ROOT.resolve("docs/contribute");
    private static final Set<String> NOT_SOURCES = Set.of("target", ".git", "node_modules", ".trainyard");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TYPE = Pattern.compile("([A-Z][A-Z0-9]*[a-z]\\w*)(?:\\.([a-z]\\w*))?");
    private static final Pattern PATH = Pattern.compile("[\\w.…-]+(?:/[\\w.…-]+)*");

    @Test
    void everyPathOfTheTableOfTheCodeMapExists() throws IOException {
        Map<String, Path> files = files();
        List<String> rows = Files.readAllLines(PAGES.resolve("code-map.md")).stream()
                .dropWhile(line -> !line.startsWith("| To change | Open |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        List<String> missing = new ArrayList<>();
        for (String row : rows) {
            String place = row.substring(row.indexOf('|', 1));
            codes(place).filter(code -> find(files, code).isEmpty()).forEach(code -> missing.add(code + " in " + row));
        }

        assertThat(rows).hasSizeBetween(20, 30);
        assertThat(missing).isEmpty();
    }

    @Test
    void everyTypeMethodAndPathThatTheGuidesNameExists() throws IOException {
        Map<String, Path> files = files();
        List<String> missing = new ArrayList<>();
        StringBuilder guides = new StringBuilder(Files.readString(ROOT.resolve("CONTRIBUTING.md")));
        for (String page : List.of("README.md", "building.md", "testing.md", "code-map.md")) {
            guides.append(Files.readString(PAGES.resolve(page)));
        }
        for (String code : codes(guides.toString()).toList()) {
            var type = TYPE.matcher(code);
            if (type.matches()) {
                List<Path> found = find(files, type.group(1));
                if (found.isEmpty()
                        || type.group(2) != null && found.stream().noneMatch(file -> calls(file, type.group(2)))) {
                    missing.add(code);
                }
            } else if (code.contains("/")
                    && !code.startsWith(".")
                    && PATH.matcher(code).matches()
                    && find(files, code).isEmpty()) {
                missing.add(code);
            }
        }

        assertThat(missing).isEmpty();
    }

    private static Stream<String> codes(String text) {
        return CODE.matcher(text).results().map(match -> match.group(1));
    }

    private static boolean calls(Path file, String method) {
        try {
            return Pattern.compile("\\b" + method + "\\(")
                    .matcher(Files.readString(file))
                    .find();
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    /** Files and folders whose path ends like this; … stands for any part of it. */
    private static List<Path> find(Map<String, Path> files, String code) {
        Pattern pattern = Pattern.compile("(?:.*/)?" + Pattern.quote(code).replace("…", "\\E.*\\Q") + "(?:\\.java)?");
        return files.entrySet().stream()
                .filter(file -> pattern.matcher(file.getKey()).matches())
                .map(Map.Entry::getValue)
                .toList();
    }

    private static Map<String, Path> files() throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (NOT_SOURCES.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                files.put(ROOT.relativize(folder).toString(), folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.put(ROOT.relativize(file).toString(), file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}

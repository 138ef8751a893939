package io.trainyard.image;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The file system of the image, as a folder of this machine.
 *
 * @param path the folder
 */
record RootFolder(Path path) {
    /** Files of an image have no time of their own, so that equal content makes equal layers; class-data sharing compares it. */
    static final Instant TIME = Instant.ofEpochSecond(1);

    static final String JAVA = "/opt/java";
    static final String HOME = "/opt/trainyard";

    /** Where something of the image lies here. */
    Path at(String imagePath) {
        return path.resolve(imagePath.substring(1));
    }

    void clear() throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(path);
    }

    void write(String imagePath, String content) throws IOException {
        Files.createDirectories(at(imagePath).getParent());
        Files.writeString(at(imagePath), content);
    }

    /** Copies a file, or what a link points to. */
    void copy(Path source, String imagePath) throws IOException {
        Files.createDirectories(at(imagePath).getParent());
        Files.copy(source.toRealPath(), at(imagePath), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Copies what a folder holds, links as what they point to, but for files and folders that are left out. */
    void copyFolder(Path source, String imagePath, Predicate<Path> leftOut) throws IOException {
        try (Stream<Path> files = Files.walk(source, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                Path relative = source.relativize(file);
                if (!leftOut.test(relative)) {
                    copy(file, imagePath + "/" + relative);
                }
            }
        }
    }

    /** All files below a folder of the image, sorted. */
    List<Path> files(String imagePath) throws IOException {
        try (Stream<Path> files = Files.walk(at(imagePath))) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    /** Gives all files the time that they will have in the image. */
    void settleTimes() throws IOException {
        for (Path file : files("/")) {
            Files.setLastModifiedTime(file, FileTime.from(TIME));
        }
    }
}

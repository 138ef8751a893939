package io.trainyard.launcher.run.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Folders that others may change at the same time. Blocks. */
public final class FileTree {
    private FileTree() {}

    /** What is in a folder, by name; nothing where there is none. */
    public static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    /** Removes it with all that is in it, as far as nobody else does. */
    static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            for (Path child : children(path)) {
                delete(child);
            }
        }
        Files.deleteIfExists(path);
    }
}

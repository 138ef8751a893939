package io.trainyard.launcher.run.folder;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;

/** Folders that others may change at the same time. Blocks. */
final class FileTree {
    private FileTree() {}

    /** What is in a folder; nothing where it is none, or may not be read. */
    static File[] children(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                ? Objects.requireNonNullElse(folder.toFile().listFiles(), new File[0])
                : new File[0];
    }

    /** Removes it with all that is in it, as far as nobody else does. */
    static void delete(Path path) throws IOException {
        for (File child : children(path)) {
            delete(child.toPath());
        }
        Files.deleteIfExists(path);
    }
}

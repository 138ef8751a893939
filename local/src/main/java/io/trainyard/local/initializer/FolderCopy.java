package io.trainyard.local.initializer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Copies a folder, or a single file, into a folder. Nothing that is there already is deleted; each file appears as a whole. */
final class FolderCopy {
    private FolderCopy() {}

    /**
     * Copies.
     *
     * @return how many files were copied
     */
    static int copy(Path source, Path target) throws IOException {
        Files.createDirectories(target);
        if (Files.isRegularFile(source)) {
            copyFile(source, target.resolve(source.getFileName()));
            return 1;
        }
        Path inside = target.toRealPath();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(source)) {
            // A target below the source would be copied into itself.
            files = walk.filter(file ->
                            Files.isRegularFile(file) && !file.toAbsolutePath().startsWith(inside))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            copyFile(file, target.resolve(source.relativize(file).toString()));
        }
        return files.size();
    }

    private static void copyFile(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Path fresh = to.resolveSibling("." + to.getFileName() + ".part");
        Files.copy(from, fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.move(fresh, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}

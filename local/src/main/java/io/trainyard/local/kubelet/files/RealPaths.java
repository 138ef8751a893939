package io.trainyard.local.kubelet.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;

/** Where paths lead when links are followed, which a program may have put there. Blocks. */
public final class RealPaths {
    private RealPaths() {}

    /**
     * Whether a path leads into one of these folders.
     *
     * @param path absolute; need not exist
     * @param folders absolute; those that do not exist hold nothing
     */
    public static boolean isWithin(Path path, Collection<Path> folders) throws IOException {
        Path real = real(path);
        for (Path folder : folders) {
            if (Files.exists(folder) && real.startsWith(folder.toRealPath())) {
                return true;
            }
        }
        return false;
    }

    /** What does not exist yet will be made below the part that exists. A link that leads nowhere exists, and fails. */
    private static Path real(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return path.toRealPath();
        }
        Path parent = path.getParent();
        Path name = path.getFileName();
        return parent == null || name == null ? path : real(parent).resolve(name);
    }
}

package io.trainyard.launcher.code;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A file, folder or link that travels.
 *
 * @param path from the outermost folder, with slashes
 * @param file where it is
 * @param kind what it is
 * @param mode its permission bits
 * @param size of a file, in bytes; 0 for others
 * @param target of a link, from the folder of the link
 */
record CodeEntry(String path, Path file, Kind kind, int mode, long size, Optional<String> target) {
    enum Kind {
        FILE,
        FOLDER,
        LINK
    }
}

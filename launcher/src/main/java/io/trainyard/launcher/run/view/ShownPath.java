package io.trainyard.launcher.run.view;

import java.nio.file.Path;

/** How users read a path. */
public final class ShownPath {
    private ShownPath() {}

    /** Those below the current folder are easier to read without it. */
    public static String of(Path path) {
        Path here = Path.of("").toAbsolutePath();
        if (!path.startsWith(here)) {
            return path.toString();
        }
        return path.equals(here) ? "." : here.relativize(path).toString();
    }
}

package io.trainyard.testcluster.programs;

import java.nio.file.Path;
import java.util.Map;

/**
 * Programs that are ready to be started.
 *
 * @param paths the executable file of each program that was asked for
 * @param manifests the manifests that belong to them
 */
public record Programs(Map<Program, Path> paths, Manifests manifests) {

    public Programs {
        paths = Map.copyOf(paths);
    }

    /** The executable file of a program; an error if it was not asked for. */
    public Path path(Program program) {
        Path path = paths.get(program);
        if (path == null) {
            throw new IllegalArgumentException(program.fileName() + " was not asked for; there are " + paths.keySet());
        }
        return path;
    }
}

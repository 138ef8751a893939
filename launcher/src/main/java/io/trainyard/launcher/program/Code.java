package io.trainyard.launcher.program;

import java.util.List;
import java.util.Optional;

/** The code that a program consists of. */
@FunctionalInterface
public interface Code {
    /**
     * What a file holds; empty where there is none, or where it is no text.
     *
     * @param path as it stands in the command, from the folder that the program starts in
     */
    Optional<String> read(String path);

    /** Where the program of this name is that the PATH leads to. */
    default Optional<String> onPath(String name) {
        return Optional.empty();
    }

    /** Whether this file may be executed. */
    default boolean isExecutable(String path) {
        return false;
    }

    /** The folders in which packages of this Python lie, each with a slash at its end. */
    default List<String> packages(String interpreter) {
        return List.of();
    }
}

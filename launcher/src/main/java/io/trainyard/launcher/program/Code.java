package io.trainyard.launcher.program;

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

    /**
     * What Python says of a program.
     *
     * @param interpreter that runs it; where that is not here, the shell's python3 answers
     * @param kind SCRIPT, MODULE or CODE as Python starts it, or INSTALLED for a script of which the imports lie with the interpreter
     * @param target the script, the module or the code
     */
    default PythonAnswer python(String interpreter, String kind, String target) {
        return PythonAnswer.NONE;
    }
}

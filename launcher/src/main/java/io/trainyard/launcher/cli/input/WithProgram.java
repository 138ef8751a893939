package io.trainyard.launcher.cli.input;

import java.util.List;

/** A command behind whose {@code --} stands a command line that is not ours to read. */
public interface WithProgram {
    /** What stood there. */
    void setProgram(List<String> words);

    /** Whether it ends with the exit code of a program, so that faults of ours have codes of their own. */
    default boolean endsAsProgram() {
        return false;
    }
}

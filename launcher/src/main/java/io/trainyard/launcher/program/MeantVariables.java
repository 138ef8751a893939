package io.trainyard.launcher.program;

import io.trainyard.spi.framework.CommandLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what looks as if a shell were to put the value of a variable of the group there, where none reads it. Pure. */
public final class MeantVariables {
    private static final Pattern REFERENCE =
            Pattern.compile("\\$[({]?(?:MASTER_(?:ADDR|PORT)|(?:LOCAL_|NODE_|GROUP_)?RANK|WORLD_SIZE"
                    + "|JOB_COMPLETION_INDEX|(?:PET|PADDLE|JAX|DMLC|TRAINER)_[A-Z0-9_]+)\\b[)}]?");

    private MeantVariables() {}

    /** A line about the first one; empty where there is none. */
    public static Optional<String> note(List<String> typed) {
        return new CommandLine(typed).isScript()
                ? Optional.empty()
                : typed.stream()
                        .map(REFERENCE::matcher)
                        .filter(Matcher::find)
                        .findFirst()
                        .map(found -> "note: the program gets " + found.group()
                                + " as it is typed; a shell puts the value in: trainyard launch -- sh -c 'COMMAND'");
    }
}

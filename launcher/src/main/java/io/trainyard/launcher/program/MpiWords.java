package io.trainyard.launcher.program;

import java.util.List;
import java.util.regex.Pattern;

/** The words of mpirun and its like. Pure. */
public final class MpiWords {
    private static final Pattern PROGRAM =
            Pattern.compile("(?:.*/)?(?:python[0-9.]*|sh|bash|torchrun)|\\.{0,2}/.*|.*\\.(?:py|sh)");

    private MpiWords() {}

    /**
     * Where the program begins that the command starts on all nodes; 0 where the command is no mpirun.
     *
     * @throws UnclearProgramException when that cannot be told from options and their values
     */
    public static int program(List<String> command) {
        if (command.isEmpty() || !isMpirun(command.get(0))) {
            return 0;
        }
        for (int i = 1; i < command.size(); i++) {
            if (!command.get(i).startsWith("-")
                    && PROGRAM.matcher(command.get(i)).matches()) {
                return i;
            }
        }
        throw new UnclearProgramException(command.get(0)
                + ": write the program with its folder, such as ./solve, so that it is clear where its words begin");
    }

    private static boolean isMpirun(String word) {
        return Launcher.of(PythonCall.baseName(word), List.of())
                .filter(found -> found.launcher() == Launcher.MPIRUN)
                .isPresent();
    }
}

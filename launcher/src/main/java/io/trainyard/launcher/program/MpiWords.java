package io.trainyard.launcher.program;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of mpirun and its like. Pure. */
public final class MpiWords {
    private static final Set<String> STARTERS = Set.of("mpirun", "mpiexec", "mpiexec.hydra", "orterun", "prterun");
    private static final Pattern PROGRAM =
            Pattern.compile("(?:.*/)?(?:python[0-9.]*|sh|bash|torchrun)|\\.{0,2}/.*|.*\\.(?:py|sh)");

    private MpiWords() {}

    static boolean isStarter(String name) {
        return STARTERS.contains(name);
    }

    /**
     * Where the program begins that the command starts on all nodes; 0 where the command is no mpirun.
     *
     * @throws UnclearProgramException when that cannot be told from options and their values
     */
    public static int program(List<String> command) {
        if (command.isEmpty() || !isStarter(PythonCall.baseName(command.get(0)))) {
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
}

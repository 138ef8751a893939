package io.trainyard.spi.framework;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.Optional;
import java.util.Set;

/** What is known of a program that a command starts with Python and no launcher. Pure. */
public final class PythonProgram {
    /** How the texts of programs train, or meet others. */
    private static final LinearPattern TRAINS = LinearPattern.of(
            "init_process_group|\\.(backward|fit|train|train_batch|minimize)\\(|Trainer\\(|DataParallel|Strategy\\(");

    /** Names of the variables that tell nodes apart, and places where a program says itself how large its group is. */
    private static final LinearPattern KNOWS_ITS_GROUP = LinearPattern.of(
            "NODE_RANK|NNODES|TRAINER_ID|COMPLETION_INDEX|WORLD_SIZE[\"'\\]]*\\s*=[^=]|[(,]\\s*world_size=");

    /** Modules of Python that install, test and serve. */
    private static final Set<String> TOOLS = Set.of(
            "pip",
            "ensurepip",
            "venv",
            "http.server",
            "json.tool",
            "pytest",
            "unittest",
            "compileall",
            "torch.utils.collect_env");

    private PythonProgram() {}

    /** Whether nodes that run it side by side may have been meant to train together. Files and shell variables are not read; their programs may. */
    public static boolean mayWantGroup(StartedProgram program) {
        if (!program.python() || TOOLS.contains(program.name())) {
            return false;
        }
        if (program.arguments().stream().anyMatch(KNOWS_ITS_GROUP::isFoundIn)) {
            return false;
        }
        Optional<String> text = program.text().filter(known -> !known.strip().startsWith("$"));
        return text.isEmpty() || (TRAINS.isFoundIn(text.get()) && !KNOWS_ITS_GROUP.isFoundIn(text.get()));
    }
}

package io.trainyard.launcher.cli.input;

import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.program.TrainingProgram;
import java.util.List;
import java.util.Optional;

/** The command of ours that somebody meant who has typed a program, or its file, where something else belongs. Pure. */
public final class WantedProgram {
    private static final List<String> MANIFESTS = List.of(".yaml", ".yml");

    private WantedProgram() {}

    /**
     * What these words were meant to be; empty where they tell nothing.
     *
     * @param words such as {@code python train.py}
     */
    public static Optional<String> of(List<String> words) {
        String first = words.get(0);
        if (TrainingProgram.isStarter(first)) {
            return Optional.of("trainyard launch -- " + String.join(" ", words));
        }
        return ProgramJob.isScript(first) || MANIFESTS.stream().anyMatch(first::endsWith)
                ? Optional.of("trainyard run " + first)
                : Optional.empty();
    }
}

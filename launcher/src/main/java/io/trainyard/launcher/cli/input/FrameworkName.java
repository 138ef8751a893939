package io.trainyard.launcher.cli.input;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.foundation.field.NearestName;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.program.Framework;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The value of {@code --framework}. */
public final class FrameworkName {
    /** What the option is for. */
    public static final String DESCRIPTION =
            "What a group trains with: torch, jax, tensorflow, xgboost, paddle, mpi, deepspeed, horovod, mlx or plain. Without it, what the command starts, or what the script imports.";

    private FrameworkName() {}

    /**
     * The framework of that name; empty where none is given.
     *
     * @throws CommandException when there is none
     */
    public static Optional<Framework> of(@Nullable String framework) {
        if (framework == null) {
            return Optional.empty();
        }
        String wanted = framework;
        return Optional.of(Framework.named(wanted)
                .orElseThrow(() -> wrong("--framework: there is no " + wanted
                        + NearestName.question(wanted, Framework.names()) + "; there are "
                        + String.join(", ", Framework.names()))));
    }
}

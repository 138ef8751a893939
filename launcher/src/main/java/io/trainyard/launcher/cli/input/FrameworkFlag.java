package io.trainyard.launcher.cli.input;

import io.trainyard.foundation.field.NearestName;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.Framework;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a program trains with, where somebody says it. */
public final class FrameworkFlag {
    @Option(
            names = "--framework",
            paramLabel = "NAME",
            description =
                    "What starts the processes of a group: torch, jax, tensorflow, xgboost, paddle, mpi, deepspeed, horovod, mlx or plain. Without it, what the command starts, or what the script imports.")
    private @Nullable String framework;

    /**
     * That one; empty where nobody has said it.
     *
     * @throws CommandException when there is none of that name
     */
    public Optional<Framework> framework() {
        if (framework == null) {
            return Optional.empty();
        }
        String wanted = framework;
        return Optional.of(Framework.named(wanted)
                .orElseThrow(() -> new CommandException(ExitCodes.WRONG_INPUT, "--framework: there is no " + wanted
                        + NearestName.question(wanted, Framework.names()) + "; there are "
                        + String.join(", ", Framework.names()))));
    }
}

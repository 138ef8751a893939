package io.trainyard.launcher.cli.input;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.CommandException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The processes of a node as {@code --nproc} gives them. */
public final class ProcessCount {
    private static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,5}|auto|cpu|gpu");

    private ProcessCount() {}

    /**
     * Refuses what is no count.
     *
     * @param given null when nothing was given
     * @throws CommandException that names the option
     */
    public static void require(@Nullable String given) {
        if (given != null && !COUNT.matcher(given).matches()) {
            throw wrong("--nproc: must be a number from 1 on, auto, cpu or gpu, not " + given);
        }
    }
}

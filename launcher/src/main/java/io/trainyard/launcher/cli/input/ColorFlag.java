package io.trainyard.launcher.cli.input;

import io.trainyard.launcher.cli.process.Environment;
import picocli.CommandLine.Option;

/** Whether output has colours. */
public final class ColorFlag {
    @Option(
            names = "--color",
            paramLabel = "WHEN",
            description = "auto (on a terminal, unless NO_COLOR is set), always or never: colours that tell ranks apart.")
    private When when = When.auto;

    /** When there are colours. */
    enum When {
        auto,
        always,
        never
    }

    /** For this process. */
    public boolean isOn(Environment environment) {
        return switch (when) {
            case always -> true;
            case never -> false;
            case auto ->
                environment.terminal()
                        && environment.variables().getOrDefault("NO_COLOR", "").isEmpty();
        };
    }
}

package io.trainyard.launcher.cli.input;

import io.trainyard.launcher.cli.process.Environment;
import java.util.Map;

/** When output has colours: values of the flag {@code --color}. */
public enum ColorChoice {
    /** On a terminal, unless {@code NO_COLOR} is set. */
    auto,
    always,
    never;

    /** How the flag is described. */
    public static final String DESCRIPTION =
            "auto (on a terminal, unless NO_COLOR is set), always or never: colours that tell ranks apart.";

    /** Whether this process writes colours. */
    public boolean isOn(Environment environment) {
        return this == always || (this == auto && isOn(environment.terminal(), environment.variables()));
    }

    static boolean isOn(boolean terminal, Map<String, String> variables) {
        return terminal && variables.getOrDefault("NO_COLOR", "").isEmpty();
    }
}

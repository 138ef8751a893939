package io.trainyard.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The command line of a program that measures the built source tree.
 *
 * @param root the built source tree, an absolute path
 * @param values what was given, by name
 */
public record ProgramArguments(Path root, Map<String, String> values) {
    public ProgramArguments {
        values = Map.copyOf(values);
    }

    /**
     * Reads the root of the source tree, then any number of {@code name=value}.
     *
     * @param names the names that there are
     * @throws IllegalArgumentException when it is wrong; the message says how
     */
    public static ProgramArguments parse(Set<String> names, String... arguments) {
        if (arguments.length == 0 || !Files.isDirectory(Path.of(arguments[0]))) {
            throw new IllegalArgumentException("the first argument must be the root folder of the built source tree");
        }
        Map<String, String> values = new HashMap<>();
        Arrays.stream(arguments).skip(1).forEach(argument -> {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2 || !names.contains(parts[0])) {
                throw new IllegalArgumentException(
                        "'" + argument + "' is none of the arguments " + String.join("=, ", names) + "=");
            }
            values.put(parts[0], parts[1]);
        });
        return new ProgramArguments(Path.of(arguments[0]).toAbsolutePath().normalize(), values);
    }

    /** A value as it was given. */
    public String text(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    /**
     * A whole number.
     *
     * @throws IllegalArgumentException when the value is none
     */
    public int number(String name, int defaultValue) {
        String text = text(name, String.valueOf(defaultValue));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + "=" + text + " is no whole number", wrong);
        }
    }
}

package io.trainyard.launcher.program;

import java.util.Map;
import java.util.Optional;

/**
 * What Python says of a program.
 *
 * @param lines values by their names
 */
public record PythonAnswer(Map<String, String> lines) {
    /** Where there is no Python, or no file. */
    public static final PythonAnswer NONE = new PythonAnswer(Map.of());

    public PythonAnswer {
        lines = Map.copyOf(lines);
    }

    /** The module of a framework that its files import. */
    Optional<String> module() {
        return value("module");
    }

    /** The address of this machine, with its port, that it sets for its own group. */
    Optional<String> ownAddress() {
        return value("MASTER_ADDR")
                .filter(address -> address.equals("localhost") || address.startsWith("127."))
                .map(address ->
                        address + value("MASTER_PORT").map(port -> ":" + port).orElse(""));
    }

    /** Whether it calls Lightning's Trainer without a number of nodes. */
    boolean isOfOneNode() {
        return lines.containsKey("alone");
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(lines.get(name)).filter(value -> !value.isEmpty());
    }
}

package io.trainyard.core.compile;

import java.util.Map;
import java.util.Optional;

/**
 * Who set what of a JobSet while it was compiled. Immutable.
 *
 * @param setters by {@linkplain Leaf#place() place}: who set or changed a value after runtime and TrainJob had been merged, {@code plugin NAME} or
 *     {@link #CONTROLLER}
 * @param values all values of the JobSet as it was compiled, by place
 */
public record CompileTrace(Map<String, String> setters, Map<String, Object> values) {
    /** What no plugin does, but the controller for all of them. */
    public static final String CONTROLLER = "Trainyard";

    public CompileTrace {
        setters = Map.copyOf(setters);
        values = Map.copyOf(values);
    }

    /** How a plugin is called. */
    static String plugin(String name) {
        return "plugin " + name;
    }

    /** Who set the value at a place after the merge; empty for what was merged. */
    public Optional<String> setter(String place) {
        return Optional.ofNullable(setters.get(place));
    }
}

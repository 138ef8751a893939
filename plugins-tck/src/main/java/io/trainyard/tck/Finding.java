package io.trainyard.tck;

import java.util.Optional;

/**
 * Something that is wrong with a plugin.
 *
 * @param check the rule
 * @param problem what was seen, in a sentence
 * @param cause what the plugin threw; empty when it threw nothing
 */
public record Finding(Check check, String problem, Optional<Throwable> cause) {
    /** Something that was seen without an exception. */
    public Finding(Check check, String problem) {
        this(check, problem, Optional.empty());
    }

    @Override
    public String toString() {
        return check + ": " + problem;
    }
}

package io.trainyard.tck;

/**
 * Something that is wrong with a plugin.
 *
 * @param check the rule
 * @param problem what was seen, in a sentence
 */
public record Finding(Check check, String problem) {
    @Override
    public String toString() {
        return check + ": " + problem;
    }
}

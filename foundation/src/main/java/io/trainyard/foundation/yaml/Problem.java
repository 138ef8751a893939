package io.trainyard.foundation.yaml;

/**
 * Something that a user has to put right.
 *
 * @param location where it is
 * @param path the field, such as {@code spec.trainer.env[2].name}; empty when it is about the whole source
 * @param message what is wrong and what would be right, without location and path
 */
public record Problem(Location location, String path, String message) {
    /** A problem of a whole source, such as a file that does not exist. */
    public static Problem of(String source, String message) {
        return new Problem(Location.of(source), "", message);
    }

    /** One line: location, path and message. */
    @Override
    public String toString() {
        return location + ": " + (path.isEmpty() ? "" : path + ": ") + message;
    }
}

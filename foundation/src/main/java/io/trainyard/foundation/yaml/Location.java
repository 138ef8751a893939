package io.trainyard.foundation.yaml;

/**
 * A place in what a user gave us.
 *
 * @param source the file as the user named it, or another origin such as a command-line flag
 * @param line line, counted from 1; 0 when only the source is known
 * @param column column, counted from 1; 0 when only the source is known
 */
public record Location(String source, int line, int column) {
    /** A source as a whole. */
    public static Location of(String source) {
        return new Location(source, 0, 0);
    }

    /** The form that editors understand: {@code file:line:column}. */
    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}

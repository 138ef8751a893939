package io.trainyard.launcher.run.folder;

/** A line as a terminal shows it: what stands behind a carriage return takes the place of what stood before it. Pure. */
final class ShownLine {
    private ShownLine() {}

    /** What is left to be read of a line without its end. */
    static String of(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\r') {
            end--;
        }
        return line.substring(line.lastIndexOf('\r', end - 1) + 1, end);
    }
}

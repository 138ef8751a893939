package io.trainyard.local.kubelet.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** When processes started, in a form that a shell can compare, too. Blocks. */
final class StartTime {
    /** In what follows the name of the program in {@code /proc/PID/stat}. */
    private static final int FIELD = 19;

    private StartTime() {}

    /** Of a process, in ticks of the clock since the machine was booted; empty where the system does not tell, or when it has ended. */
    static String of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            // The name stands in parentheses and may hold anything, also more of them.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return fields.length > FIELD ? fields[FIELD] : "";
        } catch (IOException notLinuxOrGone) {
            return "";
        }
    }
}

package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.regex.LinearPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The memory of processes, as Linux tells it. Blocks. */
public final class ProcessMemory {
    private static final LinearPattern OTHERS = LinearPattern.of("\\D");

    private static final Path PROC = Path.of("/proc");

    private ProcessMemory() {}

    /** Whether this system tells it. */
    public static boolean isKnown() {
        return Files.isReadable(PROC.resolve("self").resolve("smaps_rollup"));
    }

    /** Bytes that a process and its descendants hold; what several of them share counts once. */
    static long ofTree(ProcessHandle process) {
        return Stream.concat(Stream.of(process), ProcessTree.descendants(process).stream())
                        .mapToLong(ProcessMemory::shareOf)
                        .sum()
                << 10;
    }

    private static long shareOf(ProcessHandle process) {
        Path folder = PROC.resolve(Long.toString(process.pid()));
        long kilobytes = kilobytes(folder.resolve("smaps_rollup"), "Pss:");
        return process.isAlive() ? kilobytes : 0;
    }

    private static long kilobytes(Path file, String field) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(field))
                    .map(line -> OTHERS.replaceAll(line, ""))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | java.io.UncheckedIOException gone) {
            // It has ended meanwhile.
            return 0;
        }
    }
}

package io.trainyard.bench.laptop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One start of a command whose processes each print a line with {@link #WORD}.
 *
 * @param container until the first container ran, as Trainyard tells it; empty for others
 * @param first until the first of these lines was read
 * @param last until the last one was
 * @param processor processor time of the command and all that it waited for, to its end
 * @param memory the most that the command itself held when the last line was read, in KiB; empty where the system does not tell, or the command had ended by then
 */
record Start(Optional<Duration> container, Duration first, Duration last, Duration processor, OptionalLong memory) {
    static final String WORD = "trained-here";
    private static final Pattern CONTAINER = Pattern.compile("(\\d+) ms {2}first container");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final int MILLIS_PER_TICK = 10;

    /**
     * Runs a command to its end.
     *
     * @param lines how many lines are waited for
     * @throws IllegalStateException when it fails or prints fewer
     */
    static Start of(List<String> command, Map<String, String> variables, Path folder, int lines)
            throws IOException, InterruptedException {
        Path errors = Files.createTempFile("first-line", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(variables);
        Duration before = childrenTime();
        long begin = System.nanoTime();
        Process process = builder.start();
        long first = 0;
        long last = 0;
        int seen = 0;
        OptionalLong memory = OptionalLong.empty();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains(WORD) && ++seen <= lines) {
                    last = System.nanoTime() - begin;
                    first = seen == 1 ? last : first;
                    memory = seen == lines ? peak(process.pid()) : memory;
                }
            }
        }
        int code = process.waitFor();
        String told = Files.readString(errors);
        Files.delete(errors);
        if (code != 0 || seen < lines) {
            throw new IllegalStateException(
                    command + " ended with " + code + " after " + seen + " of " + lines + " lines:\n" + told);
        }
        Matcher container = CONTAINER.matcher(told);
        return new Start(
                container.find()
                        ? Optional.of(Duration.ofMillis(Long.parseLong(container.group(1))))
                        : Optional.empty(),
                Duration.ofNanos(first),
                Duration.ofNanos(last),
                childrenTime().minus(before),
                memory);
    }

    private static OptionalLong peak(long process) {
        String status;
        try {
            status = Files.readString(Path.of("/proc", Long.toString(process), "status"));
        } catch (IOException gone) {
            // The process ended, perhaps while its file was read, or this system has no such files.
            return OptionalLong.empty();
        }
        Matcher found = PEAK.matcher(status);
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
    }

    /** Of all children that have ended, and of theirs. */
    private static Duration childrenTime() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Duration.ofMillis(MILLIS_PER_TICK * (Long.parseLong(fields[13]) + Long.parseLong(fields[14])));
    }
}

package io.trainyard.local.kubelet.logs;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * When which part of a log was written. Logs are written without us, so this is known as exactly as we sample: each line of the file
 * says how long the log was at a time. Blocks.
 */
public final class LogTimes {
    private static final long MAX_BYTES = 1 << 20;

    private final List<Sample> samples;

    /**
     * One sample.
     *
     * @param length of the log in bytes
     */
    private record Sample(long length, Instant time) {}

    private LogTimes(List<Sample> samples) {
        this.samples = List.copyOf(samples);
    }

    /** Notes down how long a log is now; a file that grows too large loses every second sample. */
    public static void note(Path file, long length, Instant time) throws IOException {
        PrivateFiles.createFoldersAbove(file);
        if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
            List<Sample> all = read(file).samples;
            StringBuilder half = new StringBuilder();
            for (int i = 1; i < all.size(); i += 2) {
                half.append(line(all.get(i)));
            }
            // Somebody may read it at this moment, and would take what is missing for written just now.
            PrivateFiles.replace(file, half.toString().getBytes(StandardCharsets.US_ASCII));
        }
        Files.writeString(file, line(new Sample(length, time)), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String line(Sample sample) {
        return sample.length() + " " + sample.time().toEpochMilli() + "\n";
    }

    /** The samples that were noted down; none when there is no such file. */
    static LogTimes read(Path file) throws IOException {
        List<Sample> samples = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                String[] parts = line.split(" ");
                // The last line may be half written at this moment.
                if (parts.length == 2
                        && PlainText.isNumber(parts[0], 18)
                        && parts[1].length() == 13
                        && PlainText.isNumber(parts[1], 13)) {
                    samples.add(new Sample(Long.parseLong(parts[0]), Instant.ofEpochMilli(Long.parseLong(parts[1]))));
                }
            }
        }
        return new LogTimes(samples);
    }

    /** How much of the log had been written for certain before a time: what comes after it may be from later. */
    long lengthBefore(Instant time) {
        long length = 0;
        for (Sample sample : samples) {
            if (!sample.time().isBefore(time)) {
                break;
            }
            length = sample.length();
        }
        return length;
    }

    /** When the byte at this place was seen first; {@code defaultValue} when it was not there at the last sample. */
    Instant timeOf(long place, Instant defaultValue) {
        int low = 0;
        int high = samples.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (samples.get(middle).length() > place) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == samples.size() ? defaultValue : samples.get(low).time();
    }

    /** How much of the log has been looked at. */
    long length() {
        return samples.isEmpty() ? 0 : samples.get(samples.size() - 1).length();
    }
}

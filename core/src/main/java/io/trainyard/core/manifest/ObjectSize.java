package io.trainyard.core.manifest;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of JSON somebody has written into an object: its labels, its annotations and its spec. The text is not kept, and counting ends when there are
 * enough. Pure.
 */
public final class ObjectSize {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private ObjectSize() {}

    /**
     * Of an object with these parts, which may be trees or objects of the model; null where it has none.
     *
     * @param enough no more bytes than these are counted
     */
    public static long of(
            @Nullable Map<String, ?> labels, @Nullable Map<String, ?> annotations, @Nullable Object spec, long enough) {
        Counter counter = new Counter(enough);
        try {
            TreeConversion.write(Arrays.asList(labels, withoutLastApplied(annotations), spec), counter);
        } catch (IOException stopped) {
            if (counter.bytes < enough) {
                throw new IllegalArgumentException("an object cannot be written as JSON", stopped);
            }
        }
        return Math.min(counter.bytes, enough);
    }

    /** Annotations but the one with which kubectl remembers what it applied, which is all of the object once more; empty when there are none. */
    public static <T> Map<String, T> withoutLastApplied(@Nullable Map<String, T> annotations) {
        Map<String, T> others = annotations == null ? new LinkedHashMap<>() : new LinkedHashMap<>(annotations);
        others.remove(LAST_APPLIED);
        return others;
    }

    private static final class Counter extends OutputStream {
        private final long enough;
        private long bytes;

        Counter(long enough) {
            this.enough = enough;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[0], 0, 1);
        }

        @Override
        public void write(byte[] more, int from, int length) throws IOException {
            bytes += length;
            if (bytes >= enough) {
                throw new IOException("enough");
            }
        }
    }
}

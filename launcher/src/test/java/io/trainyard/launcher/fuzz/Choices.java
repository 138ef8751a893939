package io.trainyard.launcher.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** What a mutation does next: decided by a seed, or by bytes that a fuzzing engine varies. Same seed or bytes, same decisions. */
@FunctionalInterface
interface Choices {
    /** A number from 0 to below the bound, which is positive. */
    int below(int bound);

    default boolean oneIn(int times) {
        return below(times) == 0;
    }

    default <T> T of(List<T> values) {
        return values.get(below(values.size()));
    }

    static Choices seeded(long seed) {
        return new SplittableRandom(seed)::nextInt;
    }

    /** Two bytes for each decision; when they are used up, always the first possibility. */
    static Choices of(byte[] bytes) {
        int[] position = {0};
        return bound -> {
            int high = position[0] < bytes.length ? bytes[position[0]++] & 0xff : 0;
            int low = position[0] < bytes.length ? bytes[position[0]++] & 0xff : 0;
            return (high << Byte.SIZE | low) % bound;
        };
    }
}

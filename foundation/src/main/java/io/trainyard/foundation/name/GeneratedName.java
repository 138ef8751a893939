package io.trainyard.foundation.name;

import java.util.random.RandomGenerator;

/** Completes {@code metadata.generateName} as API servers do. */
public final class GeneratedName {
    /** How many characters come behind the prefix. */
    public static final int ADDED = 5;

    // No vowels and nothing that looks alike, so that neither words nor misreadings come out.
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int MAX_PREFIX_LENGTH = 63 - ADDED;

    private GeneratedName() {}

    /** A name with that prefix. */
    public static String of(String prefix, RandomGenerator random) {
        StringBuilder name = new StringBuilder(start(prefix));
        for (int i = 0; i < ADDED; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }

    /** What names with that prefix begin with: the prefix, unless it is too long. */
    public static String start(String prefix) {
        return prefix.substring(0, Math.min(prefix.length(), MAX_PREFIX_LENGTH));
    }
}

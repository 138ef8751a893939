package io.trainyard.local.api.request;

import java.util.random.RandomGenerator;

/** Completes {@code generateName}. */
final class NameGenerator {
    // No vowels and nothing that looks alike, so that neither words nor misreadings come out.
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LENGTH = 5;
    private static final int MAX_PREFIX_LENGTH = 63 - LENGTH;

    private final RandomGenerator random;

    NameGenerator(RandomGenerator random) {
        this.random = random;
    }

    String complete(String prefix) {
        StringBuilder name = new StringBuilder(prefix.substring(0, Math.min(prefix.length(), MAX_PREFIX_LENGTH)));
        for (int i = 0; i < LENGTH; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }
}

package io.trainyard.launcher.fuzz;

/** How much is tried: a little in every build, {@code -Dfuzz=1000000} reviews and a tenth as many pairs when somebody asks for it. */
final class FuzzRuns {
    private static final int IN_EVERY_BUILD = 5_000;
    private static final int REAL_IN_EVERY_BUILD = 400;
    private static final int REVIEWS_TO_A_PAIR = 10;

    /** The same in every build, so that a failure is a change's; {@code -Dfuzz.seed=…} tries others. */
    static final long SEED = Long.getLong("fuzz.seed", 17);

    private FuzzRuns() {}

    static int reviews() {
        return Integer.getInteger("fuzz", IN_EVERY_BUILD);
    }

    static int pairs() {
        return reviews() / REVIEWS_TO_A_PAIR;
    }

    /** Pairs against a real cluster: a few hundred in every build, {@code -Dfuzz.real=5000} when somebody asks for it. */
    static int realPairs() {
        return Integer.getInteger("fuzz.real", REAL_IN_EVERY_BUILD);
    }
}

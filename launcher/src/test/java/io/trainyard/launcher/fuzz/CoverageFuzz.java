package io.trainyard.launcher.fuzz;

/**
 * The same way, for a fuzzing engine that is led by coverage (Jazzer): it varies the bytes that decide how a pair is mutated. CONTRIBUTING.md says how to
 * start it.
 */
public final class CoverageFuzz {
    private static final Findings FINDINGS = new Findings();
    private static final Corpus CORPUS = Corpus.load();
    private static final Vocabulary VOCABULARY = new Vocabulary(CORPUS.objects());
    private static final WholeWay WAY = new WholeWay(FINDINGS);

    private CoverageFuzz() {}

    /** Called by the engine for each input. */
    public static void fuzzerTestOneInput(byte[] data) {
        MutatedPair pair = MutatedPair.of("some bytes", CORPUS, VOCABULARY, Choices.of(data));
        WAY.go(pair.runtime(), pair.trainJob());
        if (!FINDINGS.isEmpty()) {
            throw new AssertionError(FINDINGS + "\n" + pair);
        }
    }
}

package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.json.Json;
import java.util.Map;

/**
 * A runtime and a TrainJob, one of them or both changed here and there.
 *
 * @param name says how to get the same one again
 */
record MutatedPair(String name, Map<String, Object> runtime, Map<String, Object> trainJob) {
    private static final int SHOWN = 20_000;

    static MutatedPair of(String name, Corpus corpus, Vocabulary vocabulary, Choices choices) {
        Mutation mutation = new Mutation(vocabulary, choices);
        Corpus.Pair pair = choices.of(corpus.pairs());
        return new MutatedPair(
                name,
                choices.oneIn(3) ? mutation.of(pair.runtime()) : pair.runtime(),
                choices.oneIn(5) ? pair.trainJob() : mutation.of(pair.trainJob()));
    }

    /** For whoever has to see what is wrong with it. */
    @Override
    public String toString() {
        String text = name + ": " + Json.text(trainJob) + " with " + Json.text(runtime);
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}

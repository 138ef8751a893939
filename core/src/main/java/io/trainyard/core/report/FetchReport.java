package io.trainyard.core.report;

import java.util.Optional;

/**
 * How far an initializer is that fetches a data set or a model.
 *
 * @param content what it fetches
 * @param bytes how much of it is there
 * @param totalBytes how much it is; empty as long as nobody knows
 */
public record FetchReport(Content content, long bytes, Optional<Long> totalBytes) {
    /** What is fetched before a training. */
    public enum Content {
        DATASET("dataset"),
        MODEL("model");

        private final String text;

        Content(String text) {
            this.text = text;
        }

        /** As programs write it. */
        String text() {
            return text;
        }

        static Optional<Content> of(String text) {
            return text.equals(DATASET.text)
                    ? Optional.of(DATASET)
                    : text.equals(MODEL.text) ? Optional.of(MODEL) : Optional.empty();
        }
    }

    /** 0 to 100; empty when it is not known how much there is. */
    public Optional<Integer> percentage() {
        return totalBytes.filter(total -> total > 0).map(total ->
                (int) Math.min(100, Math.floor(100.0 * bytes / total)));
    }
}

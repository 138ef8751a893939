package io.trainyard.bench;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a Kubernetes API server waited for its admission webhooks, by its own account: the histogram {@code
 * apiserver_admission_webhook_admission_duration_seconds} of its page {@code /metrics}, over all outcomes.
 *
 * @param series one histogram for each webhook and operation
 */
record WebhookDurations(Map<Series, Histogram> series) {
    private static final Pattern LINE =
            Pattern.compile("apiserver_admission_webhook_admission_duration_seconds_(bucket|sum)\\{([^}]*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    WebhookDurations {
        series = Map.copyOf(series);
    }

    /** A webhook, such as {@code validator.trainjob.trainer.kubeflow.org}, and what it reviewed, such as {@code CREATE}. */
    record Series(String webhook, String operation) implements Comparable<Series> {
        @Override
        public int compareTo(Series other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return webhook + " " + operation;
        }
    }

    /**
     * How many reviews took how long.
     *
     * @param atMost counts of reviews by their longest time in seconds, each with those of the shorter times; the last is of all
     * @param sum seconds of all together
     */
    record Histogram(TreeMap<Double, Long> atMost, double sum) {
        long count() {
            return atMost.isEmpty() ? 0 : atMost.lastEntry().getValue();
        }

        double meanSeconds() {
            return sum / count();
        }

        /** The share of the reviews that took no longer than a bound; empty if the histogram does not have that bound. */
        Optional<Double> shareWithin(double seconds) {
            return Optional.ofNullable(atMost.get(seconds)).map(within -> (double) within / count());
        }

        /**
         * A quantile in seconds, as Prometheus estimates it: as though the reviews between two bounds were spread evenly. Beyond the last finite
         * bound, that bound.
         */
        double quantileSeconds(double share) {
            double rank = share * count();
            double lower = 0;
            long below = 0;
            for (Map.Entry<Double, Long> bucket : atMost.entrySet()) {
                if (bucket.getValue() >= rank && bucket.getValue() > below) {
                    return bucket.getKey().isInfinite()
                            ? lower
                            : lower + (bucket.getKey() - lower) * (rank - below) / (bucket.getValue() - below);
                }
                lower = bucket.getKey();
                below = bucket.getValue();
            }
            return lower;
        }

        private Histogram minus(Histogram earlier) {
            TreeMap<Double, Long> difference = new TreeMap<>();
            atMost.forEach((bound, count) -> difference.put(bound, count - earlier.atMost.getOrDefault(bound, 0L)));
            return new Histogram(difference, sum - earlier.sum);
        }
    }

    /** Reads the page; lines of other metrics do not matter. */
    static WebhookDurations parse(String metrics) {
        Map<Series, Histogram> series = new TreeMap<>();
        Matcher line = LINE.matcher(metrics);
        while (line.find()) {
            Map<String, String> labels = new TreeMap<>();
            Matcher label = LABEL.matcher(line.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
            Series key = new Series(labels.getOrDefault("name", ""), labels.getOrDefault("operation", ""));
            Histogram known = series.getOrDefault(key, new Histogram(new TreeMap<>(), 0));
            double value = Double.parseDouble(line.group(3));
            if (line.group(1).equals("sum")) {
                series.put(key, new Histogram(known.atMost, known.sum + value));
            } else {
                String bound = labels.getOrDefault("le", "+Inf");
                double seconds = bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
                // Refused reviews are counted apart; for the time of a review that makes no difference.
                known.atMost.merge(seconds, (long) value, Long::sum);
                series.put(key, known);
            }
        }
        return new WebhookDurations(series);
    }

    /** What has happened since; series in which nothing has are left out. */
    WebhookDurations since(WebhookDurations earlier) {
        Map<Series, Histogram> difference = new TreeMap<>();
        series.forEach((key, histogram) -> {
            Histogram change = histogram.minus(earlier.series.getOrDefault(key, new Histogram(new TreeMap<>(), 0)));
            if (change.count() > 0) {
                difference.put(key, change);
            }
        });
        return new WebhookDurations(difference);
    }
}

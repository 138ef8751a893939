package io.trainyard.core.why;

import com.google.re2j.Matcher;
import io.trainyard.core.view.EventView;
import io.trainyard.foundation.regex.LinearPattern;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Whether the scheduler took the machines of a job away, for whom, and in which words. Pure. */
final class Evictions {
    /** How long before the oldest waiting pod was created, or before the job ended, an eviction still counts as the reason: the old pods have a grace period. */
    private static final Duration LOOK_BACK = Duration.ofMinutes(5);

    private static final LinearPattern BY =
            LinearPattern.of("(?i)\\bby (?:higher priority )?(workload|podgroup|pod) ([A-Za-z0-9][-A-Za-z0-9_./]*)\\b");

    private Evictions() {}

    /** The eviction that made the pods wait that wait now; empty when there was none. */
    static Optional<EventView> ofWaiting(Situation situation) {
        return since(
                situation,
                situation.waitingSince().orElse(situation.objects().now()).minus(LOOK_BACK));
    }

    /** The eviction by which a job ended; empty when there was none. */
    static Optional<EventView> ofEnded(Situation situation) {
        return situation.summary().ended().flatMap(ended -> since(situation, ended.minus(LOOK_BACK)));
    }

    /** Who evicted it, and for whom where the scheduler says so. */
    static String sentence(EventView eviction) {
        Matcher matcher = BY.matcher(eviction.message());
        return "the scheduler evicted the job"
                + (matcher.find() ? " for " + matcher.group(1).toLowerCase(Locale.ROOT) + " " + matcher.group(2) : "");
    }

    private static Optional<EventView> since(Situation situation, Instant from) {
        return situation.events().stream()
                .filter(Evictions::isEviction)
                .filter(event -> !event.at().isBefore(from))
                .reduce((earlier, later) -> later);
    }

    private static boolean isEviction(EventView event) {
        return switch (event.kind()) {
            case "PodGroup" -> event.reason().equals("Evict");
            case "Pod" -> event.reason().equals("Evict") || event.reason().equals("Preempted");
            default -> false;
        };
    }
}

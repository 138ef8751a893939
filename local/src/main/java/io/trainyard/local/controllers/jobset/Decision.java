package io.trainyard.local.controllers.jobset;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the controller does about a JobSet, in this order: the changes, the status, the events. A failure ends it; the next reconcile tries again.
 *
 * @param changes in order; creations and deletions that follow each other may run at the same time
 * @param status the whole new status; empty to leave it alone
 * @param events to be written once the status is
 * @param requeueAfter when to reconcile again even if nothing happens; empty for never
 */
public record Decision(
        List<Change> changes,
        Optional<Map<String, Object>> status,
        List<Event> events,
        Optional<Duration> requeueAfter) {
    /** Nothing is to be done. */
    public static final Decision NOTHING = new Decision(List.of(), Optional.empty(), List.of(), Optional.empty());

    public Decision {
        changes = List.copyOf(changes);
        events = List.copyOf(events);
    }

    /**
     * An event about the JobSet.
     *
     * @param warning whether it is bad news
     * @param reason in one word
     */
    public record Event(boolean warning, String reason, String message) {}
}

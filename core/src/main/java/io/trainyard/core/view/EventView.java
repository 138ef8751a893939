package io.trainyard.core.view;

import java.time.Instant;

/**
 * Something that happened to a TrainJob, its JobSet, Jobs, pods, PodGroups or workload.
 *
 * @param at when it happened last; the time of the event object itself where the event has no other
 * @param first when it happened first; same as {@code at} when it happened once
 * @param count how often
 * @param warning whether something is wrong
 * @param kind of the object that it happened to
 * @param object name of that object
 * @param reason one word
 * @param message a sentence
 * @param source who says so; may be empty
 */
public record EventView(
        Instant at,
        Instant first,
        int count,
        boolean warning,
        String kind,
        String object,
        String reason,
        String message,
        String source) {
    /** As one line for people: {@code Pod a-0: FailedScheduling: 0/3 nodes are available}. */
    public String line() {
        return kind + " " + object + ": " + reason + ": " + message;
    }
}

package io.trainyard.core.status;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.List;

/**
 * An event to tell the user.
 *
 * @param severity whether something is wrong
 * @param reason one word in camel case
 * @param message one or two sentences
 */
public record EventDraft(Severity severity, String reason, String message) {
    /** Kinds of Kubernetes events, finer: what merely goes well may be left out (see the configuration key {@code trainyard.events}). */
    public enum Severity {
        /** All is going as it should and the status says so too. */
        ROUTINE,
        /** Something that a user did took effect. */
        NORMAL,
        /** Something is wrong. */
        WARNING,
        /** Something outside is wrong, and said to be so again and again. */
        NOTICE
    }

    private static final LinearPattern NUMBERS = LinearPattern.of("[0-9]+([.][0-9]+)?");

    /** More at once nobody reads, and each is a write: a TrainJob can be wrong in ten thousand places. */
    private static final int MAX_AT_ONCE = 10;

    /** The text with 0 for each number; notices that are the same without their numbers are one event. */
    public static String withoutNumbers(String message) {
        return NUMBERS.replaceAll(message, "0");
    }

    /** The first of many, and in place of the rest how many they are. */
    public static List<EventDraft> few(List<EventDraft> drafts) {
        if (drafts.size() <= MAX_AT_ONCE) {
            return List.copyOf(drafts);
        }
        List<EventDraft> few = new ArrayList<>(drafts.subList(0, MAX_AT_ONCE - 1));
        EventDraft next = drafts.get(MAX_AT_ONCE - 1);
        int more = drafts.size() - MAX_AT_ONCE;
        few.add(new EventDraft(next.severity(), next.reason(), next.message() + "; and " + more + " more like these"));
        return List.copyOf(few);
    }

    /** What somebody else found wrong, told seldom. */
    public static EventDraft notice(String reason, String message) {
        return new EventDraft(Severity.NOTICE, reason, message);
    }

    public static EventDraft warning(String reason, String message) {
        return new EventDraft(Severity.WARNING, reason, message);
    }

    public static EventDraft normal(String reason, String message) {
        return new EventDraft(Severity.NORMAL, reason, message);
    }

    public static EventDraft routine(String reason, String message) {
        return new EventDraft(Severity.ROUTINE, reason, message);
    }
}

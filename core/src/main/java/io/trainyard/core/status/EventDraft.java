package io.trainyard.core.status;

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

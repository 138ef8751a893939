package io.trainyard.local.api.journal;

/** What a file holds cannot be taken for the objects of a server; the message is for the user. */
public final class UnusableJournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableJournalException(String message) {
        super(message);
    }
}

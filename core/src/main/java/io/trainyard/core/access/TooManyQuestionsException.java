package io.trainyard.core.access;

/** A sender, or all senders together, tried more bad tokens than the limit allows. */
public final class TooManyQuestionsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyQuestionsException() {
        super("too many tokens that are not good were tried; wait a few seconds");
    }
}

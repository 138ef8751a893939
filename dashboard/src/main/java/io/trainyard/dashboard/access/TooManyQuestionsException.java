package io.trainyard.dashboard.access;

/** Somebody tries more tokens than anybody needs. */
public final class TooManyQuestionsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyQuestionsException() {
        super("too many tokens were tried from this address; wait a few seconds");
    }
}

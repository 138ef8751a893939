package io.trainyard.core.access;

/** More tokens were tried than anybody needs. */
public final class TooManyQuestionsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyQuestionsException() {
        super("too many tokens that are not good were tried; wait a few seconds");
    }
}

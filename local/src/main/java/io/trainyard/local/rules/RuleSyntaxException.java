package io.trainyard.local.rules;

/** An expression that is malformed, or uses a part of the language that this package does not know; the message says what and where. */
final class RuleSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RuleSyntaxException(String problem, int position) {
        super(problem + " at character " + (position + 1), null, false, false);
    }
}

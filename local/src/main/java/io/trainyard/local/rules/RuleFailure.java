package io.trainyard.local.rules;

/** An expression has no value, for example because it asks for a field that is not there. */
final class RuleFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RuleFailure(String message) {
        super(message, null, false, false);
    }
}

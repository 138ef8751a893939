package io.trainyard.foundation.json;

/** A text that is not what it should be; the message says where and why. */
public final class MalformedTextException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public MalformedTextException(String message) {
        super(message);
    }

    public MalformedTextException(String message, Throwable cause) {
        super(message, cause);
    }
}

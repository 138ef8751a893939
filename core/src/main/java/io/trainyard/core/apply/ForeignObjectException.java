package io.trainyard.core.apply;

import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Creation;

/** An object that a TrainJob needs exists, and belongs to somebody else. */
public final class ForeignObjectException extends ApplyException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    ForeignObjectException(Component component, String message) {
        super(message);
        this.reason = component.creation().map(Creation::conflictReason).orElse("");
    }

    /** What events of this kind are called; empty for the usual name of failures. */
    public String reason() {
        return reason;
    }
}

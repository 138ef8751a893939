package io.trainyard.core.admission.input;

import io.trainyard.foundation.field.Validation;
import java.util.Optional;

/**
 * What a change makes wrong: what was wrong in the same place before does not keep an object from being changed elsewhere. Places are compared as
 * text, so an item put before a wrong one makes its error new. Pure.
 */
public final class Ratchet {
    private Ratchet() {}

    /**
     * The findings without those errors that were there before.
     *
     * @param before of the stored object; empty on creation
     */
    public static Validation newer(Validation findings, Optional<Validation> before) {
        return new Validation(
                findings.errors().stream()
                        .filter(error ->
                                before.isEmpty() || !before.get().errors().contains(error))
                        .toList(),
                findings.warnings());
    }
}

package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.defaults.ElasticBounds;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether the number of nodes of an existing TrainJob may change. */
public final class NodeCountRules {
    private NodeCountRules() {}

    /**
     * A change of the number of nodes.
     *
     * @param field the field that was changed, for messages
     * @param nodes the new number; null when it is left to the runtime
     * @param suspended whether the job has no pods before or after
     * @param finished whether it has ended
     * @param bounds those of an elastic runtime; empty when it is not elastic
     */
    public record Resize(
            String field,
            @Nullable Integer nodes,
            boolean suspended,
            boolean finished,
            Optional<ElasticBounds> bounds) {
        /** Whether it may only happen after the pods of the last run are gone. */
        public boolean needsInactiveJobs() {
            return suspended;
        }
    }

    /** Findings about such a change. */
    public static void check(Resize resize, Validation.Builder findings) {
        if (resize.bounds().isPresent() && resize.nodes() != null) {
            ElasticBounds bounds = resize.bounds().get();
            if (!bounds.allow(resize.nodes())) {
                findings.error(FieldError.invalid(
                        resize.field(),
                        resize.nodes(),
                        "must be between " + bounds.min() + " and " + bounds.max()
                                + ", the bounds of the elastic policy of the runtime"));
                return;
            }
            if (resize.suspended() || !resize.finished()) {
                return;
            }
        }
        if (!resize.suspended()) {
            findings.error(FieldError.forbidden(
                    resize.field(),
                    resize.finished()
                            ? "the number of nodes cannot change, because the TrainJob has ended"
                            : "the number of nodes can only change while the TrainJob is suspended, or between the bounds"
                                    + " of an elastic runtime"));
        }
    }
}

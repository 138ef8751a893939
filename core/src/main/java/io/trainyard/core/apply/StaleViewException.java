package io.trainyard.core.apply;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;

/**
 * What a reconcile decided from is not what there is any more. Nobody's fault: nothing is written, and the reconcile is repeated, with backoff, until it sees
 * more.
 */
public final class StaleViewException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StaleViewException(String message) {
        super(message, null, false, false);
    }

    /** A write with preconditions whose conflict is what this exception tells of. */
    public static <T> Uni<T> insteadOfConflict(Uni<T> write) {
        return write.onFailure(ApiFailure.Kind.CONFLICT::isOf)
                .transform(conflict -> new StaleViewException(String.valueOf(conflict.getMessage())));
    }
}

package io.trainyard.core.runtime;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.kube.Preconditions;

/** The snapshot of a TrainJob is not the controller's, and does not say what the runtime says: nothing may be built from it. */
public final class UntrustedSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Preconditions state;

    UntrustedSnapshotException(ConfigMap snapshot, String why) {
        super(
                "ConfigMap " + snapshot.getMetadata().getNamespace() + "/"
                        + snapshot.getMetadata().getName() + " " + why,
                null,
                false,
                false);
        this.state = Preconditions.of(snapshot);
    }

    /** The snapshot, as it was. */
    Preconditions state() {
        return state;
    }
}

package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * Which object a write means, and which state of it. The API server refuses the write when there is another one by now. Immutable.
 *
 * @param uid uid of the object
 * @param resourceVersion the state; empty when any state of that object will do, which only a deletion can say: to an apply with another uid alone, API
 *     servers answer 422, as if it were to change the uid
 */
public record Preconditions(String uid, String resourceVersion) {
    public Preconditions {
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(resourceVersion, "resourceVersion");
    }

    /** This very state of an object that came from the API server. */
    public static Preconditions of(HasMetadata seen) {
        return new Preconditions(seen.getMetadata().getUid(), seen.getMetadata().getResourceVersion());
    }
}

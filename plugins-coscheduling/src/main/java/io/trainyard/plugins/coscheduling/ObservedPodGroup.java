package io.trainyard.plugins.coscheduling;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A {@link CoschedulingPodGroup} with its status, for telling people about it; nothing is decided by that. */
@Group("scheduling.x-k8s.io")
@Version("v1alpha1")
@Kind("PodGroup")
@Plural("podgroups")
public final class ObservedPodGroup extends CustomObject<CoschedulingPodGroupSpec, CoschedulingPodGroupStatus>
        implements Namespaced {
    private static final long serialVersionUID = 1L;

    /** How many of its pods have a node, where that is too few to start. */
    Optional<String> waitingReason() {
        @Nullable CoschedulingPodGroupSpec wanted = getSpec();
        @Nullable Integer minMember = wanted == null ? null : wanted.getMinMember();
        return minMember == null
                ? Optional.empty()
                : Optional.ofNullable(getStatus()).flatMap(status -> status.waitingReason(minMember));
    }
}

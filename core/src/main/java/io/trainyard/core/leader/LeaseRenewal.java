package io.trainyard.core.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.smallrye.mutiny.Uni;

/** How a leader renews its Lease when nothing else has happened to it. What is refused or not answered is read and written in the ordinary way afterwards. */
@FunctionalInterface
public interface LeaseRenewal {
    /**
     * Replaces the Lease.
     *
     * @param lease made for this call only, with the version that it had after the last write
     * @return the Lease as it is now; fails with {@link io.trainyard.core.kube.ApiFailure}
     */
    Uni<Lease> renew(Lease lease);
}

package io.trainyard.core.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.DirectUpdates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Optional;

/** Renewals that cost a process at rest as little as can be: few bytes, written and read without looking at classes. */
public final class DirectLeaseRenewal implements LeaseRenewal {
    private final DirectUpdates updates;
    private final LeaseRenewal ordinary;

    /**
     * @param ordinary for a Lease to which somebody else has added what is not known here
     */
    public DirectLeaseRenewal(DirectUpdates updates, LeaseRenewal ordinary) {
        this.updates = updates;
        this.ordinary = ordinary;
    }

    @Override
    public Uni<Lease> renew(Lease lease) {
        Optional<byte[]> body = LeaseJson.of(lease);
        return body.isEmpty()
                ? ordinary.renew(lease)
                : updates.replace(
                                Lease.class,
                                lease.getMetadata().getNamespace(),
                                lease.getMetadata().getName(),
                                body.get())
                        .map(answer -> renewed(lease, answer));
    }

    /** Nobody else has changed it, or the API server would have refused: what we sent is what it is, but for the version. */
    private static Lease renewed(Lease sent, byte[] answer) {
        try {
            sent.getMetadata().setResourceVersion(LeaseJson.resourceVersion(answer));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the answer to a renewal cannot be read", unreadable);
        }
        // They are the API server's, and nobody's who renews.
        sent.getMetadata().setManagedFields(new ArrayList<>());
        return sent;
    }
}

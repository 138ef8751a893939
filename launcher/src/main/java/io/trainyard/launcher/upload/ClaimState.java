package io.trainyard.launcher.upload;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether code can be brought onto a claim, and be seen by all nodes. Pure.
 *
 * @param problem why it cannot; empty when it can
 * @param note what is worth knowing; empty when nothing is
 */
record ClaimState(Optional<String> problem, Optional<String> note) {
    private static final String READ_ONLY = "ReadOnlyMany";
    private static final String SHARED = "ReadWriteMany";

    /**
     * @param nodes how many will mount it
     */
    static ClaimState of(PersistentVolumeClaim claim, long nodes) {
        String phase = claim.getStatus() == null ? "" : claim.getStatus().getPhase();
        List<String> modes =
                claim.getSpec() == null ? List.of() : claim.getSpec().getAccessModes();
        if (claim.getMetadata().getDeletionTimestamp() != null) {
            return refused("is being deleted");
        }
        if ("Lost".equals(phase)) {
            return refused("has lost its volume");
        }
        if (!modes.isEmpty() && Set.of(READ_ONLY).containsAll(modes)) {
            return refused("can only be read (" + READ_ONLY + ")");
        }
        if ("Pending".equals(phase)) {
            return noted(
                    "has no volume yet; it gets one with the first pod that mounts it, if its storage class waits for that");
        }
        return nodes > 1 && !modes.contains(SHARED)
                ? noted("is " + String.join(", ", modes) + ": pods on several machines can mount it only with "
                        + SHARED)
                : new ClaimState(Optional.empty(), Optional.empty());
    }

    private static ClaimState refused(String why) {
        return new ClaimState(Optional.of(why), Optional.empty());
    }

    private static ClaimState noted(String what) {
        return new ClaimState(Optional.empty(), Optional.of(what));
    }
}

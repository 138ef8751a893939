package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;

/** Decides about one kind of request; mutating ones may also change the object. */
public interface AdmissionWebhook {
    /**
     * The answer to one request. Mutates nothing, and may be asked on any thread, repeatedly and for dry runs.
     *
     * @return fails only for a fault of ours or of a plugin, never for a mistake in the object
     */
    Uni<AdmissionResponse> review(AdmissionRequest request);
}

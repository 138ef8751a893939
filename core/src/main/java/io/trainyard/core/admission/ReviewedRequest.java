package io.trainyard.core.admission;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What all admissions ask of a request first. */
final class ReviewedRequest {
    static final String SCALE = "scale";

    private ReviewedRequest() {}

    /** The object, if there is anything to validate: deletions, status, and objects that are on their way out never are. */
    static Optional<Map<String, Object>> reviewed(AdmissionRequest request) {
        boolean write = request.operation() == AdmissionRequest.Operation.CREATE
                || request.operation() == AdmissionRequest.Operation.UPDATE;
        if (!write || !(request.subresource().isEmpty() || request.subresource().equals(SCALE))) {
            return Optional.empty();
        }
        return request.object().filter(object -> Tree.at(object, "metadata", "deletionTimestamp") == null);
    }

    /**
     * Tells who creates an object in the old version what to write instead. Changes say nothing about what their user wrote: that version sorts first, so kubectl
     * edits, patches and labels objects in it.
     */
    static List<String> versionWarnings(AdmissionRequest request) {
        return request.operation() != AdmissionRequest.Operation.CREATE
                        || request.requestedVersion().equals(TrainerApi.VERSION)
                        || !request.group().equals(TrainerApi.GROUP)
                ? List.of()
                : List.of(TrainerApi.GROUP + "/" + request.requestedVersion() + " " + request.kind()
                        + " is an older name of the same thing; write apiVersion: " + TrainerApi.API_VERSION);
    }
}

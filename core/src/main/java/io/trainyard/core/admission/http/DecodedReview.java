package io.trainyard.core.admission.http;

import io.trainyard.core.admission.AdmissionRequest;

/** What the body of a request turned out to be. */
sealed interface DecodedReview {
    /** A review that can be answered. */
    record Valid(AdmissionRequest request) implements DecodedReview {}

    /**
     * No review.
     *
     * @param uid of the request, as far as it could be read; empty when it could not, so that nobody waits for an answer in form
     * @param problem what is wrong, for the sender
     */
    record Malformed(String uid, String problem) implements DecodedReview {}
}

package io.trainyard.core.admission.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.plugin.PluginFailure;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets an answer in any case: a fault of ours or of a plugin is a refusal that names it, so that nothing unchecked is stored. */
final class Reviewer {
    private static final Logger LOG = LoggerFactory.getLogger(Reviewer.class);

    private final Duration limit;
    private final TimeSource time;

    /**
     * @param limit how long a review may take; less than the API server waits, so that the user learns who was late
     */
    Reviewer(Duration limit, TimeSource time) {
        this.limit = limit;
        this.time = time;
    }

    /** Never fails. */
    Uni<AdmissionResponse> review(AdmissionWebhook admission, AdmissionRequest request) {
        Uni<AdmissionResponse> answer =
                Uni.createFrom().deferred(() -> Objects.requireNonNull(admission.review(request), "no answer at all"));
        return TimeLimit.of(limit, time, answer)
                .onItem()
                .transform(given -> Objects.requireNonNull(given, "an empty answer"))
                .onFailure()
                .recoverWithItem(failure -> refusal(request, failure));
    }

    /** The answer when there is none; logs why. */
    AdmissionResponse refusal(AdmissionRequest request, Throwable failure) {
        LOG.atError()
                .addKeyValue("uid", request.uid())
                .addKeyValue("kind", request.kind())
                .addKeyValue("namespace", request.namespace())
                .addKeyValue("name", request.nameOrGenerateName())
                .setCause(failure)
                .log("a review broke; the request is refused");
        return AdmissionResponse.refused(403, "Forbidden", "Internal error: " + reason(failure), List.of(), List.of());
    }

    private String reason(Throwable failure) {
        if (failure instanceof PluginFailure) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof TimeoutException) {
            return "the object could not be checked within " + limit.toMillis() + " ms; try again";
        }
        return "the object could not be checked (" + failure.getClass().getSimpleName()
                + "); the log of the controller says why";
    }
}

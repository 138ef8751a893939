package io.trainyard.core.events;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What an event tells.
 *
 * @param apiVersion of the subject, as clients name it
 * @param type {@code Normal} or {@code Warning}
 */
record Occurrence(HasMetadata subject, String apiVersion, String type, String reason, String message) {
    /** The event as it is when it has happened once. */
    EventBuilder event(ObjectMeta metadata, String component, Instant now) {
        String timestamp = timestamp(now);
        return new EventBuilder()
                .withMetadata(metadata)
                .withNewInvolvedObject()
                .withApiVersion(apiVersion)
                .withKind(subject.getKind())
                .withNamespace(subject.getMetadata().getNamespace())
                .withName(subject.getMetadata().getName())
                .withUid(subject.getMetadata().getUid())
                .withResourceVersion(subject.getMetadata().getResourceVersion())
                .endInvolvedObject()
                .withType(type)
                .withReason(reason)
                .withMessage(message)
                .withFirstTimestamp(timestamp)
                .withLastTimestamp(timestamp)
                .withCount(1)
                .withNewSource()
                .withComponent(component)
                .endSource()
                .withReportingComponent(component)
                .withReportingInstance(component);
    }

    /** As events have it: whole seconds. */
    static String timestamp(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

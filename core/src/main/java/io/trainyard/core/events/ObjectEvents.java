package io.trainyard.core.events;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.foundation.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes core/v1 events about objects that the controller keeps for itself, such as its Lease. Never fails and never waits: an event that
 * cannot be written is logged and lost. Each occurrence is an event of its own; there are few.
 */
public final class ObjectEvents {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectEvents.class);
    private static final String COMPONENT = "trainyard";

    private final KubeApi api;
    private final TimeSource time;

    public ObjectEvents(KubeApi api, TimeSource time) {
        this.api = api;
        this.time = time;
    }

    /**
     * Notes that something went as it should.
     *
     * @param subject the object, as the API server has it
     * @param reason one word in camel case
     */
    public void normal(HasMetadata subject, String reason, String message) {
        write(subject, "Normal", reason, message);
    }

    /** Notes that somebody should look at it; as {@link #normal} else. */
    public void warning(HasMetadata subject, String reason, String message) {
        write(subject, "Warning", reason, message);
    }

    private void write(HasMetadata subject, String type, String reason, String message) {
        String namespace = subject.getMetadata().getNamespace();
        ObjectMeta metadata = new ObjectMetaBuilder()
                .withGenerateName(subject.getMetadata().getName() + ".")
                // Where events about objects of the whole cluster are looked for.
                .withNamespace(namespace == null ? "default" : namespace)
                .build();
        api.create(new Occurrence(subject, subject.getApiVersion(), type, reason, message)
                        .event(metadata, COMPONENT, time.now())
                        .build())
                .subscribe()
                .with(written -> {}, failure -> LOG.atDebug()
                        .addKeyValue("kind", subject.getKind())
                        .addKeyValue("name", subject.getMetadata().getName())
                        .addKeyValue("reason", reason)
                        .setCause(failure)
                        .log("event not written"));
    }
}

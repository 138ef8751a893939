package io.trainyard.core.leader;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.time.TimeSource;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Events on the Lease (OPS-06). An event that cannot be written is no reason to fail. */
final class LeaderEvents {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderEvents.class);
    private static final String COMPONENT = "trainyard";

    private final KubeApi api;
    private final TimeSource time;
    private final String identity;

    LeaderEvents(KubeApi api, TimeSource time, String identity) {
        this.api = api;
        this.time = time;
        this.identity = identity;
    }

    /** Notes what this candidate did. */
    void record(Lease lease, String what) {
        var now = time.now().truncatedTo(ChronoUnit.SECONDS).toString();
        var event = new EventBuilder()
                .withNewMetadata()
                .withGenerateName(lease.getMetadata().getName() + ".")
                .withNamespace(lease.getMetadata().getNamespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion("coordination.k8s.io/v1")
                .withKind("Lease")
                .withNamespace(lease.getMetadata().getNamespace())
                .withName(lease.getMetadata().getName())
                .withUid(lease.getMetadata().getUid())
                .withResourceVersion(lease.getMetadata().getResourceVersion())
                .endInvolvedObject()
                .withType("Normal")
                .withReason("LeaderElection")
                .withMessage(identity + " " + what)
                .withFirstTimestamp(now)
                .withLastTimestamp(now)
                .withCount(1)
                .withNewSource()
                .withComponent(COMPONENT)
                .endSource()
                .build();
        api.create(event)
                .subscribe()
                .with(written -> {}, failure -> LOG.debug("No event about the lead: {}", failure.getMessage()));
    }
}

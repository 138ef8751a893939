package io.trainyard.core.certificates;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.time.TimeSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Events on the Secret (CERT-25). One that cannot be written is no reason to fail. */
final class CertificateEvents {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateEvents.class);
    private static final String COMPONENT = "trainyard";

    private final KubeApi api;
    private final TimeSource time;

    CertificateEvents(KubeApi api, TimeSource time) {
        this.api = api;
        this.time = time;
    }

    void issued(Secret secret, CertificateUsage usage, Instant notAfter) {
        String now = time.now().truncatedTo(ChronoUnit.SECONDS).toString();
        api.create(new EventBuilder()
                        .withNewMetadata()
                        .withGenerateName(secret.getMetadata().getName() + ".")
                        .withNamespace(secret.getMetadata().getNamespace())
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withApiVersion("v1")
                        .withKind("Secret")
                        .withNamespace(secret.getMetadata().getNamespace())
                        .withName(secret.getMetadata().getName())
                        .withUid(secret.getMetadata().getUid())
                        .withResourceVersion(secret.getMetadata().getResourceVersion())
                        .endInvolvedObject()
                        .withType("Normal")
                        .withReason("CertificateIssued")
                        .withMessage("new " + usage.text() + ", valid until " + notAfter)
                        .withFirstTimestamp(now)
                        .withLastTimestamp(now)
                        .withCount(1)
                        .withNewSource()
                        .withComponent(COMPONENT)
                        .endSource()
                        .build())
                .subscribe()
                .with(written -> {}, failure -> LOG.debug("No event about a certificate: {}", failure.getMessage()));
    }
}

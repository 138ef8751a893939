package io.trainyard.launcher.cli.why;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;

/** The events of a namespace, followed by a watch: asking costs the API server nothing. */
final class ToldEvents implements AutoCloseable {
    private final SharedIndexInformer<Event> informer;

    ToldEvents(KubernetesClient client, String namespace) {
        informer = client.v1().events().inNamespace(namespace).inform();
    }

    /** Waits for the event that tells of a cause of a TrainJob. */
    Event await(String job, String reason, Duration limit) {
        return Awaitility.await("event " + reason + " of " + job)
                .atMost(limit)
                .until(() -> find(job, reason), Optional::isPresent)
                .orElseThrow();
    }

    private Optional<Event> find(String job, String reason) {
        return informer.getStore().list().stream()
                .filter(event -> "TrainJob".equals(event.getInvolvedObject().getKind())
                        && job.equals(event.getInvolvedObject().getName())
                        && reason.equals(event.getReason()))
                .findFirst();
    }

    @Override
    public void close() {
        informer.close();
    }
}

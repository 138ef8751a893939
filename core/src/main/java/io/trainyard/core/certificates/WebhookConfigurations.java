package io.trainyard.core.certificates;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the API server which authorities to trust when it calls our webhooks. */
final class WebhookConfigurations {
    static final String MUTATING = "defaulter.trainer.kubeflow.org";
    static final String VALIDATING = "validator.trainer.kubeflow.org";

    private static final Logger LOG = LoggerFactory.getLogger(WebhookConfigurations.class);

    private final KubeApi api;

    WebhookConfigurations(KubeApi api) {
        this.api = api;
    }

    /** Puts these authorities into both configurations, as far as they exist. Writes only what differs. */
    Uni<Void> trust(String authorities) {
        String bundle = SecretContent.base64(authorities);
        return trust(MutatingWebhookConfiguration.class, MUTATING, bundle, configuration -> orEmpty(
                                configuration.getWebhooks())
                        .map(MutatingWebhook::getClientConfig))
                .chain(() -> trust(ValidatingWebhookConfiguration.class, VALIDATING, bundle, configuration -> orEmpty(
                                configuration.getWebhooks())
                        .map(ValidatingWebhook::getClientConfig)));
    }

    private <T extends HasMetadata> Uni<Void> trust(
            Class<T> type, String name, String bundle, Function<T, Stream<WebhookClientConfig>> clients) {
        return api.get(type, "", name).chain(found -> {
            if (found.isEmpty()) {
                LOG.debug("{} {} does not exist", type.getSimpleName(), name);
                return Uni.createFrom().voidItem();
            }
            T configuration = found.get();
            List<WebhookClientConfig> outdated = clients.apply(configuration)
                    .filter(Objects::nonNull)
                    .filter(client -> !bundle.equals(client.getCaBundle()))
                    .toList();
            if (outdated.isEmpty() || configuration.getMetadata().getDeletionTimestamp() != null) {
                return Uni.createFrom().voidItem();
            }
            // It was read for us alone, so it may be changed in place.
            outdated.forEach(client -> client.setCaBundle(bundle));
            return api.update(configuration)
                    .invoke(() -> LOG.info("{} {} trusts our certificates now", type.getSimpleName(), name))
                    .replaceWithVoid();
        });
    }

    private static <E> Stream<E> orEmpty(List<E> list) {
        return list == null ? Stream.empty() : list.stream();
    }
}

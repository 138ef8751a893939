package io.trainyard.core.certificates;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the API server which authorities to trust when it calls our webhooks. */
final class WebhookConfigurations {
    static final String MUTATING = "defaulter.trainer.kubeflow.org";
    static final String VALIDATING = "validator.trainer.kubeflow.org";

    private static final Logger LOG = LoggerFactory.getLogger(WebhookConfigurations.class);

    private final KubeApi api;
    private final LongSupplier nanos;
    private final Listener listener;
    private final Map<String, BundleContention> contentions = new HashMap<>();

    /**
     * @param nanos a clock that nobody sets
     * @param listener told when somebody else replaced what we wrote
     */
    WebhookConfigurations(KubeApi api, LongSupplier nanos, Listener listener) {
        this.api = api;
        this.nanos = nanos;
        this.listener = listener;
    }

    /** Told on the owning event loop. */
    interface Listener {
        /**
         * Somebody replaced the authorities that we had written.
         *
         * @param times how often in a row
         */
        void replaced(HasMetadata configuration, int times);
    }

    /**
     * Puts these authorities into both configurations, as far as they exist. Writes only what differs.
     *
     * @return how long a write is still held back, because somebody else replaces it again and again; zero when both configurations are as they should be
     */
    Uni<Duration> trust(String authorities) {
        String bundle = SecretContent.base64(authorities);
        return trust(MutatingWebhookConfiguration.class, MUTATING, bundle, configuration -> orEmpty(
                                configuration.getWebhooks())
                        .map(MutatingWebhook::getClientConfig))
                .chain(first -> trust(
                                ValidatingWebhookConfiguration.class, VALIDATING, bundle, configuration -> orEmpty(
                                                configuration.getWebhooks())
                                        .map(ValidatingWebhook::getClientConfig))
                        .map(second -> first.compareTo(second) > 0 ? first : second));
    }

    private <T extends HasMetadata> Uni<Duration> trust(
            Class<T> type, String name, String bundle, Function<T, Stream<WebhookClientConfig>> clients) {
        return api.get(type, "", name).chain(found -> {
            if (found.isEmpty()) {
                LOG.debug("{} {} does not exist", type.getSimpleName(), name);
                return Uni.createFrom().item(Duration.ZERO);
            }
            T configuration = found.get();
            List<WebhookClientConfig> outdated = clients.apply(configuration)
                    .filter(Objects::nonNull)
                    .filter(client -> !bundle.equals(client.getCaBundle()))
                    .toList();
            if (outdated.isEmpty() || configuration.getMetadata().getDeletionTimestamp() != null) {
                return Uni.createFrom().item(Duration.ZERO);
            }
            BundleContention contention = contentions.computeIfAbsent(name, unknown -> new BundleContention());
            if (contention.replaced(bundle, nanos.getAsLong())) {
                listener.replaced(configuration, contention.replacements());
            }
            Duration wait = contention.wait(bundle, nanos.getAsLong());
            if (!wait.isZero()) {
                return Uni.createFrom().item(wait);
            }
            // It was read for us alone, so it may be changed in place.
            outdated.forEach(client -> client.setCaBundle(bundle));
            return api.update(configuration)
                    .invoke(() -> {
                        contention.wrote(bundle, nanos.getAsLong());
                        LOG.info("{} {} trusts our certificates now", type.getSimpleName(), name);
                    })
                    .replaceWith(Duration.ZERO);
        });
    }

    private static <E> Stream<E> orEmpty(List<E> list) {
        return list == null ? Stream.empty() : list.stream();
    }
}

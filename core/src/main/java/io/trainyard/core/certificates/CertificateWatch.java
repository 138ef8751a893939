package io.trainyard.core.certificates;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.trainyard.core.kube.CacheRequest;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.ObjectCache;
import java.util.concurrent.Executor;

/** Notices at once when somebody changes or deletes the Secret or a webhook configuration. Watches these three objects, no others. */
public final class CertificateWatch {
    private CertificateWatch() {}

    /**
     * Adds the caches; the caller starts the informers.
     *
     * @param owner the event loop on which {@code certificates} lives
     */
    public static void add(
            Informers informers,
            String namespace,
            String secretName,
            Executor owner,
            ManagedCertificates certificates) {
        Look look = new Look(() -> owner.execute(certificates::look));
        // Keys need not lie in a cache: they are read when they are needed.
        informers
                .add(CacheRequest.of(Secret.class)
                        .inNamespace(namespace)
                        .named(secretName)
                        .transformedBy(secret -> {
                            secret.setData(null);
                            return secret;
                        }))
                .addListener(look);
        informers
                .add(CacheRequest.of(MutatingWebhookConfiguration.class).named(WebhookConfigurations.MUTATING))
                .addListener(look);
        informers
                .add(CacheRequest.of(ValidatingWebhookConfiguration.class).named(WebhookConfigurations.VALIDATING))
                .addListener(look);
    }

    private record Look(Runnable look) implements ObjectCache.Listener<HasMetadata> {
        @Override
        public void added(HasMetadata object, boolean initial) {
            if (!initial) {
                look.run();
            }
        }

        @Override
        public void updated(HasMetadata previous, HasMetadata object) {
            look.run();
        }

        @Override
        public void deleted(HasMetadata object) {
            look.run();
        }
    }
}

package io.trainyard.core.certificates;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import java.util.Map;
import java.util.Optional;

/** The Secret that all replicas share. Writes fail when somebody else has written since it was read. */
final class CertificateSecret {
    /** As the Deployment of the controller has them. */
    private static final Map<String, String> LABELS = Map.of(
            "app.kubernetes.io/name", "trainer",
            "app.kubernetes.io/component", "manager",
            "app.kubernetes.io/part-of", "kubeflow");

    private final KubeApi api;
    private final String namespace;
    private final String name;

    CertificateSecret(KubeApi api, String namespace, String name) {
        this.api = api;
        this.namespace = namespace;
        this.name = name;
    }

    Uni<Optional<Secret>> read() {
        return api.get(Secret.class, namespace, name);
    }

    /** Creates it, or changes the one that was read. */
    Uni<Secret> write(Optional<Secret> read, SecretContent content) {
        return read.map(secret -> {
                    Secret changed = new SecretBuilder(secret)
                            .withData(content.data(secret.getData()))
                            .build();
                    return api.update(changed);
                })
                .orElseGet(() -> api.create(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .withLabels(LABELS)
                        .endMetadata()
                        .withType("Opaque")
                        .withData(content.data(null))
                        .build()));
    }

    @Override
    public String toString() {
        return "Secret " + namespace + "/" + name;
    }
}

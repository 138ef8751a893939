package io.trainyard.plugins.flux;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.Creation;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.model.TrainerApi;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The Secret and the ConfigMap of a Flux job. */
final class FluxObjects {
    /** What stands in a Secret that is only shown. */
    private static final String NOT_YET = "made when the Secret is created";

    private FluxObjects() {}

    /** Both objects, the Secret first. */
    static Components of(FluxJob job, FluxConfiguration configuration) {
        return Components.of(List.of(
                Component.once(
                        secret(job),
                        new Creation(
                                secret -> complete(secret, job.name()), replacement(job), "FluxCertificateConflict")),
                Component.of(scripts(job, configuration))));
    }

    private static Secret secret(FluxJob job) {
        return new SecretBuilder()
                .withMetadata(metadata(job, job.certificateName()))
                .withType("Opaque")
                .withImmutable(true)
                .withData(Map.of(CurveCertificate.FILE, encoded(NOT_YET)))
                .build();
    }

    private static Uni<HasMetadata> complete(HasMetadata secret, String job) {
        return Uni.createFrom().item(() -> new SecretBuilder((Secret) secret)
                .withData(Map.of(CurveCertificate.FILE, encoded(CurveCertificate.generate(job))))
                .build());
    }

    private static WarningEvent replacement(FluxJob job) {
        return new WarningEvent(
                "FluxCertificateReplaced",
                "Secret " + job.certificateName()
                        + " had disappeared and was made again with new keys. Pods that run keep"
                        + " the old ones, so brokers may refuse each other; suspend and resume the TrainJob"
                        + " if they do not come together");
    }

    private static ConfigMap scripts(FluxJob job, FluxConfiguration configuration) {
        return new ConfigMapBuilder()
                .withMetadata(metadata(job, job.scriptsName()))
                .addToData(FluxPaths.INSTALLER, InstallerScript.of(job, configuration))
                .addToData(FluxPaths.ENTRYPOINT, EntrypointScript.of(job))
                .build();
    }

    private static ObjectMeta metadata(FluxJob job, String name) {
        return new ObjectMetaBuilder()
                .withName(name)
                .addToLabels(TrainerApi.TRAIN_JOB_NAME_LABEL, job.name())
                .build();
    }

    private static String encoded(String content) {
        return Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8));
    }
}

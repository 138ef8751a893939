package io.trainyard.plugins.mpi;

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
import java.util.function.Supplier;

/** The Secret and the ConfigMap of an MPI job. */
final class MpiObjects {
    private static final String TYPE = "kubernetes.io/ssh-auth";

    /** What stands in a Secret that is only shown. */
    private static final String NOT_YET = "made when the Secret is created";

    private final Supplier<KeyPairText> keys;

    /**
     * Builds objects.
     *
     * @param keys makes a key pair; takes a while
     */
    MpiObjects(Supplier<KeyPairText> keys) {
        this.keys = keys;
    }

    /** The Secret, and the ConfigMap where there are hosts. */
    Components of(MpiJob job, Implementation implementation) {
        Component secret =
                Component.once(secret(job), new Creation(this::complete, replacement(job), "MPISecretConflict"));
        return Components.of(
                job.topology().hostCount() == 0
                        ? List.of(secret)
                        : List.of(secret, Component.of(hostfile(job, implementation))));
    }

    private static Secret secret(MpiJob job) {
        return new SecretBuilder()
                .withMetadata(metadata(job, job.secretName()))
                .withType(TYPE)
                .withImmutable(true)
                .withData(Map.of(
                        KeyFiles.PRIVATE_KEY, encoded(NOT_YET.getBytes(StandardCharsets.US_ASCII)),
                        KeyFiles.PUBLIC_KEY, encoded(NOT_YET.getBytes(StandardCharsets.US_ASCII))))
                .build();
    }

    private Uni<HasMetadata> complete(HasMetadata secret) {
        return Uni.createFrom().item(() -> {
            KeyPairText pair = keys.get();
            return new SecretBuilder((Secret) secret)
                    .withData(Map.of(
                            KeyFiles.PRIVATE_KEY, encoded(pair.privateKey()),
                            KeyFiles.PUBLIC_KEY, encoded(pair.publicKey())))
                    .build();
        });
    }

    private static WarningEvent replacement(MpiJob job) {
        return new WarningEvent(
                "MPISSHKeysReplaced",
                "Secret " + job.secretName() + " had disappeared and was made again with new SSH keys. Pods that run"
                        + " keep the old ones, so launcher and nodes may refuse each other; suspend and"
                        + " resume the TrainJob if mpirun fails");
    }

    private static ConfigMap hostfile(MpiJob job, Implementation implementation) {
        return new ConfigMapBuilder()
                .withMetadata(metadata(job, job.hostfileName()))
                .withData(Map.of(Hostfile.KEY, Hostfile.content(implementation, job.hosts())))
                .build();
    }

    private static ObjectMeta metadata(MpiJob job, String name) {
        return new ObjectMetaBuilder()
                .withName(name)
                .addToLabels(
                        TrainerApi.TRAIN_JOB_NAME_LABEL,
                        job.trainJob().getMetadata().getName())
                .build();
    }

    private static String encoded(byte[] content) {
        return Base64.getEncoder().encodeToString(content);
    }
}

package io.trainyard.core.runtime;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key that all replicas share, in a Secret of the controller's namespace: the first replica makes it, and it stays when the controller is upgraded or
 * removed. Lives on the event loop.
 */
public final class SnapshotKeySecret {
    /** Name of the Secret. */
    public static final String NAME = "trainyard-snapshot-key";

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotKeySecret.class);
    private static final String DATA_KEY = "key";
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final KubeApi api;
    private final TimeSource time;
    private final String namespace;
    private volatile Optional<String> problem = Optional.empty();

    /**
     * The Secret of this namespace.
     *
     * @param api may write although this replica does not lead
     */
    public SnapshotKeySecret(KubeApi api, TimeSource time, String namespace) {
        this.api = api;
        this.time = time;
        this.namespace = namespace;
    }

    /** The key; waits for it as long as it takes, and never fails. */
    public Uni<SnapshotKey> key() {
        return Uni.createFrom()
                .deferred(this::find)
                .invoke(key -> problem = Optional.empty())
                .onFailure()
                .invoke(failure -> {
                    problem = Optional.of(this + " cannot be used: " + failure.getMessage());
                    LOG.atError().log("no TrainJob is built: {}", problem.get());
                })
                .onFailure()
                .retry()
                .when(failures -> failures.onItem().transformToUniAndConcatenate(failure -> Uni.createFrom()
                        .emitter(pause -> time.after(RETRY, () -> pause.complete(failure)))));
    }

    /** Why the key is not known yet, for readiness; empty when it is, or nothing has failed. For any thread. */
    public Optional<String> problem() {
        return problem;
    }

    private Uni<SnapshotKey> find() {
        return api.get(Secret.class, namespace, NAME)
                .chain(found -> found.isPresent() ? Uni.createFrom().item(() -> read(found.get())) : make());
    }

    /** Of replicas that start together one makes the Secret, and the others read it. */
    private Uni<SnapshotKey> make() {
        byte[] bytes = SnapshotKey.randomBytes();
        return api.create(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(NAME)
                        .endMetadata()
                        .withType("Opaque")
                        .withImmutable(true)
                        .addToData(DATA_KEY, Base64.getEncoder().encodeToString(bytes))
                        .build())
                .invoke(made -> LOG.atInfo().log("{} has been made", this))
                .map(made -> new SnapshotKey(bytes))
                .onFailure(ApiFailure.Kind.ALREADY_EXISTS::isOf)
                .recoverWithUni(exists -> find())
                .onFailure(ApiFailure.Kind.NOT_FOUND::isOf)
                .recoverWithItem(() -> {
                    // Only outside a cluster: in a cluster it is the namespace of this pod.
                    LOG.atWarn()
                            .log("There is no namespace {}: the key for snapshots is this process's own", namespace);
                    return new SnapshotKey(bytes);
                });
    }

    private static SnapshotKey read(Secret secret) {
        @Nullable Map<String, String> data = secret.getData();
        try {
            return new SnapshotKey(Base64.getDecoder().decode(data == null ? "" : data.getOrDefault(DATA_KEY, "")));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalStateException("data." + DATA_KEY + " must hold " + SnapshotKey.BYTES
                    + " bytes; delete the Secret to have another one made");
        }
    }

    @Override
    public String toString() {
        return "Secret " + namespace + "/" + NAME;
    }
}

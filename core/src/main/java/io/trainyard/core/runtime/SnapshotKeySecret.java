package io.trainyard.core.runtime;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
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
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private final KubeApi api;
    private final TimeSource time;
    private final String namespace;
    private volatile String problem = "";

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
        return Uni.createFrom().emitter(emitter -> attempt(emitter, FIRST_WAIT));
    }

    /** What keeps it from being known, for readiness; empty when nothing does. From any thread. */
    public Optional<String> problem() {
        return Optional.of(problem).filter(text -> !text.isEmpty());
    }

    private void attempt(UniEmitter<? super SnapshotKey> emitter, Duration wait) {
        find().subscribe()
                .with(
                        key -> {
                            problem = "";
                            emitter.complete(key);
                        },
                        failure -> {
                            problem = this + " cannot be used: " + failure.getMessage();
                            LOG.atError().log("no TrainJob is built: {}", problem);
                            Duration longer = wait.multipliedBy(2);
                            time.after(
                                    wait, () -> attempt(emitter, longer.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : longer));
                        });
    }

    private Uni<SnapshotKey> find() {
        return api.get(Secret.class, namespace, NAME)
                .chain(found -> found.isPresent() ? Uni.createFrom().item(() -> read(found.get())) : make());
    }

    /** Of replicas that start together one makes it, and the others take that one. */
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
                .map(made -> SnapshotKey.of(bytes))
                .onFailure(failure -> hasKind(failure, ApiFailure.Kind.ALREADY_EXISTS))
                .recoverWithUni(exists -> api.get(Secret.class, namespace, NAME)
                        .map(found ->
                                read(found.orElseThrow(() -> new IllegalStateException("it has just been deleted")))))
                .onFailure(failure -> hasKind(failure, ApiFailure.Kind.NOT_FOUND))
                .recoverWithItem(() -> {
                    // Outside a cluster; in a cluster it is that of this very pod.
                    LOG.atWarn()
                            .log("There is no namespace {}: the key for snapshots is this process's own", namespace);
                    return SnapshotKey.of(bytes);
                });
    }

    private static SnapshotKey read(Secret secret) {
        @Nullable Map<String, String> data = secret.getData();
        try {
            return SnapshotKey.of(Base64.getDecoder().decode(data == null ? "" : data.getOrDefault(DATA_KEY, "")));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalStateException("data." + DATA_KEY + " must hold " + SnapshotKey.BYTES
                    + " bytes; delete the Secret to have another one made");
        }
    }

    private static boolean hasKind(Throwable failure, ApiFailure.Kind kind) {
        return failure instanceof ApiFailure api && api.kind() == kind;
    }

    @Override
    public String toString() {
        return "Secret " + namespace + "/" + NAME;
    }
}

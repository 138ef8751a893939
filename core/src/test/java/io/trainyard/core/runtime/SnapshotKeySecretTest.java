package io.trainyard.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The key for snapshots, which replicas share (PIPE-94)")
final class SnapshotKeySecretTest {
    private static final String NAMESPACE = "trainyard-system";

    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-05-01T10:00:00Z"));
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);

    @Test
    @DisplayName("replicas that start together have the same one, and so has one that starts later")
    void replicas() {
        api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ofMillis(5), Duration.ofMillis(5)));
        CompletableFuture<SnapshotKey> one = key(replica());
        CompletableFuture<SnapshotKey> other = key(replica());
        time.advance(Duration.ofSeconds(1));

        assertThat(api.writes()).as("both have found none").hasSize(2);
        assertThat(api.all(Secret.class)).singleElement().satisfies(secret -> {
            assertThat(secret.getMetadata().getName()).isEqualTo("trainyard-snapshot-key");
            assertThat(secret.getMetadata().getOwnerReferences()).isEmpty();
            assertThat(secret.getImmutable()).isTrue();
        });
        String signature = one.join().sign("job", "runtime", "text");
        assertThat(other.join().hasSigned(signature, "job", "text")).isTrue();

        CompletableFuture<SnapshotKey> later = key(replica());
        time.advance(Duration.ofSeconds(1));
        assertThat(later.join().hasSigned(signature, "job", "text")).isTrue();
    }

    @Test
    @DisplayName("where it may not be read nothing is ready, the reason is told, and it is tried again")
    void forbidden() {
        boolean[] allowed = new boolean[1];
        api.addFaults(request -> allowed[0]
                ? Optional.empty()
                : Optional.of(new InMemoryKubeApi.Fault(
                        new ApiFailure(ApiFailure.Kind.FORBIDDEN, 403, "Forbidden", "secrets is forbidden", null, null),
                        false)));
        SnapshotKeySecret replica = replica();
        CompletableFuture<SnapshotKey> key = key(replica);
        time.advance(Duration.ofMinutes(2));

        assertThat(key).isNotDone();
        assertThat(replica.problem().orElseThrow())
                .contains("Secret trainyard-system/trainyard-snapshot-key", "secrets is forbidden");

        allowed[0] = true;
        time.advance(Duration.ofSeconds(31));
        assertThat(key).isCompleted();
        assertThat(replica.problem()).isEmpty();
    }

    @Test
    @DisplayName("a Secret that holds no key is not used, and not overwritten; what it holds is not told")
    void broken() {
        api.put(new SecretBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName("trainyard-snapshot-key")
                .endMetadata()
                .withData(Map.of("key", "aGlkZGVu"))
                .build());
        SnapshotKeySecret replica = replica();
        CompletableFuture<SnapshotKey> key = key(replica);
        time.advance(Duration.ofMinutes(2));

        assertThat(key).isNotDone();
        assertThat(replica.problem().orElseThrow())
                .contains("data.key must hold 32 bytes", "delete the Secret")
                .doesNotContain("aGlkZGVu", "hidden");
    }

    private SnapshotKeySecret replica() {
        return new SnapshotKeySecret(api, time, NAMESPACE);
    }

    private static CompletableFuture<SnapshotKey> key(SnapshotKeySecret replica) {
        return replica.key().subscribe().asCompletionStage();
    }
}

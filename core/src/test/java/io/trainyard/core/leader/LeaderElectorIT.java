package io.trainyard.core.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("LeaderElector on a real API server (OPS-05, OPS-06)")
final class LeaderElectorIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private final Vertx vertx = Vertx.vertx();
    private final Context owner = vertx.getOrCreateContext();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private KubeClient client;

    @BeforeEach
    void connect(TestCluster cluster) {
        client = KubeClient.open(
                        owner, ClientOptions.defaults().withKubeconfig(cluster.kubeconfig()), RequestObserver.NONE)
                .await()
                .atMost(TIMEOUT);
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close().await().atMost(TIMEOUT);
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void theLeadPassesOnWhenTheLeaderStopsAndTheLeaseSaysSo(TestCluster cluster, TestNamespace namespace) {
        LeaderElector one = elector("one", namespace);
        LeaderElector two = elector("two", namespace);
        owner.runOnContext(ignored -> one.start());
        await().atMost(TIMEOUT).until(() -> told.contains("one elected"));
        owner.runOnContext(ignored -> two.start());
        await().atMost(TIMEOUT).until(() -> told.contains("two follows one"));
        Lease held = lease(cluster, namespace);
        assertThat(held.getSpec().getHolderIdentity()).isEqualTo("one");
        assertThat(held.getSpec().getLeaseTransitions()).isZero();
        await().atMost(TIMEOUT).until(() -> lease(cluster, namespace)
                .getSpec()
                .getRenewTime()
                .isAfter(held.getSpec().getRenewTime()));

        stop(one);
        await().atMost(TIMEOUT).until(() -> told.contains("two elected"));

        assertThat(lease(cluster, namespace).getSpec().getHolderIdentity()).isEqualTo("two");
        assertThat(lease(cluster, namespace).getSpec().getLeaseTransitions()).isEqualTo(1);
        assertThat(told).noneMatch(word -> word.contains("lost"));
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(cluster.adminClient()
                        .v1()
                        .events()
                        .inNamespace(namespace.name())
                        .list()
                        .getItems())
                .extracting(event -> event.getReason() + ": " + event.getMessage())
                .contains(
                        "LeaderElection: one became leader",
                        "LeaderElection: one stopped leading",
                        "LeaderElection: two became leader"));
        stop(two);
    }

    @Test
    @DisplayName("what others have written on the Lease stays there through renewals (OPS-06)")
    void renewalsKeepWhatOthersHaveWritten(TestCluster cluster, TestNamespace namespace) {
        LeaderElector one = elector("one", namespace);
        owner.runOnContext(ignored -> one.start());
        await().atMost(TIMEOUT).until(() -> told.contains("one elected"));

        Lease labelled = cluster.adminClient()
                .leases()
                .inNamespace(namespace.name())
                .withName("trainer.kubeflow.org")
                .edit(lease -> new LeaseBuilder(lease)
                        .editMetadata()
                        .addToLabels("team", "a")
                        .addToAnnotations("note", "b")
                        .endMetadata()
                        .build());
        await().atMost(TIMEOUT).until(() -> lease(cluster, namespace)
                .getSpec()
                .getRenewTime()
                .isAfter(labelled.getSpec().getRenewTime().plusSeconds(4)));

        Lease renewed = lease(cluster, namespace);
        assertThat(renewed.getMetadata().getLabels()).containsEntry("team", "a");
        assertThat(renewed.getMetadata().getAnnotations()).containsEntry("note", "b");
        assertThat(renewed.getMetadata().getUid())
                .isEqualTo(labelled.getMetadata().getUid());
        assertThat(renewed.getSpec().getAcquireTime())
                .isEqualTo(labelled.getSpec().getAcquireTime());
        assertThat(told).noneMatch(word -> word.contains("lost"));
        stop(one);
    }

    private void stop(LeaderElector elector) {
        Uni.createFrom()
                .<Void>emitter(emitter -> owner.runOnContext(
                        ignored -> elector.stop().subscribe().with(done -> emitter.complete(null), emitter::fail)))
                .await()
                .atMost(TIMEOUT);
    }

    private LeaderElector elector(String identity, TestNamespace namespace) {
        LeaderConfig config = new LeaderConfig(
                namespace.name(),
                "trainer.kubeflow.org",
                identity,
                Duration.ofSeconds(6),
                Duration.ofSeconds(4),
                Duration.ofMillis(500));
        KubeApi requests = client.requests();
        return new LeaderElector(
                config,
                requests,
                new VertxTimeSource(owner),
                Math::random,
                () -> Duration.ZERO,
                new DirectLeaseRenewal(client.directUpdates().orElseThrow(), requests::update),
                new LeaderListener() {
                    @Override
                    public void elected() {
                        told.add(identity + " elected");
                    }

                    @Override
                    public void lost(String reason) {
                        told.add(identity + " lost " + reason);
                    }

                    @Override
                    public void leaderChanged(String leader) {
                        told.add(identity + " follows " + leader);
                    }
                });
    }

    private static Lease lease(TestCluster cluster, TestNamespace namespace) {
        return cluster.adminClient()
                .leases()
                .inNamespace(namespace.name())
                .withName("trainer.kubeflow.org")
                .get();
    }
}

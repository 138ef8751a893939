package io.trainyard.launcher.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.launcher.controller.ControllerInTest;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.faults.FaultProxy;
import io.trainyard.testcluster.faults.ProxyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader that hangs, that loses its Lease, or whose API server is slow, with the times that are there by default. Times are printed. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Leadership in bad times (OPS-05, OPS-05a, OPS-05c, OPS-09a, OPS-09b, FAB-60)")
@Tag("alone")
final class LeadershipIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String LEASE = "trainer.kubeflow.org";

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private KubernetesClient admin;
    private String namespace;

    @BeforeEach
    void prepare(TestCluster given, TestNamespace where) {
        cluster = given;
        admin = given.adminClient();
        namespace = where.name();
    }

    @Test
    @DisplayName(
            "a leader whose event loop hangs is followed, is not ready, goes on to admit, and writes nothing when it comes back")
    void aLeaderThatHangs() throws Exception {
        try (ControllerInTest first = new ControllerInTest(as("one"), namespace);
                WebhookConfigurations webhooks = WebhookConfigurations.install(
                        cluster, Path.of("..", "deploy", "webhooks"), first.webhookPort())) {
            await("the first one to lead").atMost(LIMIT).until(() -> first.isReady() && first.isLeading());
            webhooks.awaitAuthority();
            createRuntime();
            create("before");
            awaitJobSet("before");
            try (ControllerInTest second = new ControllerInTest(as("two"), namespace)) {
                await("the second one to be ready").atMost(LIMIT).until(second::isReady);
                assertThat(second.waiting()).as("a follower works on nothing").isZero();

                Instant blocked = Instant.now();
                first.block();
                Duration admitted = took(() -> create("meanwhile"));
                assertThatThrownBy(() -> create("wrong", "no-such-runtime"))
                        .isInstanceOf(KubernetesClientException.class)
                        .hasMessageContaining("spec.runtimeRef");
                await("the second one to lead").atMost(LIMIT).until(second::isLeading);
                Duration followed = Duration.between(blocked, Instant.now());
                awaitJobSet("meanwhile");
                await("the first one to say what is wrong").atMost(LIMIT).until(() -> first.probe("/readyz")
                        .contains("[-]reconcile-loop failed: the event loop is late by more than 3 s"));
                Duration unready = Duration.between(blocked, Instant.now());
                assertThat(first.isLeading()).isFalse();
                assertThat(first.probe("/healthz")).startsWith("200");
                assertThat(second.isReady()).isTrue();
                System.out.printf(
                        "event loop blocked: a review took %d ms, another one led after %d ms, not ready was seen after %d ms%n",
                        admitted.toMillis(), followed.toMillis(), unready.toMillis());
                assertThat(admitted).isLessThan(Duration.ofSeconds(3));

                first.unblock();
                await("the first one to be ready again").atMost(LIMIT).until(first::isReady);
                create("after");
                awaitJobSet("after");
                assertThat(first.isLeading()).isFalse();
                Writes writes = new WriteLog(auditLog(), namespace).read();
                Writes.Write successor =
                        writes.firstByOthers(user("one"), blocked).orElseThrow();
                assertThat(writes.all())
                        .filteredOn(write -> write.writer().equals(user("one"))
                                && write.received().isAfter(successor.received()))
                        .isEmpty();
            }
            await("the first one to lead again, in the same process")
                    .atMost(LIMIT)
                    .until(first::isLeading);
            create("again");
            awaitJobSet("again");
            assertThat(first.isAlive()).isTrue();
        }
    }

    @Test
    @DisplayName("who loses its Lease goes on to admit, stops reconciling, and leads again in the same process")
    void aLeaseThatIsTaken() throws Exception {
        try (ControllerInTest only = new ControllerInTest(as("one"), namespace);
                WebhookConfigurations webhooks = WebhookConfigurations.install(
                        cluster, Path.of("..", "deploy", "webhooks"), only.webhookPort())) {
            await("it to lead").atMost(LIMIT).until(() -> only.isReady() && only.isLeading());
            webhooks.awaitAuthority();
            createRuntime();
            String identity = lease().getSpec().getHolderIdentity();

            takeLease("somebody", 8);
            await("it to step down").atMost(LIMIT).until(() -> !only.isLeading());
            create("meanwhile");
            assertThatThrownBy(() -> create("wrong", "no-such-runtime"))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("spec.runtimeRef");
            assertThat(only.isReady()).isTrue();
            assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("somebody");
            assertThat(jobSet("meanwhile")).isNull();
            assertThat(only.waiting()).as("it works on nothing any more").isZero();

            await("it to lead again").atMost(LIMIT).until(only::isLeading);
            awaitJobSet("meanwhile");
            assertThat(lease().getSpec().getHolderIdentity()).isEqualTo(identity);

            create("second");
            awaitJobSet("second");
            double before = awaitSilence(only);
            takeLease("somebody", 1);
            await("it to step down once more").atMost(LIMIT).until(() -> !only.isLeading());
            await("every TrainJob to be looked at in the next term")
                    .atMost(LIMIT)
                    .until(() -> only.reconciles() >= before + 2);
            assertThat(only.isLeading()).isTrue();
            assertThat(only.isAlive()).isTrue();
        }
    }

    @Test
    @DisplayName("answers that take 1.5 s do not cost the lead")
    void aSlowApiServer() throws Exception {
        try (FaultProxy proxy = cluster.startFaultProxy();
                ProxyClient line = proxy.open("one");
                ControllerInTest only = new ControllerInTest(line.kubeconfig(as("one")), namespace)) {
            await("it to lead").atMost(LIMIT).until(() -> only.isReady() && only.isLeading());
            createRuntime();

            proxy.setLatency(Duration.ofMillis(1_500));
            await("it to lead all the time")
                    .pollInterval(Duration.ofMillis(50))
                    .during(Duration.ofSeconds(20))
                    .atMost(LIMIT)
                    .until(only::isLeading);
            create("slow");
            awaitJobSet("slow");
            proxy.setLatency(Duration.ZERO);

            assertThat(lease().getSpec().getLeaseTransitions()).isZero();
        }
    }

    /** A kubeconfig whose requests the audit log shows under a name of their own. */
    private Path as(String name) throws IOException {
        String subject = Files.readString(cluster.subjectKubeconfig());
        return Files.writeString(
                folder.resolve(name),
                subject.replaceFirst(
                        "(?m)^( +)token: .*$", "$0\n$1as: " + user(name) + "\n$1as-groups: [\"system:masters\"]"));
    }

    private String user(String name) {
        return namespace + "-" + name;
    }

    private Path auditLog() {
        return cluster.runFolder().resolve("logs").resolve("audit.log");
    }

    private Lease lease() {
        return admin.leases().inNamespace(namespace).withName(LEASE).get();
    }

    private void takeLease(String holder, int seconds) {
        admin.leases()
                .inNamespace(namespace)
                .withName(LEASE)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\": {\"holderIdentity\": \"%s\", \"leaseDurationSeconds\": %d}}"
                                .formatted(holder, seconds));
    }

    private void createRuntime() {
        apply(JobLoad.RUNTIME);
    }

    private void create(String name) {
        create(name, "failover");
    }

    private void create(String name, String runtime) {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec: {runtimeRef: {kind: TrainingRuntime, name: %s}}
                """
                        .formatted(name, runtime));
    }

    private void apply(String yaml) {
        admin.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                .inNamespace(namespace)
                .create();
    }

    private JobSet jobSet(String name) {
        return admin.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    private void awaitJobSet(String name) {
        await("the JobSet of " + name).atMost(LIMIT).until(() -> jobSet(name) != null);
    }

    /** Waits until nothing has been reconciled for some seconds, and gives the number of reconciles. */
    private static double awaitSilence(ControllerInTest controller) {
        double[] last = {-1};
        await("silence").atMost(LIMIT).pollInterval(Duration.ofSeconds(4)).until(() -> {
            double now = controller.reconciles();
            boolean silent = now == last[0];
            last[0] = now;
            return silent;
        });
        return last[0];
    }

    private static Duration took(Runnable task) {
        Instant begin = Instant.now();
        task.run();
        return Duration.between(begin, Instant.now());
    }
}

package io.trainyard.launcher.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Three replicas while jobs keep coming. {@code -Dfailover.kills=20 -Dfailover.lease=4s,3s,300ms} makes it a measurement; times are printed, and not
 * judged, because they say as much about the machine as about the program.
 */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Fail-over (FAB-60, OPS-04 to OPS-06)")
final class FailoverIT {
    private static final Logger LOG = LoggerFactory.getLogger(FailoverIT.class);
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int KILLS = Integer.getInteger("failover.kills", 2);
    private static final long PAUSE_MILLIS = 250;

    private final List<Replica> replicas = new ArrayList<>();

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private KubernetesClient admin;
    private String namespace;
    private JobLoad load;
    private int started;

    @BeforeEach
    void start(TestCluster given, TestNamespace where) throws IOException {
        cluster = given;
        admin = given.adminClient();
        namespace = where.name();
        for (int i = 0; i < 3; i++) {
            addReplica();
        }
        load = new JobLoad(admin, namespace);
        load.start(PAUSE_MILLIS);
    }

    @AfterEach
    void end() {
        load.close();
        replicas.forEach(Replica::close);
        admin.resources(TrainJob.class).inNamespace(namespace).delete();
        // Without a controller nobody else lets the runtime go.
        admin.resources(TrainingRuntime.class)
                .inNamespace(namespace)
                .list()
                .getItems()
                .forEach(runtime -> {
                    runtime.getMetadata().setFinalizers(List.of());
                    admin.resource(runtime).update();
                });
    }

    @Test
    @DisplayName("leaders that are killed lose no job, double none, and never write beside their successor")
    void crashes() throws Exception {
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < KILLS; i++) {
            Replica leader = leader();
            Instant killed = Instant.now();
            leader.kill();
            times.add(Duration.between(killed, successor(leader, killed)));
        }
        report("after a crash", times);
        assertNothingIsLostOrDoubled();
    }

    @Test
    @DisplayName("a leader that is told to stop hands over at once, with nothing lost")
    void orderlyStops() throws Exception {
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < Math.max(1, KILLS / 2); i++) {
            Replica leader = leader();
            Instant told = Instant.now();
            assertThat(leader.controller().stop()).isZero();
            times.add(Duration.between(told, successor(leader, told)));
        }
        report("after SIGTERM", times);
        assertNothingIsLostOrDoubled();
    }

    @Test
    @DisplayName(
            "a leader that was frozen past its lease writes nothing when it wakes up, and ends with code 1 (OPS-05)")
    void aFrozenLeader() throws Exception {
        Replica leader = leader();
        Instant frozen = Instant.now();
        leader.freeze();
        successor(leader, frozen);
        leader.thaw();

        assertThat(leader.controller().process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(leader.controller().process().exitValue()).isEqualTo(1);
        assertNothingIsLostOrDoubled();
    }

    private void addReplica() throws IOException {
        replicas.add(Replica.start(cluster, namespace, folder, namespace + "-replica-" + ++started));
    }

    /** As a kubelet does. */
    private void replaceThoseThatEnded() throws IOException {
        replicas.removeIf(replica -> !replica.runs());
        while (replicas.size() < 3) {
            addReplica();
        }
    }

    /** On a machine that is much too busy, all may have failed to renew the Lease, and ended. */
    private void startAgainIfNoneRuns() throws IOException {
        if (replicas.stream().noneMatch(Replica::runs)) {
            replaceThoseThatEnded();
        }
    }

    /** The one that holds the Lease and has begun to write. */
    private Replica leader() throws IOException {
        replaceThoseThatEnded();
        return await("a leader that writes")
                .atMost(LIMIT)
                .until(
                        () -> {
                            startAgainIfNoneRuns();
                            return replicas.stream()
                                    .filter(replica -> replica.leads(holder()) && hasWritten(replica))
                                    .findFirst();
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private boolean hasWritten(Replica replica) {
        return writes().all().stream().anyMatch(write -> write.writer().equals(replica.user()));
    }

    private String holder() {
        Lease lease = admin.leases()
                .inNamespace(namespace)
                .withName("trainer.kubeflow.org")
                .get();
        String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
        return holder == null ? "" : holder;
    }

    private Writes writes() {
        Writes all = Writes.read(cluster.runFolder().resolve("logs").resolve("audit.log"));
        return new Writes(all.all().stream()
                .filter(write -> write.writer().startsWith(namespace))
                .toList());
    }

    /** When somebody else first wrote. */
    private Instant successor(Replica before, Instant after) {
        return await("a new leader that writes")
                .atMost(LIMIT)
                .until(
                        () -> {
                            startAgainIfNoneRuns();
                            return writes().firstByOthers(before.user(), after);
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private void assertNothingIsLostOrDoubled() throws IOException, InterruptedException {
        replaceThoseThatEnded();
        List<String> jobs = load.stop();
        await("a JobSet for each of " + jobs.size() + " jobs").atMost(LIMIT).untilAsserted(() -> assertThat(
                        admin.resources(JobSet.class)
                                .inNamespace(namespace)
                                .list()
                                .getItems())
                .extracting(jobSet -> jobSet.getMetadata().getName())
                .containsExactlyInAnyOrderElementsOf(jobs));
        cluster.pods(namespace).endAll(jobs.size(), Map.of(), Outcome.SUCCEEDED);
        await("all jobs to be complete").atMost(LIMIT).untilAsserted(() -> assertThat(admin.resources(TrainJob.class)
                        .inNamespace(namespace)
                        .list()
                        .getItems())
                .hasSize(jobs.size())
                .allMatch(FailoverIT::isComplete));

        Writes writes = writes();
        assertThat(writes.createdJobSets())
                .as("every JobSet is made once")
                .containsOnlyKeys(jobs)
                .allSatisfy((job, times) -> assertThat(times).isEqualTo(1));
        List<Writes.Reign> reigns = writes.reigns();
        for (int i = 1; i < reigns.size(); i++) {
            assertThat(reigns.get(i).first())
                    .as("%s begins when %s has ended", reigns.get(i), reigns.get(i - 1))
                    .isAfter(reigns.get(i - 1).last());
        }
        LOG.info(
                "{} jobs, {} leaders in turn, {} writes",
                jobs.size(),
                reigns.size(),
                writes.all().size());
    }

    private static boolean isComplete(TrainJob job) {
        return job.getStatus() != null
                && job.getStatus().conditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Complete")
                                && condition.getStatus().equals("True"));
    }

    private static void report(String what, List<Duration> times) {
        List<Duration> sorted = times.stream().sorted().toList();
        LOG.info(
                "fail-over {}: median {} ms, longest {} ms, all {}",
                what,
                sorted.get(sorted.size() / 2).toMillis(),
                sorted.get(sorted.size() - 1).toMillis(),
                times.stream().map(time -> time.toMillis() + " ms").collect(Collectors.joining(", ")));
    }
}

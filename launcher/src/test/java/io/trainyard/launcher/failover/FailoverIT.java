package io.trainyard.launcher.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.launcher.deploy.RenderedConfiguration;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicas with the Lease that they have by default, while jobs keep coming. {@code -Dfailover.kills=20} makes it the measurement of
 * {@code bench/RESULTS.md}; times are printed, and not judged, because they say as much about the machine as about the program.
 */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Fail-over (FAB-60, OPS-04 to OPS-06, HELM-28)")
@Tag("alone")
final class FailoverIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final int KILLS = Integer.getInteger("failover.kills", 5);
    private static final long PAUSE_MILLIS = 500;
    private static final int REPLICAS = 3;
    /** One thread sends; a freeze can come between its look at the Lease and the network. */
    private static final int SENDING = 1;

    private static final Map<String, Object> AS_BY_DEFAULT = Map.of("leaderElect", true);

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private KubernetesClient admin;
    private String namespace;
    private JobLoad load;
    private Replicas replicas;
    private WriteLog log;

    @BeforeEach
    void start(TestCluster given, TestNamespace where) {
        cluster = given;
        admin = given.adminClient();
        namespace = where.name();
        log = new WriteLog(given.runFolder().resolve("logs").resolve("audit.log"), namespace);
        replicas = new Replicas(given, namespace, folder);
        load = new JobLoad(admin, namespace);
        load.start(PAUSE_MILLIS);
    }

    @AfterEach
    void end() {
        load.close();
        replicas.close();
        // One by one: all in one request takes longer than a client waits when there are hundreds.
        admin.resources(TrainJob.class).inNamespace(namespace).list().getItems().forEach(job -> admin.resource(job)
                .delete());
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
        replicas.start(REPLICAS, AS_BY_DEFAULT);
        List<HandOver> handOvers = new ArrayList<>();
        for (int i = 0; i < KILLS; i++) {
            Replica leader = leader();
            Instant killed = Instant.now();
            leader.kill();
            handOvers.add(handOver(leader, killed));
        }
        report("after a crash", handOvers);
        assertNothingIsLostOrDoubled(0);
    }

    @Test
    @DisplayName("a leader that is told to stop hands over at once, with nothing lost")
    void orderlyStops() throws Exception {
        replicas.start(REPLICAS, AS_BY_DEFAULT);
        List<HandOver> handOvers = new ArrayList<>();
        for (int i = 0; i < Math.max(1, KILLS / 2); i++) {
            Replica leader = leader();
            Instant told = Instant.now();
            assertThat(leader.controller().stop()).isZero();
            handOvers.add(handOver(leader, told));
        }
        report("after SIGTERM", handOvers);
        assertNothingIsLostOrDoubled(0);
    }

    @Test
    @DisplayName(
            "a leader that was frozen past its lease sends at most the write that it was sending, and stands by in the same process (OPS-05)")
    void aFrozenLeader() throws Exception {
        replicas.start(REPLICAS, AS_BY_DEFAULT);
        Replica leader = leader();
        Instant frozen = Instant.now();
        leader.freeze();
        handOver(leader, frozen);
        leader.thaw();

        await("the former leader to stand by")
                .atMost(LIMIT)
                .until(() -> leader.controller().output().contains("running for leadership again"));
        assertThat(leader.controller().process().waitFor(2, TimeUnit.SECONDS))
                .as("whether it ended")
                .isFalse();
        assertNothingIsLostOrDoubled(SENDING);
    }

    @Test
    @DisplayName(
            "from one replica to two by an upgrade of the chart: the old pod and the new ones overlap, and no two of them write; the old one hands over at once and answers reviews until it is told again (HELM-28, OPS-04a)")
    void fromOneReplicaToTwo() throws Exception {
        Map<String, Object> one = RenderedConfiguration.section("leaderElection", "--set", "manager.replicas=1");
        Map<String, Object> two = RenderedConfiguration.section("leaderElection");
        Map<String, Object> late = Map.of("trainyard", Map.of("webhook", Map.of("shutdownDelay", "30s")));
        try (Replica old = Replica.start(cluster, namespace, folder, namespace + "-old", one, late)) {
            await("the only replica to write").atMost(LIMIT).until(() -> log.read()
                    .hasWritten(old.user()));
            replicas.start(2, two);
            await("two more to be ready")
                    .atMost(START_LIMIT)
                    .until(() -> replicas.ready().size() == 2);
            assertThat(log.read().reigns()).extracting(Writes.Reign::writer).containsExactly(old.user());
            Instant told = Instant.now();
            Process process = old.controller().process();
            process.destroy();
            handOver(old, told);
            assertThat(process.isAlive())
                    .as("the old one, which still answers reviews")
                    .isTrue();
            // Two signals at once are one wish.
            await("its end when it is told again")
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        process.destroy();
                        return !process.isAlive();
                    });
            assertThat(process.exitValue()).isOne();
        }
        assertNothingIsLostOrDoubled(0);
    }

    /** The one that holds the Lease and has begun to write, when another one is there to follow it. */
    private Replica leader() {
        return await("a leader that writes, and a follower")
                .atMost(START_LIMIT)
                .until(
                        () -> replicas.ready().size() < 2
                                ? Optional.<Replica>empty()
                                : replicas.leading(holder())
                                        .filter(replica -> log.read().hasWritten(replica.user())),
                        Optional::isPresent)
                .orElseThrow();
    }

    private String holder() {
        Lease lease = admin.leases()
                .inNamespace(namespace)
                .withName("trainer.kubeflow.org")
                .get();
        String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
        return holder == null ? "" : holder;
    }

    /** Waits until somebody else writes. */
    private HandOver handOver(Replica before, Instant ended) {
        long followers = replicas.ready().stream()
                .filter(replica -> !replica.equals(before))
                .count();
        Writes.Write first = await("a new leader that writes")
                .atMost(LIMIT)
                .until(() -> log.read().firstByOthers(before.user(), ended), Optional::isPresent)
                .orElseThrow();
        Writes writes = log.read();
        var handOver = new HandOver(
                Duration.between(writes.leaseLastRenewed(before.user()).orElseThrow(), ended),
                Duration.between(ended, writes.leaseTaken(first.writer(), ended).orElseThrow()),
                Duration.between(ended, first.received()));
        System.out.printf(
                "%s follows %s, with %d ready ones left: %s%n", first.writer(), before.user(), followers, handOver);
        return handOver;
    }

    /**
     * What happened when a leader went.
     *
     * @param silence how long before its end it had last renewed its Lease; negative when the answer came after it
     * @param lease from its end until another one had the Lease
     * @param write from its end until another one's first write
     */
    private record HandOver(Duration silence, Duration lease, Duration write) {
        @Override
        public String toString() {
            return "last renewal %d ms before, lease taken after %d ms, first write after %d ms"
                    .formatted(silence.toMillis(), lease.toMillis(), write.toMillis());
        }
    }

    /** @param late how many writes of a leader may arrive after the first one of its successor */
    private void assertNothingIsLostOrDoubled(int late) throws InterruptedException {
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

        Writes writes = log.read();
        // That each is there is known by now. What a leader asked for as it was killed may be made without an answer
        // that says so.
        assertThat(writes.createdJobSets()).as("no JobSet is made twice").allSatisfy((job, times) -> assertThat(times)
                .isEqualTo(1));
        List<Writes.Reign> reigns = writes.reigns();
        for (int i = 1; i < reigns.size(); i++) {
            Writes.Reign before = reigns.get(i - 1);
            Writes.Reign next = reigns.get(i);
            assertThat(writes.by(before.writer()))
                    .as("%s begins when %s has ended", next, before)
                    .filteredOn(write -> !write.answered().isBefore(next.first()))
                    .hasSizeLessThanOrEqualTo(late);
        }
        System.out.printf(
                "%d jobs, %d leaders in turn, %d writes, no two at a time%n",
                jobs.size(),
                reigns.size(),
                writes.all().stream().filter(write -> !write.ofLease()).count());
    }

    private static boolean isComplete(TrainJob job) {
        return job.getStatus() != null
                && job.getStatus().conditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Complete")
                                && condition.getStatus().equals("True"));
    }

    private static void report(String what, List<HandOver> handOvers) {
        List<Long> sorted = handOvers.stream()
                .map(handOver -> handOver.write().toMillis())
                .sorted()
                .toList();
        System.out.printf(
                "fail-over %s, %d times: shortest %d ms, median %d ms, longest %d ms, all %s%n",
                what,
                sorted.size(),
                sorted.get(0),
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() - 1),
                sorted);
    }
}

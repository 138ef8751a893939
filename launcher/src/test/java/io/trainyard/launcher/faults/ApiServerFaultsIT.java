package io.trainyard.launcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.Options;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.faults.CallRecord;
import io.trainyard.testcluster.faults.Fault;
import io.trainyard.testcluster.faults.FaultProxy;
import io.trainyard.testcluster.faults.Injection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * An API server that is slow, refuses, is killed, or comes back from a backup, while TrainJobs keep coming. Times are shorter than in life where only their
 * proportion counts: {@code -Dfaults.kills=20} and {@code -Dfaults.refusing=60} make it longer.
 */
@RealCluster(
        kind = ClusterKind.BARE,
        customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
@DisplayName("An API server in trouble (FAB-36, FAB-43, JOBSET-16)")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApiServerFaultsIT {
    private static final int KILLS = Integer.getInteger("faults.kills", 3);
    private static final Duration REFUSING = Duration.ofSeconds(Integer.getInteger("faults.refusing", 5));
    private static final List<String> JOBS =
            IntStream.range(0, 10).mapToObj(i -> "job-" + i).toList();

    private static int namespaces;

    private TestCluster cluster;
    private Watching watching;
    private FaultProxy proxy;
    private TrainJobUser user;
    private InProcessController controller;
    /** Whose data are replaced; whoever looks at the other one must not see the past. */
    private Optional<TestCluster> restoredCluster = Optional.empty();

    @BeforeAll
    void start(TestCluster given) {
        cluster = given;
        watching = new Watching(given.adminClient());
    }

    @BeforeEach
    void arrive() {
        arriveAt(cluster, watching);
    }

    private void arriveAt(TestCluster where, Watching by) {
        proxy = where.startFaultProxy();
        user = new TrainJobUser(where.adminClient(), by, "trouble-" + ++namespaces);
        user.arrive();
        user.create(TrainJobUser.MPI_GANG);
    }

    @AfterEach
    void leave() {
        controller.kill();
        user.leave();
        proxy.close();
    }

    @AfterAll
    void stop() {
        watching.close();
        restoredCluster.ifPresent(TestCluster::close);
    }

    @Test
    @DisplayName("answers that take longer than anybody waits: every job is made in the end, and once")
    void slowAnswers() {
        // As an API server with answers after 10 s for a client that waits 10 s, eight times as fast.
        controller = startController(options -> options.withLimits(
                RequestLimits.DEFAULT.withTimeouts(Duration.ofMillis(1_250), Duration.ofMillis(3_750))));
        user.createJob("first", "");
        user.awaitJobSet("first");
        try (Injection slow = proxy.inject(Fault.lateReply(Duration.ofMillis(1_300)), call -> !call.isWatch())) {
            JOBS.forEach(job -> user.createJob(job, ""));
            TrainJobUser.pause(Duration.ofSeconds(6));
            assertThat(slow.hits()).isPositive();
        }

        JOBS.forEach(user::awaitJobSet);
        assertMadeOnce();
    }

    @Test
    @DisplayName("2 s of latency for everything delay, and harm nothing")
    void latency() {
        proxy.setLatency(Duration.ofSeconds(2));
        controller = startController(UnaryOperator.identity());
        JOBS.forEach(job -> user.createJob(job, ""));

        JOBS.forEach(user::awaitJobSet);
        assertMadeOnce();
    }

    @Test
    @DisplayName("an API server that asks everybody to come back later is not stormed, and nothing is lost")
    void tooManyRequests() {
        controller = startController(UnaryOperator.identity());
        user.createJob("first", "");
        user.awaitJobSet("first");
        Injection refusing = proxy.inject(Fault.tooManyRequests(Duration.ofSeconds(1)), call -> true);
        JOBS.forEach(job -> user.createJob(job, ""));
        controller.way().dropConnections();
        TrainJobUser.pause(REFUSING);
        int asked = refusing.hits();
        refusing.close();

        // Eleven jobs and some fifteen watches, each of which tries again with a backoff of its own.
        assertThat(asked).isLessThan((int) (REFUSING.toSeconds() + 1) * 80);
        JOBS.forEach(user::awaitJobSet);
        assertMadeOnce();
    }

    @Test
    @DisplayName("killed and started again under load, again and again: nothing is lost, nothing is made twice")
    void killed() {
        controller = startController(UnaryOperator.identity());
        for (int i = 0; i < KILLS; i++) {
            int round = i;
            JOBS.subList(0, 5).forEach(job -> user.createJob(job + "-" + round, ""));
            cluster.stopApiServer();
            cluster.startApiServer();
            JOBS.subList(5, 10).forEach(job -> user.createJob(job + "-" + round, ""));
        }

        for (int i = 0; i < KILLS; i++) {
            int round = i;
            JOBS.forEach(job -> user.awaitJobSet(job + "-" + round));
        }
        assertMadeOnce();
    }

    @Test
    @DisplayName(
            "etcd restored to an older state: a controller that is started again brings about what that state asks for")
    void restored() {
        restored((own, running) -> {
            running.kill();
            return startController(own, UnaryOperator.identity());
        });
    }

    @Test
    @DisplayName(
            "etcd restored to an older state: a controller that lives on notices, and brings about what that state asks for")
    void restoredBelowALivingController() {
        restored((own, running) -> running);
    }

    private void restored(BiFunction<TestCluster, InProcessController, InProcessController> afterwards) {
        TestCluster own = clusterToRestore();
        Watching before = new Watching(own.adminClient());
        proxy.close();
        arriveAt(own, before);
        InProcessController first = startController(own, UnaryOperator.identity());
        controller = first;
        user.createJob("old", "");
        user.awaitJobSet("old");
        user.played("old").says(TrainJobUser.running());
        user.awaitCounters("old", TrainJobUser.running());
        Path backup = own.backup();
        user.patch("old", "{\"spec\": {\"suspend\": true}}");
        user.awaitSuspended("old", true);
        user.createJob("young", "");
        user.awaitJobSet("young");
        before.close();

        own.restore(backup);
        Watching after = new Watching(own.adminClient());
        user = new TrainJobUser(own.adminClient(), after, user.namespace());
        String uid = user.awaitJobSet("old").getMetadata().getUid();
        controller = afterwards.apply(own, first);
        user.createJob("younger", "");
        user.awaitJobSet("younger");
        TrainJobUser.pause(Duration.ofSeconds(2));

        assertThat(user.jobSet("old")).as("the running job, as it was").hasValueSatisfying(jobSet -> {
            assertThat(jobSet.getMetadata().getUid()).isEqualTo(uid);
            assertThat(jobSet.suspended()).isFalse();
        });
        assertThat(jobSets(own.adminClient()))
                .as("what was made after the backup is gone")
                .containsOnlyKeys("old", "younger");
        user.patch("old", "{\"spec\": {\"suspend\": true}}");
        user.awaitSuspended("old", true);
        after.close();
        // What is left goes with that cluster.
        user = new TrainJobUser(cluster.adminClient(), watching, user.namespace());
    }

    /** Both restores are of one cluster, each in a namespace of its own. */
    private TestCluster clusterToRestore() {
        TestCluster own = restoredCluster.orElseGet(() -> TestCluster.start(Options.bare()
                .withCustomResourceDefinitions(Path.of("../deploy/crds"), Path.of("src/test/resources/crds"))));
        restoredCluster = Optional.of(own);
        return own;
    }

    private InProcessController startController(UnaryOperator<ClientOptions> client) {
        return startController(cluster, client);
    }

    private InProcessController startController(TestCluster where, UnaryOperator<ClientOptions> client) {
        return InProcessController.start(
                proxy, "controller", where.kubeconfig(), List.of(user.namespace()), UnaryOperator.identity(), client);
    }

    private Map<String, JobSet> jobSets(KubernetesClient client) {
        return client.resources(JobSet.class).inNamespace(user.namespace()).list().getItems().stream()
                .collect(Collectors.toMap(jobSet -> jobSet.getMetadata().getName(), jobSet -> jobSet));
    }

    private void assertMadeOnce() {
        Map<String, Long> creations =
                proxy.calls(record -> record.isCreation() && !record.call().isOf("events")).stream()
                        .map(CallRecord::call)
                        .collect(Collectors.groupingBy(
                                call -> call.resource() + " " + call.name(), Collectors.counting()));
        assertThat(creations)
                .allSatisfy((object, times) -> assertThat(times).as(object).isEqualTo(1));
        assertThat(proxy.calls(record -> record.call().verb().startsWith("delete")))
                .as("deletions")
                .isEmpty();
    }
}

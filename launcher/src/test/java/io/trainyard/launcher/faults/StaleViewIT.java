package io.trainyard.launcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.faults.ApiCall;
import io.trainyard.testcluster.faults.CallRecord;
import io.trainyard.testcluster.faults.FaultProxy;
import io.trainyard.testcluster.faults.PastView;
import io.trainyard.testcluster.faults.WatchHold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Watches that stand still and lists that show the past, while writes go through. JobSet's controller and the garbage collector are played, so that what
 * they do comes when the test says so.
 */
@RealCluster(
        kind = ClusterKind.BARE,
        customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
@DisplayName("Old news (JOBSET-17, JOBSET-18, STATUS-14)")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StaleViewIT {
    /** Long enough for a controller to act on what it sees, and for its first waits. */
    private static final Duration MEANWHILE = Duration.ofSeconds(3);

    private static int namespaces;

    private TestCluster cluster;
    private FaultProxy proxy;
    private Watching watching;
    private TrainJobUser user;
    private final List<InProcessController> controllers = new ArrayList<>();

    @BeforeAll
    void start(TestCluster given) {
        cluster = given;
        watching = new Watching(given.adminClient());
    }

    @BeforeEach
    void arrive() {
        proxy = cluster.startFaultProxy();
        user = new TrainJobUser(cluster.adminClient(), watching, "stale-" + ++namespaces);
        user.arrive();
        user.create(TrainJobUser.MPI_GANG);
    }

    @AfterEach
    void leave() {
        controllers.forEach(InProcessController::kill);
        controllers.clear();
        user.leave();
        proxy.close();
    }

    @AfterAll
    void stop() {
        watching.close();
    }

    @Nested
    @DisplayName("a watch stands still")
    final class HeldWatch {
        @Test
        @DisplayName("1, 3, 1 nodes, of which nobody hears, leave one node")
        void changesThatCancelEachOther() {
            startController();
            user.createJob("job", "suspend: true, trainer: {numNodes: 1}");
            user.awaitCondition("job", "Suspended");
            JobSet before = user.awaitJobSet("job");
            WatchHold hold = proxy.holdWatches(call -> call.isOf("trainjobs"));
            user.patch("job", "{\"spec\": {\"trainer\": {\"numNodes\": 3}}}");
            user.patch("job", "{\"spec\": {\"trainer\": {\"numNodes\": 1}}}");
            user.until("news", () -> hold.held() > 0);
            hold.expire();

            user.patch("job", "{\"spec\": {\"suspend\": false}}");
            user.awaitSuspended("job", false);

            assertThat(user.jobSet("job").orElseThrow().getMetadata().getUid())
                    .isEqualTo(before.getMetadata().getUid());
            user.until(
                    "1 node", () -> Integer.valueOf(1).equals(user.status("job").nodes()));
            assertThat(podGroupMinimum("job")).isEqualTo("2");
            assertEveryDeletionSaysWhom();
        }

        @Test
        @DisplayName("a suspend that is undone before anybody hears of it stops nothing")
        void aSuspendThatIsUndone() {
            startController();
            runningJob("job");
            WatchHold hold = proxy.holdWatches(call -> call.isOf("trainjobs"));
            user.patch("job", "{\"spec\": {\"suspend\": true}}");
            user.patch("job", "{\"spec\": {\"suspend\": false}}");
            user.until("news", () -> hold.held() > 0);
            hold.expire();
            TrainJobUser.pause(MEANWHILE);

            assertThat(writesOfSpec("jobsets"))
                    .as("changes of the running JobSet")
                    .isEmpty();
            assertThat(user.jobSet("job").orElseThrow().suspended()).isFalse();
        }

        @Test
        @DisplayName("a TrainJob that is deleted and made again gets objects of its own, and keeps them")
        void aNamesake() {
            startController();
            runningJob("job");
            WatchHold hold = proxy.holdWatches(call -> call.isOf("trainjobs"));
            user.delete("job");
            user.until("no TrainJob", () -> user.trainJob("job").get() == null);
            TrainJob second = user.createJob("job", "trainer: {numNodes: 3}");
            user.until("news", () -> hold.held() > 0);
            hold.expire();
            user.until("its own objects", () -> {
                PlayedJobSet.collectGarbage(cluster.adminClient(), user.namespace());
                return owners().size() == 1
                        && owners().containsKey(second.getMetadata().getUid())
                        && user.jobSet("job").isPresent();
            });
            Map<String, String> objects = uids();
            TrainJobUser.pause(MEANWHILE);
            PlayedJobSet.collectGarbage(cluster.adminClient(), user.namespace());

            assertThat(uids()).as("nothing is made again").isEqualTo(objects);
            assertEveryDeletionSaysWhom();
        }

        @Test
        @DisplayName(
                "a deleted TrainJob, of whose deletion nobody hears for seconds, is not made again in a loop (15e)")
        void aDeletionThatIsNotHeardOf() {
            startController();
            runningJob("job");
            proxy.holdWatches(call -> call.isOf("trainjobs"));
            user.delete("job");
            user.until("no TrainJob", () -> user.trainJob("job").get() == null);
            long before = creations("jobsets");
            for (int i = 0; i < 25; i++) {
                PlayedJobSet.collectGarbage(cluster.adminClient(), user.namespace());
                TrainJobUser.pause(Duration.ofMillis(200));
            }

            assertThat(creations("jobsets") - before)
                    .as("JobSets of a deleted TrainJob")
                    .isLessThanOrEqualTo(1);
            assertThat(creations("podgroups") + creations("configmaps"))
                    .as("PodGroups and ConfigMaps, those of the living one among them")
                    .isLessThanOrEqualTo(6);
        }
    }

    @Nested
    @DisplayName("a restart against an API server that shows the past")
    final class Past {
        @Test
        @DisplayName("a Complete TrainJob whose JobSet is gone stays Complete, and never runs again (15a)")
        void aCompleteJob() {
            user.createJob("job", "suspend: true");
            String then = cluster.resourceVersion();
            InProcessController first = startController();
            user.awaitCondition("job", "Suspended");
            user.patch("job", "{\"spec\": {\"suspend\": false}}");
            user.awaitSuspended("job", false);
            user.played("job").says(TrainJobUser.running());
            user.awaitCounters("job", TrainJobUser.running());
            user.played("job").ends("Completed", "AllJobsCompleted");
            user.awaitCondition("job", "Complete");
            first.kill();
            cluster.adminClient()
                    .resources(JobSet.class)
                    .inNamespace(user.namespace())
                    .withName("job")
                    .delete();
            user.until("no JobSet", () -> user.jobSet("job").isEmpty());

            PastView past = showThePast(then);
            InProcessController second = startController();
            TrainJobUser.pause(MEANWHILE);
            past.catchUp();
            TrainJobUser.pause(MEANWHILE);
            second.kill();
            startController();
            TrainJobUser.pause(MEANWHILE);

            assertThat(user.status("job").isTrue("Complete")).isTrue();
            assertThat(watching.takenBack(user.namespace()))
                    .as("ends that were taken back")
                    .isEmpty();
            assertThat(user.jobSet("job").filter(jobSet -> !jobSet.suspended()))
                    .as("a JobSet that runs")
                    .isEmpty();
        }

        @Test
        @DisplayName("the status of a dead namesake never lands on the living TrainJob (15b)")
        void theStatusOfADeadNamesake() {
            InProcessController first = startController();
            user.createJob("job", "");
            user.awaitJobSet("job");
            first.kill();
            user.played("job").says(TrainJobUser.running());
            String then = cluster.resourceVersion();
            user.delete("job");
            user.until("no TrainJob", () -> user.trainJob("job").get() == null);
            user.until("no garbage", () -> PlayedJobSet.collectGarbage(cluster.adminClient(), user.namespace()) == 0);
            user.createJob("job", "suspend: true");

            PastView past = showThePast(then);
            startController();
            TrainJobUser.pause(MEANWHILE);

            assertThat(user.trainJob("job").get().statusOrEmpty().jobsStatus())
                    .as("counters of another job")
                    .extracting(JobStatus::ready)
                    .doesNotContain(1);
            past.catchUp();
            user.awaitCondition("job", "Suspended");
        }

        @Test
        @DisplayName("the objects of the living TrainJob are not taken over for its dead namesake (15c)")
        void theObjectsOfTheLiving() {
            user.createJob("job", "trainer: {numNodes: 3}");
            String then = cluster.resourceVersion();
            user.delete("job");
            user.until("no TrainJob", () -> user.trainJob("job").get() == null);
            TrainJob living = user.createJob("job", "suspend: true");
            InProcessController first = startController();
            user.awaitCondition("job", "Suspended");
            user.awaitJobSet("job");
            first.kill();
            Map<String, String> objects = uids();
            assertThat(owners()).containsOnlyKeys(living.getMetadata().getUid());

            PastView past = showThePast(then);
            startController();
            for (int i = 0; i < 10; i++) {
                TrainJobUser.pause(MEANWHILE.dividedBy(10));
                PlayedJobSet.collectGarbage(cluster.adminClient(), user.namespace());
            }
            assertThat(uids()).as("while it sees the past").isEqualTo(objects);
            assertThat(owners()).containsOnlyKeys(living.getMetadata().getUid());
            past.catchUp();
            TrainJobUser.pause(MEANWHILE);

            assertThat(uids()).as("when it sees the present").isEqualTo(objects);
            assertEveryDeletionSaysWhom();
        }

        @Test
        @DisplayName("a running job is not stopped by a suspend that was undone (15d)")
        void aSuspendThatWasUndone() {
            InProcessController first = startController();
            runningJob("job");
            first.kill();
            user.patch("job", "{\"spec\": {\"suspend\": true}}");
            String then = cluster.resourceVersion();
            user.patch("job", "{\"spec\": {\"suspend\": false}}");

            PastView past = showThePast(then);
            startController();
            TrainJobUser.pause(MEANWHILE);
            past.catchUp();
            TrainJobUser.pause(MEANWHILE);

            assertThat(writesOfSpec("jobsets"))
                    .as("changes of the running JobSet")
                    .isEmpty();
            assertThat(user.jobSet("job").orElseThrow().suspended()).isFalse();
        }
    }

    /** A view of everything that lives in the namespace. */
    private PastView showThePast(String resourceVersion) {
        return proxy.showThePast(call -> call.namespace().equals(user.namespace()), resourceVersion);
    }

    private InProcessController startController() {
        InProcessController started = InProcessController.start(
                proxy, "controller-" + controllers.size(), cluster.kubeconfig(), List.of(user.namespace()));
        controllers.add(started);
        return started;
    }

    private void runningJob(String name) {
        user.createJob(name, "");
        user.awaitJobSet(name);
        user.played(name).says(TrainJobUser.running());
        user.awaitCounters(name, TrainJobUser.running());
    }

    private List<CallRecord> writesOfSpec(String resource) {
        return proxy.calls(record -> record.call().isOf(resource)
                && record.isCommittedWrite()
                && !record.call().verb().equals("create")
                && record.call().subresource().isEmpty());
    }

    private long creations(String resource) {
        return proxy.calls(record -> record.isCreation() && record.call().isOf(resource))
                .size();
    }

    private void assertEveryDeletionSaysWhom() {
        assertThat(proxy.calls(record -> record.call().verb().startsWith("delete")))
                .extracting(CallRecord::call)
                .allMatch((ApiCall call) -> call.statedUid().isPresent());
    }

    /** The objects of TrainJobs, by the uid of their owner. */
    private Map<String, List<String>> owners() {
        return NamespaceState.list(cluster.adminClient(), user.namespace())
                .filter(object -> !object.getMetadata().getOwnerReferences().isEmpty())
                .collect(Collectors.groupingBy(
                        object ->
                                object.getMetadata().getOwnerReferences().get(0).getUid(),
                        Collectors.mapping(StaleViewIT::nameOf, Collectors.toList())));
    }

    /** Uids by kind and name. */
    private Map<String, String> uids() {
        return NamespaceState.list(cluster.adminClient(), user.namespace())
                .collect(Collectors.toMap(
                        StaleViewIT::nameOf, object -> object.getMetadata().getUid()));
    }

    private static String nameOf(GenericKubernetesResource object) {
        return object.getKind() + " " + object.getMetadata().getName();
    }

    private String podGroupMinimum(String name) {
        return NamespaceState.list(cluster.adminClient(), user.namespace())
                .filter(object -> nameOf(object).equals("PodGroup " + name))
                .map(object -> Objects.toString(object.get("spec", "minMember")))
                .collect(Collectors.joining(","));
    }
}

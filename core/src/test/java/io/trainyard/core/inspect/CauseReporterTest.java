package io.trainyard.core.inspect;

import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("CauseReporter: an event where the cause changes (OPS-103)")
final class CauseReporterTest {
    private static final String NO_GPU = "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.";
    private static final String TAINTED = "0/2 nodes are available: 2 node(s) had untolerated taint {a: b}.";

    private final ManualTimeSource time = new ManualTimeSource();
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);
    private final List<TrainJob> jobs = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private Optional<JobSet> jobSet = Optional.empty();
    private final CauseReporter reporter =
            new CauseReporter(() -> jobs, this::newest, trainJob -> jobSet, api, time, (trainJob, event) -> {
                events.add(trainJob.getMetadata().getName() + ": " + event.reason());
                messages.add(event.message());
            });

    private Optional<TrainJob> newest(ResourceKey key) {
        return jobs.stream().filter(job -> job.key().equals(key)).findFirst();
    }

    private void job(String name, String status, Instant created) {
        TrainJob job = trainJob(name, "{runtimeRef: {name: torch}}", status);
        job.getMetadata().setCreationTimestamp(created.toString());
        jobs.add(job);
    }

    private void pod(String job, String message) {
        api.put(read(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s-node-0-0, namespace: team-a, labels: {jobset.sigs.k8s.io/jobset-name: %1$s}}
                spec: {containers: [{name: node}]}
                """
                        .formatted(job),
                Pod.class));
        api.patch(
                Pod.class,
                job + "-node-0-0",
                "{status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: '"
                        + message + "'}]}}");
    }

    /** Each begins with the pods of a job. */
    private long looks() {
        return api.requests().stream()
                .filter(request -> request.kind().equals("Pod"))
                .count();
    }

    private void waiting(Duration duration) {
        for (long second = 0; second < duration.toSeconds(); second++) {
            time.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    @DisplayName("a job that waits is told of once, and again when the cause is another one")
    void toldWhereItChanges() {
        job("bert", "{phase: Pending}", time.now());
        pod("bert", NO_GPU);
        reporter.start();

        waiting(Duration.ofMinutes(5));
        assertThat(events).containsExactly("bert: NodesUnsuitable");

        api.patch(
                Pod.class,
                "bert-node-0-0",
                "{status: {conditions: null, containerStatuses: [{name: node, state: {waiting: {reason: ErrImagePull}}}]}}");
        waiting(Duration.ofMinutes(10));
        assertThat(events).containsExactly("bert: NodesUnsuitable", "bert: ImagePullFailed");
    }

    @Test
    @DisplayName("a job that has no pods because a quota is used up is told of that, and who holds it")
    void aQuotaIsTold() {
        job("bert", "{phase: Pending}", time.now());
        jobSet = Optional.of(
                Manifests.jobSet(
                        """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: bert, namespace: team-a}
                spec: {replicatedJobs: [{name: node, replicas: 1, template: {spec: {parallelism: 2}}}]}
                """));
        pod("gpt", TAINTED);
        api.patch(Pod.class, "gpt-node-0-0", "{spec: {containers: [{name: node, resources: {requests: {cpu: 2}}}]}}");
        api.put(read(
                """
                apiVersion: v1
                kind: Event
                metadata: {name: bert.1, namespace: team-a}
                type: Warning
                reason: FailedCreate
                message: 'Error creating: pods "x" is forbidden: exceeded quota: team, requested: requests.cpu=2, used: requests.cpu=2, limited: requests.cpu=3'
                involvedObject: {kind: Job, name: bert-node-0}
                """,
                Event.class));
        reporter.start();

        waiting(Duration.ofMinutes(5));

        assertThat(events).containsExactly("bert: QuotaExceeded");
        assertThat(messages)
                .containsExactly(
                        "ResourceQuota team has no room for its next pod, which asks for 2 cpu while 2 of 3 is in use; TrainJob team-a/gpt holds"
                                + " it. Wait, delete what holds it, ask for less, or have the quota raised: kubectl describe resourcequota team"
                                + " -n team-a");
    }

    @Test
    @DisplayName("a job that starts within half a minute, runs, is suspended or has ended costs no request")
    void costsNothingWhileAllIsWell() {
        job("young", "{phase: Pending}", time.now().plusSeconds(3600));
        job("running", "{phase: Running}", time.now());
        job("suspended", "{phase: Suspended}", time.now());
        job("ended", "{conditions: [{type: Complete, status: 'True'}]}", time.now());
        reporter.start();

        waiting(Duration.ofMinutes(10));

        assertThat(api.requests()).isEmpty();
    }

    @Test
    @DisplayName("the longer a cause stays, the more seldom it is looked at, and never at many jobs at once")
    void looksMoreAndMoreSeldom() {
        for (int i = 0; i < 100; i++) {
            job("bert-" + i, "{phase: Pending}", time.now().minusSeconds(3600));
            pod("bert-" + i, TAINTED);
        }
        reporter.start();

        waiting(Duration.ofSeconds(10));
        assertThat(looks()).isEqualTo(10);
        waiting(Duration.ofHours(1));

        assertThat(events).hasSize(100).doesNotHaveDuplicates();
        assertThat(looks()).as("in an hour").isLessThanOrEqualTo(1210);
        api.forgetRequests();
        waiting(Duration.ofHours(1));
        assertThat(looks()).as("in the next").isLessThan(750);
        assertThat(api.requests()).as("a look costs").hasSizeLessThanOrEqualTo(9 * (int) looks());
    }

    @Test
    @DisplayName("a job that nobody has looked at comes before those that are due again")
    void newcomersFirst() {
        for (int i = 0; i < 20; i++) {
            job("bert-" + i, "{phase: Pending}", time.now().minusSeconds(3600));
            pod("bert-" + i, TAINTED);
        }
        reporter.start();
        waiting(Duration.ofSeconds(20));
        assertThat(events).hasSize(20);

        job("late", "{phase: Pending}", time.now().minusSeconds(3600));
        pod("late", TAINTED);
        waiting(Duration.ofSeconds(10));

        assertThat(events).contains("late: NodesUnsuitable");
    }

    @Test
    @DisplayName("pods that cannot be read are no reason to stop looking")
    void goesOnAfterAFailure() {
        job("bert", "{phase: Pending}", time.now().minusSeconds(3600));
        pod("bert", NO_GPU);
        api.failNext("list", "Pod", InMemoryKubeApi.failure(ApiFailure.Kind.UNREACHABLE, "no"));
        reporter.start();

        waiting(Duration.ofSeconds(60));

        assertThat(events).containsExactly("bert: NodesUnsuitable");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{phase: Running}",
                "{conditions: [{type: Failed, status: 'True'}]}",
                "{conditions: [{type: Complete, status: 'True'}]}",
                "{phase: Suspended}"
            })
    @DisplayName("what was found is not told of a job that has begun, ended or been suspended while it was looked at")
    void aLateFindingIsNotTold(String status) {
        job("bert", "{phase: Pending}", time.now().minusSeconds(3600));
        pod("bert", NO_GPU);
        api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ofSeconds(3), Duration.ofSeconds(3)));
        reporter.start();
        waiting(Duration.ofSeconds(11));
        assertThat(looks()).isEqualTo(1);

        TrainJob then = jobs.remove(0);
        job("bert", status, time.now().minusSeconds(3600));
        jobs.get(0).getMetadata().setUid(then.getMetadata().getUid());
        waiting(Duration.ofMinutes(5));

        assertThat(events).isEmpty();
    }

    @Test
    @DisplayName("what was found is not told of a namesake that was made while it was looked at")
    void aFindingIsNotTheNamesakes() {
        job("bert", "{phase: Pending}", time.now().minusSeconds(3600));
        pod("bert", NO_GPU);
        api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ofSeconds(3), Duration.ofSeconds(3)));
        reporter.start();
        waiting(Duration.ofSeconds(11));

        jobs.remove(0);
        job("bert", "{phase: Pending}", time.now());
        jobs.get(0).getMetadata().setUid("of-the-namesake");
        waiting(Duration.ofSeconds(28));

        assertThat(events).isEmpty();
    }

    @Test
    @DisplayName("nothing is looked at after a stop, and once only after another start")
    void stops() {
        job("bert", "{phase: Pending}", time.now().minusSeconds(3600));
        reporter.start();
        reporter.stop();
        waiting(Duration.ofMinutes(5));
        assertThat(api.requests()).isEmpty();

        reporter.start();
        reporter.start();
        waiting(Duration.ofSeconds(10));
        assertThat(looks()).isEqualTo(1);
    }
}

package io.trainyard.core.inspect;

import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    private final List<String> states = new ArrayList<>();
    private Optional<JobSet> jobSet = Optional.empty();
    private final CauseReporter reporter = new CauseReporter(
            () -> jobs,
            this::newest,
            trainJob -> jobSet,
            api,
            time,
            (trainJob, event) -> {
                events.add(trainJob.getMetadata().getName() + ": " + event.reason());
                messages.add(event.message());
            },
            (trainJob, phase, state) -> {
                states.add(trainJob.getMetadata().getName() + ": " + state);
                trainJob.setStatus(
                        new TrainJobStatus(List.of(), List.of(), null, phase.text(), state, null, null, null, null));
                return Uni.createFrom().voidItem();
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
    @DisplayName(
            "of a pod that a container keeps after the training the status says at once that it ends, and an event after a minute who keeps it (OPS-103)")
    void aKeptPodIsTold() {
        job("bert", "{phase: Pending, nodes: 1, readyNodes: 0}", time.now());
        jobSet("7", "{}");
        pod("bert", TAINTED);
        Instant end = time.now();
        api.patch(
                Pod.class,
                "bert-node-0-0",
                "{metadata: {labels: {jobset.sigs.k8s.io/replicatedjob-name: node}}, spec: {containers: [{name: node}, {name: collector}]}, status: {phase:"
                        + " Running, conditions: null, containerStatuses: [{name: node, state: {terminated: {exitCode: 0, finishedAt: '"
                        + end
                        + "'}}}, {name: collector, state: {running: {startedAt: '" + end + "'}}}]}}");
        reporter.start();

        waiting(Duration.ofSeconds(10));
        assertThat(jobs.get(0).statusOrEmpty().phase()).isEqualTo("Ending");
        assertThat(states).containsExactly("bert: null");
        waiting(Duration.ofSeconds(45));
        assertThat(events).isEmpty();

        waiting(Duration.ofMinutes(10));
        assertThat(events).containsExactly("bert: PodKept");
        assertThat(messages)
                .containsExactly(
                        "training in pod bert-node-0-0 has succeeded, but container collector still runs. Make container collector a native sidecar, an init"
                                + " container with restartPolicy: Always, which Kubernetes ends with the training; or let it end by itself");
        assertThat(states)
                .last()
                .isEqualTo(
                        "bert: Ending: training in pod bert-node-0-0 has succeeded, but container collector still runs");

        api.patch(
                Pod.class,
                "bert-node-0-0",
                "{status: {containerStatuses: [{name: node, state: {running: {startedAt: '" + end + "'}}}]}}");
        jobSet("8", "{}");
        waiting(Duration.ofSeconds(10));
        assertThat(jobs.get(0).statusOrEmpty().phase())
                .as("a pod in the place of the kept one starts")
                .isEqualTo("Pending");
    }

    private static final String SAID = "KAI cannot place PodGroup bert: queue team-b does not exist";

    private void gangPod(String status) {
        api.put(read(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: bert-node-0-0
                  namespace: team-a
                  labels: {jobset.sigs.k8s.io/jobset-name: bert, jobset.sigs.k8s.io/replicatedjob-name: node}
                  annotations: {pod-group-name: bert}
                spec: {containers: [{name: node}]}
                """,
                Pod.class));
        api.patch(Pod.class, "bert-node-0-0", status);
    }

    @Test
    @DisplayName(
            "what a scheduler says of a gang while its pods are made is not told; what lasts is, with what to do, and again with the same event (GANG-69)")
    void aGangIsToldOfWhenItsPodsAreThere() {
        job("bert", "{phase: Pending}", time.now());
        jobSet("1", "{}");
        gangPod("{status: {phase: Pending}}");
        reporter.hear(jobs.get(0), List.of(SAID));
        reporter.start();

        waiting(Duration.ofMinutes(1));
        assertThat(events).as("one of two pods is there").isEmpty();

        jobSet = Optional.empty();
        waiting(Duration.ofMinutes(5));
        assertThat(events).isNotEmpty().containsOnly("bert: GangUnschedulable");
        assertThat(messages)
                .containsOnly("its queue team-b does not exist. Create it, or name one that exists; a command for an"
                        + " administrator: kubectl get queues.scheduling.run.ai");

        events.clear();
        reporter.hear(jobs.get(0), List.of());
        waiting(Duration.ofMinutes(20));
        assertThat(events).as("what was told before proves nothing").isEmpty();
    }

    @Test
    @DisplayName("the events about its PodGroup tell for whom a gang was evicted (GANG-73)")
    void anEvictionIsTold() {
        job("bert", "{phase: Pending}", time.now());
        gangPod(
                "{status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: 'no room for the gang'}]}}");
        api.put(read(
                """
                apiVersion: v1
                kind: Event
                metadata: {name: bert.evict, namespace: team-a}
                type: Normal
                reason: Evict
                message: Pod team-a/bert-node-0-0 was preempted by higher priority workload team-b/urgent
                involvedObject: {kind: PodGroup, name: bert}
                """,
                Event.class));
        reporter.start();

        waiting(Duration.ofMinutes(1));

        assertThat(events).containsOnly("bert: GangUnschedulable");
        assertThat(messages)
                .allMatch(text ->
                        text.startsWith("the scheduler evicted the job for workload team-b/urgent, and it waits"));
        assertThat(states)
                .last()
                .asString()
                .contains("Pending: the scheduler evicted the job for workload team-b/urgent");
    }

    @Test
    @DisplayName("an eviction of an earlier job of the same name is not told of this one (GANG-73)")
    void anEvictionOfAnEarlierJobIsNotTold() {
        api.put(read(
                """
                apiVersion: v1
                kind: Event
                metadata: {name: bert.evict, namespace: team-a}
                type: Normal
                reason: Evict
                lastTimestamp: "%s"
                message: Pod team-a/bert-node-0-0 was preempted by higher priority workload team-b/urgent
                involvedObject: {kind: PodGroup, name: bert, uid: uid-of-another}
                """
                        .formatted(time.now()),
                Event.class));
        time.advance(Duration.ofMinutes(1));
        job("bert", "{phase: Pending}", time.now());
        gangPod(
                "{status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: 'no room for the gang'}]}}");
        reporter.start();

        waiting(Duration.ofMinutes(1));

        assertThat(messages).isNotEmpty().allMatch(text -> text.startsWith("the pods start only together"));
    }

    private void jobSet(String version, String status) {
        jobSet = Optional.of(Manifests.jobSet(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: bert, namespace: team-a, resourceVersion: "%s"}
                spec: {replicatedJobs: [{name: node, replicas: 1, template: {spec: {parallelism: 2}}}]}
                status: %s
                """
                        .formatted(version, status)));
    }

    private void warning(String kind, String name, String reason, String message) {
        Event event = read(
                """
                apiVersion: v1
                kind: Event
                metadata: {name: bert.%s, namespace: team-a}
                type: Warning
                reason: %s
                involvedObject: {kind: %s, name: %s}
                """
                        .formatted(reason.toLowerCase(Locale.ROOT), reason, kind, name),
                Event.class);
        event.setMessage(message);
        api.put(event);
    }

    private static final String INVALID =
            "job \"bert-node-0\" creation failed with error: Job.batch \"bert-node-0\" is invalid: spec.template.spec.restartPolicy: Invalid value:"
                    + " \"OnFailure\": only \"Never\" is supported when podFailurePolicy is specified";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "JobSet | bert | JobCreationFailed | " + INVALID + " | CreationRefused",
                "JobSet | bert | HeadlessServiceCreationFailed | words that nobody knows | NotBuilt",
                "JobSet | bert | AnotherReason | words that nobody knows | NotBuilt",
                "Job | bert-node-0 | FailedCreate | Error creating: words that nobody knows | NotBuilt",
                "Job | bert-node-0 | FailedCreate | Error creating: Pod \"x\" is invalid: spec.a: words | CreationRefused"
            })
    @DisplayName(
            "whatever is refused of a JobSet or a Job is told within ten seconds, once, in the API server's words, by an event and in the status (OPS-103)")
    void whateverIsRefused(String kind, String name, String reason, String message, String told) {
        job("bert", "{}", time.now());
        jobSet("1", "{}");
        warning(kind, name, reason, message);
        String words = message.substring(Math.max(0, message.indexOf("spec.")));
        reporter.start();

        waiting(Duration.ofSeconds(10));
        assertThat(events).containsExactly("bert: " + told);
        assertThat(messages).singleElement().asString().contains(words);
        assertThat(states)
                .singleElement()
                .asString()
                .startsWith("bert: Pending: ")
                .endsWith(words);

        waiting(Duration.ofHours(1));
        assertThat(events).hasSize(1);
    }

    @Test
    @DisplayName("what is refused in other words at each try is told ever more seldom (OPS-103)")
    void wordsThatChange() {
        job("bert", "{}", time.now());
        jobSet("1", "{}");
        reporter.start();

        for (int i = 0; i < 3600; i++) {
            warning("Job", "bert-node-0", "FailedCreate", "admission webhook \"x\" denied the request: request " + i);
            waiting(Duration.ofSeconds(1));
        }

        assertThat(states).hasSizeBetween(5, 14).doesNotHaveDuplicates();
        assertThat(events).hasSameSizeAs(states).containsOnly("bert: CreationRefused");
    }

    @Test
    @DisplayName("pods that the API server finds invalid are no news because each has another name (OPS-103)")
    void namesOfPods() {
        job("bert", "{}", time.now());
        jobSet("1", "{}");
        reporter.start();

        for (int i = 0; i < 600; i++) {
            warning(
                    "Job",
                    "bert-node-0",
                    "FailedCreate",
                    "Error creating: Pod \"bert-node-0-0-" + i + "\" is invalid: spec.a");
            waiting(Duration.ofSeconds(1));
        }

        assertThat(states).containsExactly("bert: Pending: the API server finds its pods invalid: spec.a");
        assertThat(events).hasSize(1);
    }

    private void podsThatStart() {
        for (int index = 0; index < 2; index++) {
            api.put(read(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata:
                      name: bert-node-0-%1$d
                      namespace: team-a
                      labels:
                        jobset.sigs.k8s.io/jobset-name: bert
                        jobset.sigs.k8s.io/replicatedjob-name: node
                        jobset.sigs.k8s.io/job-index: "0"
                        batch.kubernetes.io/job-completion-index: "%1$d"
                    spec: {nodeName: n1, containers: [{name: node}]}
                    status: {phase: Pending, containerStatuses: [{name: node, state: {waiting: {reason: ContainerCreating}}}]}
                    """
                            .formatted(index),
                    Pod.class));
        }
    }

    @Test
    @DisplayName("a job whose pods start costs a list a look, and is written to when that takes long (OPS-103)")
    void aJobWhosePodsStart() {
        job("bert", "{phase: Pending}", time.now());
        jobSet("1", "{}");
        podsThatStart();
        reporter.start();

        waiting(Duration.ofSeconds(29));
        assertThat(looks()).isEqualTo(3);
        assertThat(api.requests()).hasSize(3);
        assertThat(states).isEmpty();

        waiting(Duration.ofMinutes(10));
        assertThat(states).containsExactly("bert: Pending: its pods are starting");
        assertThat(events).isEmpty();
    }

    @Test
    @DisplayName("what no longer keeps a job goes from its status (STATUS-32)")
    void whatIsOverIsNotSaid() {
        job("bert", "{phase: Pending}", time.now());
        jobSet("1", "{}");
        warning("JobSet", "bert", "JobCreationFailed", INVALID);
        reporter.start();
        waiting(Duration.ofSeconds(10));
        assertThat(states).hasSize(1);

        podsThatStart();
        waiting(Duration.ofSeconds(10));

        assertThat(states).hasSize(2).last().isEqualTo("bert: null");
    }

    @Test
    @DisplayName(
            "what is refused when a job has waited for long is told within ten seconds after its JobSet has changed")
    void aLateRefusal() {
        job("bert", "{phase: Pending}", time.now());
        jobSet("1", "{}");
        reporter.start();
        waiting(Duration.ofHours(1));
        assertThat(events).isEmpty();

        jobSet("2", "{}");
        warning("JobSet", "bert", "JobCreationFailed", INVALID);
        waiting(Duration.ofSeconds(10));

        assertThat(events).containsExactly("bert: CreationRefused");
    }

    @Test
    @DisplayName(
            "what the status says already is not written again, and what a reconcile has told by an event is not told again")
    void whatIsKnownIsNotToldAgain() {
        job("bert", "{phase: Pending, state: 'Pending: its objects could not be made: no room'}", time.now());
        warning(
                "TrainJob",
                "bert",
                "TrainJobResourcesCreationFailed",
                "TrainJob resources reconciliation failed: no room");
        reporter.start();

        waiting(Duration.ofMinutes(5));

        assertThat(states).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    @DisplayName("a job whose JobSet goes on changing is left alone for half a minute")
    void aJobThatStartsIsLeftAlone() {
        job("bert", "{phase: Pending}", time.now());
        reporter.start();
        for (int i = 0; i < 9; i++) {
            jobSet(String.valueOf(i), "{}");
            waiting(Duration.ofSeconds(3));
        }
        assertThat(api.requests()).isEmpty();

        for (int i = 0; i < 5; i++) {
            jobSet("late-" + i, "{}");
            waiting(Duration.ofSeconds(3));
        }
        assertThat(api.requests()).isNotEmpty();
    }

    @Test
    @DisplayName("a job that runs, is suspended or has ended costs no request")
    void costsNothingWhileAllIsWell() {
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

        waiting(Duration.ofSeconds(6));
        assertThat(looks()).as("in the first round").isEqualTo(10);
        waiting(Duration.ofHours(1));

        assertThat(events).hasSize(100).doesNotHaveDuplicates();
        assertThat(looks()).as("in an hour").isLessThanOrEqualTo(1400);
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
        waiting(Duration.ofSeconds(7));

        jobs.remove(0);
        job("bert", "{phase: Pending}", time.now());
        jobs.get(0).getMetadata().setUid("of-the-namesake");
        waiting(Duration.ofSeconds(14));

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
        waiting(Duration.ofSeconds(6));
        assertThat(looks()).isEqualTo(1);
    }
}

package io.trainyard.core.view;

import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JobDetails: what a person sees of one job (OPS-72)")
final class JobDetailsTest {
    private static final String JOB_SET =
            """
            jobSet:
              metadata: {name: bert}
              spec:
                replicatedJobs:
                - {name: node, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {parallelism: 2}}}
                - {name: fetch, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}, spec: {parallelism: 1}}}
              status:
                restarts: 1
                replicatedJobsStatus: [{name: fetch, succeeded: 1}, {name: node, active: 1}]
            """;

    private static final String PODS =
            """
            pods:
            - metadata: {name: bert-node-0-1-b, uid: b, creationTimestamp: "2026-01-05T10:02:00Z", labels: {jobset.sigs.k8s.io/replicatedjob-name: node, batch.kubernetes.io/job-completion-index: "1", jobset.sigs.k8s.io/restart-attempt: "1"}}
              spec: {nodeName: n2, containers: [{name: node, image: torch, env: [{name: PET_NPROC_PER_NODE, value: "2"}]}]}
              status:
                phase: Running
                conditions: [{type: PodScheduled, status: "True", lastTransitionTime: "2026-01-05T10:02:05Z"}, {type: Ready, status: "True"}]
                containerStatuses: [{name: node, restartCount: 1, state: {running: {startedAt: "2026-01-05T10:03:00Z"}}, lastState: {terminated: {exitCode: 1, finishedAt: "2026-01-05T10:02:50Z"}}}]
            - metadata: {name: bert-node-0-0-a, uid: a, creationTimestamp: "2026-01-05T10:02:01Z", labels: {jobset.sigs.k8s.io/replicatedjob-name: node, jobset.sigs.k8s.io/restart-attempt: "1"}, annotations: {batch.kubernetes.io/job-completion-index: "0"}}
              spec: {containers: [{name: node, image: torch}]}
              status: {phase: Pending}
            - metadata: {name: bert-fetch-0-0-c, uid: c, creationTimestamp: "2026-01-05T10:00:01Z", labels: {jobset.sigs.k8s.io/replicatedjob-name: fetch}}
              spec: {nodeName: n1, initContainers: [{name: wait}], containers: [{name: fetch}]}
              status:
                phase: Succeeded
                conditions: [{type: PodScheduled, status: "True", lastTransitionTime: "2026-01-05T10:00:02Z"}]
                containerStatuses: [{name: fetch, state: {terminated: {exitCode: 0, startedAt: "2026-01-05T10:00:10Z", finishedAt: "2026-01-05T10:01:30Z"}}}]
            """;

    private static JobDetail detail(String yaml) {
        return JobDetails.of(
                JobObjectsYaml.of(tree("job: {spec: {runtimeRef: {name: torch}}}\n" + yaml)), Optional.empty());
    }

    @Test
    @DisplayName("of an event's message that is longer than anybody reads the beginning is told (OPS-103)")
    void longMessages() {
        JobDetail job = detail(
                """
                events:
                - {involvedObject: {kind: TrainJob, name: bert}, reason: A, lastTimestamp: "2026-01-05T10:09:00Z", message: %s}
                - {involvedObject: {kind: TrainJob, name: bert}, reason: B, lastTimestamp: "2026-01-05T10:09:00Z", message: %s}
                """
                        .formatted("x".repeat(4_096), "x".repeat(4_095) + "\uD83D\uDE00".repeat(9)));

        assertThat(job.events())
                .extracting(EventView::message)
                .containsExactly("x".repeat(4_096), "x".repeat(4_095) + "…");
    }

    @Test
    @DisplayName("steps come in the order in which they run, with their times")
    void steps() {
        JobDetail job = detail(JOB_SET + PODS);

        assertThat(job.steps()).extracting(StepView::name).containsExactly("fetch", "node");
        StepView fetch = job.steps().get(0);
        assertThat(fetch.role()).isEqualTo(StepView.Role.DATASET_INITIALIZER);
        assertThat(fetch.state()).isEqualTo(StepView.State.SUCCEEDED);
        assertThat(fetch.scheduled()).contains(Instant.parse("2026-01-05T10:00:02Z"));
        assertThat(fetch.started()).contains(Instant.parse("2026-01-05T10:00:10Z"));
        assertThat(fetch.ended()).contains(Instant.parse("2026-01-05T10:01:30Z"));
        StepView node = job.steps().get(1);
        assertThat(node.role()).isEqualTo(StepView.Role.TRAINER);
        assertThat(node.state()).isEqualTo(StepView.State.RUNNING);
        assertThat(node.pods()).isEqualTo(2);
        assertThat(node.readyPods()).isEqualTo(1);
        assertThat(node.restarts()).isEqualTo(1);
        assertThat(node.scheduled()).as("one waits for a machine").isEmpty();
        assertThat(node.ended()).isEmpty();
    }

    @Test
    @DisplayName("pods come by step and number, with host, containers and restarts")
    void nodes() {
        JobDetail job = detail(JOB_SET + PODS);

        assertThat(job.nodes())
                .extracting(NodeView::pod)
                .containsExactly("bert-fetch-0-0-c", "bert-node-0-0-a", "bert-node-0-1-b");
        NodeView second = job.nodes().get(2);
        assertThat(second.index()).isEqualTo(1);
        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.host()).contains("n2");
        assertThat(second.ready()).isTrue();
        assertThat(second.restarts()).isEqualTo(1);
        assertThat(second.containers()).singleElement().satisfies(container -> {
            assertThat(container.state()).isEqualTo(ContainerView.State.RUNNING);
            assertThat(container.exitCode()).contains(1);
            assertThat(container.started()).contains(Instant.parse("2026-01-05T10:03:00Z"));
        });
        assertThat(job.nodes().get(0).containers())
                .extracting(ContainerView::name)
                .containsExactly("wait", "fetch");
        assertThat(job.nodes().get(1).host()).isEmpty();
        assertThat(job.attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("without its JobSet a job shows the steps that its status counts")
    void withoutJobSet() {
        JobDetail job = JobDetails.of(
                JobObjectsYaml.of(
                        tree("job: {spec: {runtimeRef: {name: torch}}, status: {jobsStatus: [{name: node, failed: 1},"
                                + " {name: dataset-initializer, succeeded: 1}, {name: launcher, suspended: 1}]}}")),
                Optional.empty());

        assertThat(job.steps())
                .extracting(step -> step.role().text() + " " + step.state().text())
                .containsExactly("dataset-initializer Succeeded", "launcher Suspended", "trainer Failed");
    }

    @Test
    @DisplayName("ranks are those of the nodes' processes, and any other that reports")
    void ranks() {
        JobDetail job = detail(JOB_SET + PODS + "reports: [{rank: 3, silence: 20, world: 4}, {rank: 9}]\n");

        assertThat(job.ranks()).extracting(RankView::rank).containsExactly(0, 1, 2, 3, 9);
        RankView silent = job.ranks().get(2);
        assertThat(silent.pod()).contains("bert-node-0-1-b");
        assertThat(silent.heartbeat()).isEmpty();
        RankView heard = job.ranks().get(3);
        assertThat(heard.node()).contains(1);
        assertThat(heard.host()).contains("n2");
        assertThat(heard.silence()).contains(Duration.ofSeconds(20));
        assertThat(heard.worldSize()).contains(4);
        assertThat(job.ranks().get(4).pod()).isEmpty();
    }

    @Test
    @DisplayName("events of all objects come by time, each once, whatever times they have")
    void events() {
        JobDetail job = detail(
                """
                events:
                - {metadata: {uid: e1}, type: Warning, reason: B, message: second, count: 4, firstTimestamp: "2026-01-05T10:00:00Z", lastTimestamp: "2026-01-05T10:02:00Z", involvedObject: {kind: Job, name: bert-node-0}, source: {component: job-controller}}
                - {metadata: {uid: e2}, type: Normal, reason: A, message: first, eventTime: "2026-01-05T10:01:00.000000Z", reportingComponent: scheduler, involvedObject: {kind: Pod, name: p}}
                - {metadata: {uid: e1}, type: Warning, reason: B, message: second, lastTimestamp: "2026-01-05T10:02:00Z"}
                - {metadata: {uid: e3}, reason: C, message: no time at all}
                - {metadata: {uid: e4, creationTimestamp: "2026-01-05T10:03:00Z"}, reason: D}
                """);

        assertThat(job.events()).extracting(EventView::reason).containsExactly("A", "B", "D", "C");
        EventView repeated = job.events().get(1);
        assertThat(repeated.count()).isEqualTo(4);
        assertThat(repeated.warning()).isTrue();
        assertThat(repeated.first()).isEqualTo(Instant.parse("2026-01-05T10:00:00Z"));
        assertThat(repeated.source()).isEqualTo("job-controller");
        assertThat(job.events().get(0).source()).isEqualTo("scheduler");
        assertThat(job.events().get(3).at()).isEqualTo(JobObjectsYaml.NOW);
    }

    @Test
    @DisplayName("its JSON has what is known, and nothing for what is not")
    void json() {
        Map<String, Object> json = ViewJson.of(detail(JOB_SET + PODS));

        assertThat(json)
                .containsEntry("name", "bert")
                .containsEntry("namespace", "team-a")
                .containsEntry("state", "Created")
                .containsEntry("runtime", "torch")
                .containsEntry("runtimeKind", "ClusterTrainingRuntime")
                .containsEntry("attempts", 2)
                .doesNotContainKeys("queue", "why", "ended", "progress", "nodes");
        assertThat((List<?>) json.get("pods")).hasSize(3);
        assertThat((List<?>) json.get("steps"))
                .first()
                .isEqualTo(
                        tree(
                                """
                        {name: fetch, role: dataset-initializer, state: Succeeded, pods: 1, readyPods: 1, restarts: 0,
                         created: "2026-01-05T10:00:01Z", scheduled: "2026-01-05T10:00:02Z", started: "2026-01-05T10:00:10Z",
                         ended: "2026-01-05T10:01:30Z"}"""));
    }
}

package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.fixture.Manifests.jobSet;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.GangFixture.ExampleScheduler;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.component.WarningEvent;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A TrainJob that asks for more nodes than its JobSet can still have")
final class AcceptedNodesTest {
    private static final String DATA =
            job("data", "dataset-initializer", "{containers: [{name: dataset-initializer}]}");
    private static final String NODE =
            """
            {name: node, dependsOn: [{name: data, status: Complete}],
             template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},
              spec: {template: {spec: {containers: [{name: node}]}}}}}
            """;
    private static final String RUNTIME =
            "{mlPolicy: {numNodes: 1}, podGroupPolicy: {kai: {}}, template: {spec: {replicatedJobs: [" + DATA + ", "
                    + NODE + "]}}}";
    private static final String INITIALIZED =
            "{name: data, ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0}";

    @Test
    @DisplayName("is compiled for the number that the JobSet keeps, PodGroup included, and says so (JOBSET-27)")
    void isCompiledForWhatTheJobSetKeeps() {
        CompiledJob compiled = resized("true", 2, INITIALIZED);

        assertThat(parallelism(compiled)).isEqualTo(2);
        assertThat(compiled.info().gangPlan().orElseThrow().main().minMember()).isEqualTo(2);
        assertThat(compiled.info().trainerPodSet().orElseThrow().count()).isEqualTo(2);
        assertThat(compiled.events())
                .containsExactly(
                        new WarningEvent(
                                "JobSetImmutableFieldsIgnored",
                                "spec.trainer.numNodes: 3 has no effect, because JobSet demo has started with 2 and its number"
                                        + " of pods can no longer change; delete that JobSet to start from the beginning with 3"));
    }

    @Test
    @DisplayName("gets what it asks for while no pod of the JobSet has run: that is made anew (JOBSET-22)")
    void getsItWhileNothingHasStarted() {
        CompiledJob compiled =
                resized("true", 2, "{name: data, ready: 0, succeeded: 0, failed: 0, active: 0, suspended: 1}");

        assertThat(parallelism(compiled)).isEqualTo(3);
        assertThat(compiled.events()).isEmpty();
    }

    @Test
    @DisplayName("is compiled for what runs, while it runs (JOBSET-27)")
    void isCompiledForWhatRuns() {
        assertThat(parallelism(resized("false", 4, ""))).isEqualTo(4);
    }

    @Test
    @DisplayName("says nothing when both agree")
    void agrees() {
        CompiledJob compiled = resized("false", 3, INITIALIZED);

        assertThat(parallelism(compiled)).isEqualTo(3);
        assertThat(compiled.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    @DisplayName("has another count for another reason: it is compiled as it asks (JOBSET-22)")
    void anotherReason(int present) {
        CompiledJob compiled = new Compilation()
                .with(info -> info.podSet("node").orElseThrow().setCount(7))
                .withLive(live("true", present, INITIALIZED))
                .compile(trainJob("demo", "{runtimeRef: {name: plain}}"), Compilation.runtime(DATA, NODE));

        assertThat(parallelism(compiled)).isEqualTo(7);
        assertThat(compiled.events()).isEmpty();
    }

    private static CompiledJob resized(String suspended, int nodes, String status) {
        return new Compilation()
                .withGangs(new ExampleScheduler(Optional.empty()), GangFacts.NONE)
                .withLive(live(suspended, nodes, status))
                .compile(trainJob("demo", "{runtimeRef: {name: plain}, trainer: {numNodes: 3}}"), RUNTIME);
    }

    private static Object parallelism(CompiledJob compiled) {
        return Tree.at(compiled.jobSet().replicatedJobs().get(1), "template", "spec", "parallelism");
    }

    private static JobSet live(String suspended, int nodes, String status) {
        return jobSet(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: demo, namespace: team-a}
                spec:
                  suspend: %s
                  replicatedJobs:
                    - {name: data, template: {spec: {parallelism: 1}}}
                    - {name: node, template: {spec: {parallelism: %d}}}
                status: {replicatedJobsStatus: [%s]}
                """
                        .formatted(suspended, nodes, status));
    }
}

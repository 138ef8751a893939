package io.trainyard.core.jobset;

import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.compile.ExistingJobs;
import io.trainyard.spi.runtime.ExistingJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JobSetReducer")
final class JobSetReducerTest {
    private static final String SPEC =
            """
            network: {subdomain: x}
            replicatedJobs:
              - name: node
                template:
                  metadata: {labels: {a: b}}
                  spec: {parallelism: 3, completions: 3, template: {spec: {containers: [{name: node, image: big}]}}}
              - {name: bare, template: {spec: {template: {spec: {containers: []}}}}}
            """;

    @Test
    @DisplayName("of a running JobSet only names, Job metadata and counts stay (PIPE-32 needs the metadata)")
    void ofARunningJobSetLittleStays() {
        JobSet reduced = JobSetReducer.reduce(JobSets.owned("suspend: false\n" + SPEC, "{restarts: 2}"));
        assertThat(reduced.getSpec())
                .isEqualTo(tree("{suspend: false, replicatedJobs: [{name: node, template: {metadata: {labels: {a: b}},"
                        + " spec: {parallelism: 3}}}, {name: bare, template: {}}]}"));
        assertThat(reduced.statusOrEmpty().restarts()).isEqualTo(2);
        assertThat(reduced.getMetadata().getOwnerReferences()).hasSize(1);
    }

    @Test
    @DisplayName("annotations of pods stay: plugins ask how the pods of a running job are marked (KAI-12)")
    void annotationsOfPodsStay() {
        JobSet reduced = JobSetReducer.reduce(JobSets.owned(
                """
                suspend: false
                replicatedJobs:
                  - name: node
                    template:
                      spec: {template: {metadata: {labels: {x: y}, annotations: {group: demo}}, spec: {containers: []}}}
                """,
                "{replicatedJobsStatus: [{name: node, active: 1, ready: 0, succeeded: 2, failed: 0, suspended: 0}]}"));
        assertThat(reduced.replicatedJobs())
                .containsExactly(
                        tree("{name: node, template: {spec: {template: {metadata: {annotations: {group: demo}}}}}}"));

        ExistingJob existing = ExistingJobs.of(reduced);

        assertThat(existing)
                .isEqualTo(
                        new ExistingJob(false, List.of(new ExistingJob.Pods("node", Map.of("group", "demo"), 1, 2))));
        assertThat(existing.isActive()).isTrue();
    }

    @Test
    @DisplayName("a suspended JobSet stays whole, because it is compared with what is wanted (JOBSET-13)")
    void aSuspendedJobSetStaysWhole() {
        JobSet jobSet = JobSets.owned("suspend: true\n" + SPEC, "{}");
        Map<String, Object> before = copy(jobSet.getSpec());
        assertThat(JobSetReducer.reduce(jobSet).getSpec()).isEqualTo(before);
    }

    @Test
    void reducingTwiceChangesNothingMore() {
        JobSet once = JobSetReducer.reduce(JobSets.owned(SPEC, "{}"));
        Map<String, Object> spec = copy(once.getSpec());
        assertThat(spec).doesNotContainKey("suspend");
        assertThat(JobSetReducer.reduce(once).getSpec()).isEqualTo(spec);
    }

    @Test
    void aBrokenJobSetWithoutSpecIsLeftAlone() {
        assertThat(JobSetReducer.reduce(new JobSet()).getSpec()).isNull();
    }
}

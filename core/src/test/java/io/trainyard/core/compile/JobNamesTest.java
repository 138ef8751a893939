package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.spi.extension.InvalidTrainJobException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("JobNames (JOBSET-12)")
final class JobNamesTest {
    /** 63 less "-node", "-0", "-0" and a dash with five random characters. */
    private static final int LONGEST = 63 - 5 - 2 - 2 - 6;

    @ParameterizedTest(name = "replicas {0}, pods {1}: {2} fewer")
    @CsvSource({
        "1, 1, 0",
        "1, 10, 0",
        "1, 11, 1",
        "1, 101, 2",
        "10, 1, 0",
        "11, 1, 1",
        "11, 11, 2",
        // No pod at all: its "last" index would be -1.
        "1, 0, 1",
    })
    void everyDigitOfReplicasAndPodsCounts(int replicas, int pods, int fewer) {
        int longest = LONGEST - fewer;
        compile(longest, replicas, pods, "Indexed");
        assertThatThrownBy(() -> compile(longest + 1, replicas, pods, "Indexed"))
                .hasCauseInstanceOf(InvalidTrainJobException.class)
                .hasMessageContainingAll("metadata.name", "node", "at most " + longest, (longest + 1) + " characters");
    }

    @Test
    void ofAJobWhosePodsHaveNoIndexOnlyItsOwnNameCounts() {
        int longest = 63 - 5 - 2;
        compile(longest, 1, 1000, "NonIndexed");
        assertThatThrownBy(() -> compile(longest + 1, 1, 1, "NonIndexed"))
                .hasCauseInstanceOf(InvalidTrainJobException.class)
                .hasMessageContaining("at most " + longest);
    }

    @Test
    void theLongestNameOfAllJobsDecides() {
        String jobs = "{name: a, template: {spec: {template: {spec: {containers: []}}}}}";
        String name = "t".repeat(40);
        assertThatThrownBy(() -> new Compilation()
                        .compile(
                                trainJob(name, "runtimeRef: {name: plain}"),
                                runtime(jobs, jobs.replace("name: a", "name: a-rather-long-name"), jobs)))
                .hasMessageContainingAll("a-rather-long-name", "at most " + (LONGEST - 14));
    }

    @Test
    void countsThatAPluginSetAreTheOnesThatCount() {
        String job = "{name: node, template: {spec: {template: {spec: {containers: []}}}}}";
        assertThatThrownBy(() -> new Compilation()
                        .with(info -> info.podSets().get(0).setCount(100_000))
                        .compile(trainJob("t".repeat(LONGEST), "runtimeRef: {name: plain}"), runtime(job)))
                .hasMessageContaining("at most " + (LONGEST - 4));
    }

    @Test
    void aJobNameThatLeavesNoRoomSaysSo() {
        String job = "{name: " + "n".repeat(70) + ", template: {spec: {template: {spec: {containers: []}}}}}";
        assertThatThrownBy(() -> new Compilation().compile(trainJob("t", "runtimeRef: {name: plain}"), runtime(job)))
                .hasMessageContaining("at most 0");
        assertThat(LONGEST).isEqualTo(48);
    }

    private static void compile(int length, int replicas, int pods, String mode) {
        String job = "{name: node, replicas: " + replicas + ", template: {spec: {completionMode: " + mode
                + ", template: {spec: {containers: []}}}}}";
        new Compilation()
                .with(info -> info.podSets().get(0).setCount(pods))
                .compile(trainJob("t".repeat(length), "runtimeRef: {name: plain}"), runtime(job));
    }
}

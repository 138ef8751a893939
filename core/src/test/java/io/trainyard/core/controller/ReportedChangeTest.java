package io.trainyard.core.controller;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.TrainJob;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("ReportedChange (SSRV-71)")
final class ReportedChangeTest {
    private static final String WORLD_OF_TWO =
            "metrics: [{name: world_size, value: '2'}, {name: declared_world_size, value: '4'}]";

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{trainerStatus: {progressPercentage: 1}} | {trainerStatus: {progressPercentage: 2}} | true",
                "{phase: Running} | {phase: Running, trainerStatus: {progressPercentage: 2}} | true",
                "{trainerStatus: {progressPercentage: 1}} | {trainerStatus: {progressPercentage: 1}} | false",
                "{trainerStatus: {progressPercentage: 1}} | {phase: Running, trainerStatus: {progressPercentage: 2}} | false",
                "{trainerStatus: {progressPercentage: 1}} | {trainerStatus: {progressPercentage: 2}, jobsStatus: [{name: node}]} | false",
                "{trainerStatus: {progressPercentage: 1}} | {trainerStatus: {" + WORLD_OF_TWO + "}} | false",
                "{trainerStatus: {" + WORLD_OF_TWO + "}} | {trainerStatus: {progressPercentage: 2, " + WORLD_OF_TWO
                        + "}} | true"
            })
    void reportsOfProgressNeedNoReconcile(String before, String after, boolean all) {
        assertThat(ReportedChange.isAll(trainJob("bert", "{}", before), trainJob("bert", "{}", after)))
                .isEqualTo(all);
    }

    @Test
    void whatAUserChangesAtTheSameTimeDoes() {
        TrainJob before = trainJob("bert", "{}", "{trainerStatus: {progressPercentage: 1}}");
        TrainJob suspended = trainJob("bert", "{}", "{trainerStatus: {progressPercentage: 2}}");
        suspended.getMetadata().setGeneration(2L);
        TrainJob annotated = trainJob("bert", "{}", "{trainerStatus: {progressPercentage: 2}}");
        annotated.getMetadata().setAnnotations(Map.of("a", "b"));
        TrainJob deleted = trainJob("bert", "{}", "{trainerStatus: {progressPercentage: 2}}");
        deleted.getMetadata().setDeletionTimestamp("2026-01-05T10:00:00Z");

        assertThat(ReportedChange.isAll(before, suspended)).isFalse();
        assertThat(ReportedChange.isAll(before, annotated)).isFalse();
        assertThat(ReportedChange.isAll(before, deleted)).isFalse();
    }
}

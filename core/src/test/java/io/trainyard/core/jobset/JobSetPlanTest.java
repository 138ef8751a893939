package io.trainyard.core.jobset;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("JobSetPlan")
final class JobSetPlanTest {
    @ParameterizedTest(name = "TrainJob suspend {0}, JobSet suspend {1}: {2}")
    @DisplayName("what is written when (JOBSET-13)")
    @CsvSource({
        "true,  true,  Apply",
        "true,  false, Apply",
        "true,  null,  Apply",
        "false, true,  Apply",
        "null,  true,  Apply",
        "false, false, LeaveAlone",
        "null,  false, LeaveAlone",
        "null,  null,  LeaveAlone",
    })
    void whatIsWrittenWhen(String trainJob, String jobSet, String expected) {
        assertThat(JobSetPlan.decide(
                                trainJob("demo", "suspend: " + trainJob),
                                Optional.of(JobSets.owned("suspend: " + jobSet, "{}")))
                        .getClass()
                        .getSimpleName())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "null"})
    @DisplayName("without a JobSet one is created (JOBSET-13)")
    void withoutAJobSetOneIsCreated(String suspend) {
        assertThat(JobSetPlan.decide(trainJob("demo", "suspend: " + suspend), Optional.empty()))
                .isInstanceOf(JobSetPlan.Create.class);
    }

    @Test
    @DisplayName("a JobSet of an earlier TrainJob of this name has to go first (JOBSET-17)")
    void aJobSetOfAnEarlierTrainJobHasToGoFirst() {
        assertThat(decide(JobSets.of("uid-of-another", "suspend: false", "{}")))
                .isInstanceOf(JobSetPlan.WaitForCollection.class);
    }

    @Test
    @DisplayName("a JobSet without controller is foreign (JOBSET-17)")
    void aJobSetWithoutControllerIsForeign() {
        JobSet jobSet = JobSets.owned("suspend: false", "{}");
        jobSet.getMetadata().getOwnerReferences().get(0).setController(false);
        assertThat(decide(jobSet))
                .isInstanceOfSatisfying(JobSetPlan.Foreign.class, foreign -> assertThat(foreign.message())
                        .startsWith("JobSet team-a/demo exists and is not controlled by this TrainJob"));
    }

    @Test
    @DisplayName("a JobSet of a controller of another kind, group or name is foreign (JOBSET-17)")
    void aJobSetOfAnotherControllerIsForeign() {
        assertThat(decide(changedOwner(owner -> owner.setKind("Workflow")))).isInstanceOf(JobSetPlan.Foreign.class);
        assertThat(decide(changedOwner(owner -> owner.setApiVersion("other.org/v1"))))
                .isInstanceOf(JobSetPlan.Foreign.class);
        assertThat(decide(changedOwner(owner -> owner.setName("other")))).isInstanceOf(JobSetPlan.Foreign.class);
    }

    @Test
    @DisplayName("only the controlling owner counts (PIPE-60)")
    void onlyTheControllingOwnerCounts() {
        JobSet jobSet = JobSets.owned("suspend: false", "{}");
        OwnerReference plain = new OwnerReference();
        plain.setUid("somebody");
        jobSet.getMetadata()
                .setOwnerReferences(
                        List.of(plain, jobSet.getMetadata().getOwnerReferences().get(0)));
        assertThat(decide(jobSet)).isInstanceOf(JobSetPlan.LeaveAlone.class);
        assertThat(JobSetPlan.isControlledBy(jobSet, demo())).isTrue();
    }

    private static JobSet changedOwner(java.util.function.Consumer<OwnerReference> change) {
        JobSet jobSet = JobSets.of("uid-of-another", "suspend: false", "{}");
        change.accept(jobSet.getMetadata().getOwnerReferences().get(0));
        return jobSet;
    }

    private static JobSetPlan decide(JobSet jobSet) {
        return JobSetPlan.decide(demo(), Optional.of(jobSet));
    }

    private static TrainJob demo() {
        return trainJob("demo", "suspend: false");
    }
}

package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
        "KnownTraces: however many people look, plugins are asked once for each content of a job (OPS-121, OPS-125)")
final class KnownTracesTest {
    private static final CompileTrace TRACE = new CompileTrace(Map.of("spec.a", "plugin torch"), Map.of("spec.a", 1));
    private static final Optional<RuntimeResource> RUNTIME = Optional.of(new TrainingRuntime());

    private final List<TrainJob> asked = new ArrayList<>();
    private final KnownTraces traces = new KnownTraces(
            (trainJob, runtime, jobSet) -> {
                asked.add(trainJob);
                return Uni.createFrom().item(Optional.of(TRACE));
            },
            new ManualTimeSource());

    @Test
    void theSameContentIsAskedForOnce() {
        assertThat(trace(trainJob(1), Optional.of(jobSet(1)))).contains(TRACE);
        assertThat(trace(trainJob(1), Optional.of(jobSet(1)))).contains(TRACE);

        assertThat(asked).hasSize(1);
    }

    @Test
    void anotherContentOfTrainJobOrJobSetIsAskedForAgain() {
        trace(trainJob(1), Optional.of(jobSet(1)));
        trace(trainJob(2), Optional.of(jobSet(1)));
        trace(trainJob(2), Optional.of(jobSet(2)));

        assertThat(asked).hasSize(3);
    }

    @Test
    void withoutAJobSetOrItsRuntimeNobodyIsAsked() {
        assertThat(trace(trainJob(1), Optional.empty())).isEmpty();
        assertThat(traces.of(trainJob(1), Optional.empty(), Optional.of(jobSet(1)))
                        .await()
                        .atMost(Duration.ofSeconds(10)))
                .isEmpty();

        assertThat(asked).isEmpty();
    }

    private Optional<CompileTrace> trace(TrainJob trainJob, Optional<JobSet> jobSet) {
        return traces.of(trainJob, RUNTIME, jobSet).await().atMost(Duration.ofSeconds(10));
    }

    private static TrainJob trainJob(long generation) {
        TrainJob trainJob = new TrainJob();
        trainJob.setMetadata(
                new ObjectMetaBuilder().withUid("u1").withGeneration(generation).build());
        return trainJob;
    }

    private static JobSet jobSet(long generation) {
        JobSet jobSet = new JobSet();
        jobSet.setMetadata(
                new ObjectMetaBuilder().withUid("u2").withGeneration(generation).build());
        return jobSet;
    }
}

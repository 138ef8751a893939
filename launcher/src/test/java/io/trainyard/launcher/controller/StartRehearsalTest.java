package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.controller.ReconcileRehearsal;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.plugins.coscheduling.CoschedulingPodGroup;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("StartRehearsal (OPS-124)")
@Timeout(600)
final class StartRehearsalTest {
    @TempDir
    Path folder;

    @Test
    void everyReviewOfTheSampleIsAnsweredByYes() throws IOException {
        try (RehearsedServer server = RehearsedServer.alone(folder)) {
            int accepted = server.rehearse(Duration.ofSeconds(100), 3);

            assertThat(accepted).isEqualTo(4 * 3);
        }
    }

    @Test
    @DisplayName("a sample is made, resumed, run and completed by the controller's own code")
    void aSampleLivesThroughItsReconciles() throws IOException {
        SampleReviews sample = new SampleReviews();
        try (RehearsedServer server = RehearsedServer.alone(folder)) {
            KubeApi nowhere = server.client.requestsThatGoNowhere(server.loop.context());

            TrainJob ended = RehearsedServer.await(ReconcileRehearsal.life(
                    nowhere, server.time, server.plugins, sample.suspendedTrainJob(), sample.runtime()));

            assertThat(ended.statusOrEmpty().isTrue(TrainerApi.CONDITION_COMPLETE))
                    .isTrue();
            assertThat(ended.statusOrEmpty().phase()).isEqualTo("Complete");
            assertThat(RehearsedServer.await(nowhere.get(JobSet.class, "default", "sample")))
                    .hasValueSatisfying(jobSet -> assertThat(jobSet.suspended()).isFalse());
            assertThat(RehearsedServer.await(nowhere.get(ConfigMap.class, "default", "sample-runtime-snapshot")))
                    .isPresent();
        }
    }

    @Test
    @DisplayName("a sample whose pods are scheduled together gets its PodGroup")
    void aGangOfTheSampleGetsItsPodGroup() throws IOException {
        SampleReviews sample = new SampleReviews();
        try (RehearsedServer server = RehearsedServer.alone(folder)) {
            KubeApi nowhere = server.client.requestsThatGoNowhere(server.loop.context());

            TrainJob ended = RehearsedServer.await(ReconcileRehearsal.life(
                    nowhere, server.time, server.plugins, sample.suspendedTrainJob(), sample.gangRuntime()));

            assertThat(ended.statusOrEmpty().isTrue(TrainerApi.CONDITION_COMPLETE))
                    .isTrue();
            assertThat(RehearsedServer.await(nowhere.get(CoschedulingPodGroup.class, "default", "sample")))
                    .isPresent();
        }
    }

    @Test
    @DisplayName("the API server is asked nothing")
    void theApiServerIsAskedNothing() throws IOException {
        try (RehearsedServer server = RehearsedServer.alone(folder)) {
            server.rehearse(Duration.ofSeconds(100), 2);

            assertThat(server.asked).isEmpty();
        }
    }

    @Test
    void noTimeMeansNoRehearsal() throws IOException {
        try (RehearsedServer server = RehearsedServer.alone(folder)) {
            assertThat(server.rehearse(Duration.ZERO, 3)).isZero();
        }
    }

    @Test
    void itEndsAtItsTimeLimit() throws IOException {
        try (RehearsedServer server = RehearsedServer.alone(folder)) {
            assertThat(server.rehearse(Duration.ofMillis(1), 1_000_000)).isLessThan(1_000);
        }
    }

    @Test
    void whateverGoesWrongTheStartGoesOn() throws IOException {
        try (RehearsedServer server = RehearsedServer.alone(folder)) {
            StartRehearsal broken = new StartRehearsal(
                    server.loop,
                    server.time,
                    Duration.ofSeconds(50),
                    3,
                    server.transport,
                    (reviews, time, reader) -> {
                        throw new IllegalStateException("on purpose");
                    },
                    server.client::requestsThatGoNowhere);

            assertThat(RehearsedServer.await(broken.run(Plugins.of()))).isZero();
        }
    }

    @Test
    @DisplayName("what the first review and the first TrainJob need has been loaded by the rehearsal")
    void theFirstUserFindsTheClassesLoaded() throws Exception {
        try (FirstTrainJob first = FirstTrainJob.inAProcessOfItsOwn(folder)) {
            assertThat(first.number("rehearsal")).isGreaterThan(500);
            assertThat(first.number("review")).isLessThan(25);
            first.create();
            assertThat(first.number("jobset")).isLessThan(120);
            first.run();
            assertThat(first.number("status")).isLessThan(60);
        }
    }
}

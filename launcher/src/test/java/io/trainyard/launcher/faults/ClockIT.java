package io.trainyard.launcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.faults.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RealCluster(
        kind = ClusterKind.BARE,
        customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
@DisplayName("A controller whose clock is wrong (STATUS-19)")
final class ClockIT {
    private static int namespaces;

    @ParameterizedTest(name = "by {0} minutes")
    @ValueSource(longs = {60, -60})
    @DisplayName("ends no job before its deadline, and each soon after")
    void deadlines(long minutesAhead, TestCluster cluster) {
        UnaryOperator<TimeSource> wrong = time -> new SkewedTime(time, Duration.ofMinutes(minutesAhead));
        try (FaultProxy proxy = cluster.startFaultProxy();
                Watching watching = new Watching(cluster.adminClient())) {
            TrainJobUser user = new TrainJobUser(cluster.adminClient(), watching, "clock-" + ++namespaces);
            user.arrive();
            user.create(TrainJobUser.MPI_GANG);
            try (InProcessController controller = InProcessController.start(
                    proxy,
                    "controller",
                    cluster.kubeconfig(),
                    List.of(user.namespace()),
                    wrong,
                    UnaryOperator.identity())) {
                user.createJob("long", "activeDeadlineSeconds: 600");
                user.createJob("short", "activeDeadlineSeconds: 6");
                user.awaitJobSet("long");
                user.awaitJobSet("short");
                TrainJobUser.pause(Duration.ofSeconds(1));
                assertThat(user.status("short").isFinished()).isFalse();

                user.awaitCondition("short", "Failed");
                assertThat(user.status("short")
                                .condition("Failed")
                                .orElseThrow()
                                .getReason())
                        .isEqualTo("DeadlineExceeded");
                assertThat(user.status("long").isFinished()).isFalse();
                assertThat(controller.way().isConnected()).isTrue();
            } finally {
                user.leave();
            }
        }
    }
}

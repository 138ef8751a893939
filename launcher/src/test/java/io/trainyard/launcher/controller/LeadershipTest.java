package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.ConfigurationReader;
import io.trainyard.core.config.ConfigurationResult;
import io.trainyard.core.loop.EventLoopGuard;
import io.trainyard.core.metrics.ControllerMetrics;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Leadership (OPS-05b)")
@ExtendWith(VertxExtension.class)
final class LeadershipTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<String> done = new ArrayList<>();

    @Test
    @DisplayName("without election a replica works, may write and counts as the leader from its start on")
    void withoutElectionEverythingIsPermitted(Vertx vertx) {
        Configuration configuration = configuration("");
        Leadership leadership = leadership(vertx, configuration);
        assertThat(leadership.permitsWriting()).isTrue();
        assertThat(leadership.isWorking()).as("before it begins").isFalse();

        leadership
                .begin(new Work(), request(configuration), registry)
                .subscribe()
                .with(begun -> done.add("begun"));

        assertThat(done).containsExactly("start", "begun");
        assertThat(leadership.isWorking()).isTrue();
        assertThat(leadership.permitsWritingOf(leadership.term())).isTrue();
        assertThat(leadership.problem()).isEmpty();
        assertThat(registry.get("leader.election.master.status").gauge().value())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("with election nothing is written before it is won")
    void withElectionNothingIsWrittenBefore(Vertx vertx) {
        Leadership leadership = leadership(vertx, configuration("leaderElection: {}\n"));

        assertThat(leadership.permitsWriting()).isFalse();
        assertThat(leadership.isWorking()).isFalse();
        assertThat(registry.get("leader.election.master.status").gauge().value())
                .isZero();
    }

    private Leadership leadership(Vertx vertx, Configuration configuration) {
        return new Leadership(
                new EventLoop(vertx.getOrCreateContext()),
                time,
                configuration.leaderElection(),
                new EventLoopGuard(time, () -> 0, block -> {}, Duration.ofMillis(100)),
                new ControllerMetrics(registry, "lease"),
                () -> done.add("end"));
    }

    private static Configuration configuration(String sections) {
        ConfigurationResult read = ConfigurationReader.fromText(
                "test",
                "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\n" + sections,
                List.of());
        return ((ConfigurationResult.Valid) read).configuration();
    }

    private static ControllerProcess.Request request(Configuration configuration) {
        PluginSource plugins = new PluginSource(
                Optional.empty(), Configuration.defaults().trainyard().plugins());
        return new ControllerProcess.Request(
                configuration, Optional.empty(), "kubeflow-system", plugins, BuildInfo.current(), Duration.ZERO);
    }

    private final class Work implements ReconcilingTerms.Reconciling {
        @Override
        public void startReconciling() {
            done.add("start");
        }

        @Override
        public Uni<Void> drain() {
            done.add("drain");
            return Uni.createFrom().voidItem();
        }
    }
}

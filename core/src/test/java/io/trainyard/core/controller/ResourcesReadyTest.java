package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The condition of a job whose objects cannot be built or applied, where the operator wants it (STATUS-22)")
final class ResourcesReadyTest {
    private final Cluster cluster = new Cluster(Plugins.of(), GangFacts.NONE, ElasticSettings.DEFAULT, true);

    private long statusWrites() {
        return cluster.api.writes().stream()
                .filter(request -> request.verb().equals("status"))
                .count();
    }

    @Test
    @DisplayName("it says that the runtime is missing, once, and is gone when the runtime is there")
    void aMissingRuntime() {
        cluster.api.remove(TrainingRuntime.class, "plain");
        cluster.create("demo", "");
        cluster.settle();
        assertThat(cluster.conditions("demo")).containsExactly("ResourcesReady=False/RuntimeNotFound");
        assertThat(cluster.status("demo").conditions())
                .singleElement()
                .satisfies(condition -> assertThat(condition.getMessage()).contains("plain"));
        long writes = statusWrites();

        cluster.settle(Duration.ofMinutes(2));
        assertThat(statusWrites())
                .as("failures of the same kind cost no writes")
                .isEqualTo(writes);

        cluster.putRuntime("another");
        cluster.settle(Duration.ofMinutes(10));
        assertThat(statusWrites())
                .as("which runtimes there are is told by events")
                .isEqualTo(writes);

        cluster.putRuntime();
        cluster.settle();
        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.conditions("demo")).isEmpty();
    }

    @Test
    @DisplayName("it says that a name belongs to somebody else, and is gone when the name is free")
    void aForeignObject() {
        cluster.putForeignJobSet("demo");
        cluster.create("demo", "");
        cluster.settle();
        assertThat(cluster.conditions("demo")).containsExactly("ResourcesReady=False/ApplyFailed");

        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        assertThat(cluster.conditions("demo")).isEmpty();
    }

    @Test
    @DisplayName("without the setting a failing job has the conditions of the reference (STATUS-02)")
    void offByDefault() {
        Cluster usual = new Cluster();
        usual.api.remove(TrainingRuntime.class, "plain");
        usual.create("demo", "");
        usual.settle();

        assertThat(usual.conditions("demo")).isEmpty();
        assertThat(usual.eventReasons()).contains("TrainJobResourcesCreationFailed");
    }
}

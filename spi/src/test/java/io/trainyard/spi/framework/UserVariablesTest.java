package io.trainyard.spi.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.model.EmbeddedMetadata;
import io.trainyard.spi.model.PodTemplateOverride;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TargetJob;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.ContainerDefinition;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("UserVariables (MLP-11, MLP-23)")
final class UserVariablesTest {
    private final RuntimeInfo info = info("A", "B", "A");

    @Test
    @DisplayName("are the trainer's own and those of every override, each with the path of its list")
    void lists() {
        assertThat(UserVariables.of(trainJob("node", "sidecar", "C", "D"), info))
                .extracting(list -> list.path() + " " + list.names())
                .containsExactly(
                        "spec.trainer.env [A, B, A]", "spec.podTemplateOverrides[0].spec.containers[0].env [C, D]");
        assertThat(UserVariables.of(new TrainJob(), info("X"))).hasSize(1);
        assertThat(UserVariables.of(new TrainJob(), info())).isEmpty();
    }

    @Test
    @DisplayName("reach the container that they name; the trainer's own reach the trainer container")
    void reach() {
        PodSet node = info.podSet("node").orElseThrow();
        ContainerView trainer = node.container("node").orElseThrow();
        ContainerView sidecar = node.container("sidecar").orElseThrow();
        List<UserVariables> lists = UserVariables.of(trainJob("node", "sidecar", "C"), info);

        assertThat(lists.get(0).reach(node, trainer)).isTrue();
        assertThat(lists.get(0).reach(node, sidecar)).isFalse();
        assertThat(lists.get(0).reachTrainer(info)).isTrue();
        assertThat(lists.get(1).reach(node, trainer)).isFalse();
        assertThat(lists.get(1).reach(node, sidecar)).isTrue();
        assertThat(lists.get(1).reachTrainer(info)).isFalse();
        assertThat(UserVariables.of(trainJob("node", "node", "C"), info).get(1).reachTrainer(info))
                .isTrue();
        assertThat(UserVariables.of(trainJob("other", "node", "C"), info).get(1).reachTrainer(info))
                .isFalse();
    }

    @Test
    @DisplayName("that somebody reserved are found by name, and one by one with their place")
    void names() {
        UserVariables own = UserVariables.of(new TrainJob(), info).get(0);

        assertThat(own.among(List.of("B", "A", "Z"))).containsExactly("A", "B");
        assertThat(own.entries(List.of("A")))
                .containsExactly(
                        new UserVariables.Entry("spec.trainer.env[0]", "A"),
                        new UserVariables.Entry("spec.trainer.env[2]", "A"));
    }

    private static RuntimeInfo info(String... variables) {
        List<EnvVar> env =
                Stream.of(variables).map(name -> new EnvVar(name, "x", null)).toList();
        return new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(null, null),
                new Trainer(null, null, null, env, null, null, null),
                Map.of(),
                List.of(PodSetDefinition.builder("run", "node")
                        .ancestor("trainer")
                        .containers(List.of(ContainerDefinition.named("node"), ContainerDefinition.named("sidecar")))
                        .trainerContainer("node")
                        .build()));
    }

    private static TrainJob trainJob(String job, String container, String... variables) {
        TrainJob trainJob = new TrainJob();
        Map<String, Object> podSpec = Map.of(
                "containers",
                List.of(Map.of(
                        "name",
                        container,
                        "env",
                        Stream.of(variables).map(name -> Map.of("name", name)).toList())));
        trainJob.setSpec(new TrainJobSpec(
                new RuntimeRef(null, null, "runtime"),
                null,
                null,
                Map.of(),
                Map.of(),
                List.of(),
                List.of(new PodTemplateOverride(List.of(new TargetJob(job)), EmbeddedMetadata.EMPTY, podSpec, null)),
                List.of(),
                null,
                null,
                null,
                List.of()));
        return trainJob;
    }
}

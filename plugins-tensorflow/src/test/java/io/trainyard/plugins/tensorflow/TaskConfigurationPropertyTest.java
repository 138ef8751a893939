package io.trainyard.plugins.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TensorFlowPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.ContainerDefinition;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for TF_CONFIG of every cluster: TF-06 to TF-09, TF-12, MLP-12. */
final class TaskConfigurationPropertyTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Given(int workers, int parameterServers, boolean chief, boolean evaluator, boolean dynamic) {
        RuntimeInfo info() {
            List<PodSetDefinition> podSets = new ArrayList<>();
            podSets.add(podSet("worker", 1));
            if (parameterServers > 0) {
                podSets.add(podSet("ps", parameterServers));
            }
            if (chief) {
                podSets.add(podSet("chief", 1));
            }
            podSets.add(podSet("evaluator", 1));
            MLPolicy policy = new MLPolicy(null, null, null, null, null, null, policy(), null, null);
            return new RuntimeInfo(
                    Map.of(),
                    Map.of(),
                    new RuntimePolicy(policy, null),
                    new Trainer(null, null, null, List.of(), workers, null, null),
                    Map.of(),
                    podSets);
        }

        TensorFlowPolicy policy() {
            return new TensorFlowPolicy(null, null, dynamic, evaluator);
        }

        TensorFlowCluster cluster() {
            return cluster(false);
        }

        TensorFlowCluster cluster(boolean portOfEachPod) {
            return TensorFlowCluster.of(new FrameworkJob<>(job(), info(), policy()), portOfEachPod);
        }

        private static TrainJob job() {
            TrainJob job = new TrainJob();
            job.getMetadata().setName("wave");
            return job;
        }

        private static PodSetDefinition podSet(String name, int count) {
            return PodSetDefinition.builder("wave", name)
                    .ancestor("trainer")
                    .count(count)
                    .containers(List.of(ContainerDefinition.named("node")))
                    .trainerContainer("node")
                    .build();
        }
    }

    @Provide
    Arbitrary<Given> given() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 1200),
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as(Given::new);
    }

    @Property(tries = 100, seed = "20260101")
    void theLengthIsKnownWithoutMakingTheText(@ForAll("given") Given given) {
        TensorFlowCluster cluster = given.cluster();
        TaskConfiguration configuration = new TaskConfiguration(cluster);

        assertThat(cluster.roles()).allSatisfy(role -> assertThat(configuration.length(role))
                .isEqualTo(configuration.of(role).length()));
    }

    @Property(tries = 100, seed = "20260101")
    void podsThatShareAMachineHavePortsOfTheirOwnWhichAllOfThemKnow(@ForAll("given") Given given) throws Exception {
        TensorFlowCluster cluster = given.cluster(true);
        List<Integer> declared = cluster.ports().boxed().toList();

        assertThat(declared).doesNotHaveDuplicates();
        for (RoleJob role : cluster.roles()) {
            JsonNode servers = JSON.readTree(
                            new TaskConfiguration(cluster).of(role).replace("$(TF_TASK_INDEX)", "0"))
                    .path("cluster");
            List<Integer> ports = new ArrayList<>();
            servers.forEach(list -> list.forEach(
                    server -> ports.add(Integer.valueOf(server.asText().replaceAll(".*:", "")))));
            assertThat(ports).isEqualTo(declared);
        }
    }

    @Property(tries = 20, seed = "20260101")
    void theLengthOfAnyNumberOfWorkersIsKnownAtOnce(@ForAll @IntRange(min = 1_000_000) int workers) {
        TensorFlowCluster cluster = new Given(workers, 0, false, false, false).cluster();

        assertThat(new TaskConfiguration(cluster)
                        .length(cluster.role(Role.WORKER).orElseThrow()))
                .isGreaterThan(20L * workers);
    }

    @Property(tries = 100, seed = "20260101")
    void everyPodFindsItselfUnderItsIndex(@ForAll("given") Given given, @ForAll @IntRange(max = 11) int pod)
            throws Exception {
        TensorFlowCluster cluster = given.cluster();
        for (RoleJob role : cluster.roles()) {
            int index = Math.min(pod, Math.max(role.count() - 1, 0));
            JsonNode read = JSON.readTree(
                    new TaskConfiguration(cluster).of(role).replace("$(TF_TASK_INDEX)", Integer.toString(index)));

            assertThat(read.at("/task/index").isInt()).isTrue();
            assertThat(read.at("/task/index").asInt()).isEqualTo(index);
            assertThat(read.at("/task/type").asText()).isEqualTo(role.role().word());
            if (role.count() > 0 && !given.dynamic() && (role.role() != Role.EVALUATOR || given.evaluator())) {
                assertThat(read.at("/cluster/" + role.role().word() + "/" + index)
                                .asText())
                        .isEqualTo(role.podSet().host(0, index) + ":2222");
            }
        }
    }

    @Property(tries = 50, seed = "20260101")
    void allPodsSeeTheSameMembers(@ForAll("given") Given given) throws Exception {
        TensorFlowCluster cluster = given.cluster();
        List<JsonNode> seen = new ArrayList<>();
        for (RoleJob role : cluster.roles()) {
            seen.add(JSON.readTree(new TaskConfiguration(cluster).of(role).replace("$(TF_TASK_INDEX)", "0")));
        }

        if (!given.dynamic()) {
            assertThat(seen)
                    .extracting(node -> node.get("cluster"))
                    .containsOnly(seen.get(0).get("cluster"));
            assertThat(IntStream.range(0, given.workers()).boxed()).allSatisfy(index -> assertThat(
                            seen.get(0).at("/cluster/worker/" + index).asText())
                    .isEqualTo("wave-worker-0-" + index + ".wave:2222"));
        }
    }
}

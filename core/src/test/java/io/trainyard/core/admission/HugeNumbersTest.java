package io.trainyard.core.admission;

import static io.trainyard.core.admission.AdmissionFixture.LABEL;
import static io.trainyard.core.admission.AdmissionFixture.NODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.metrics.JobDemand;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers at and beyond their limits, through admission and through compiling what was stored without it. */
final class HugeNumbersTest {
    private static final String RESOURCES = "spec.trainer.resourcesPerNode.";

    private final AdmissionFixture world = new AdmissionFixture();

    static Stream<String> unusable() {
        return Stream.of(
                "1e30000000",
                "1e-100000000",
                "1e1000000",
                "1e99999999999",
                "1e999999999",
                "9".repeat(100_000),
                "0." + "0".repeat(100_000) + "1",
                "-1");
    }

    @ParameterizedTest
    @MethodSource("unusable")
    @DisplayName("VAL-35: what nobody can calculate with is refused with its field, wherever it is written")
    void refused(String amount) {
        assertThat(paths(world.create("{trainer: {resourcesPerNode: {requests: {cpu: '" + amount + "'}}}}")))
                .contains(RESOURCES + "requests[cpu]");
        assertThat(paths(world.create("{trainer: {resourcesPerNode: {limits: {cpu: '" + amount + "', memory: 1Gi}}}}")))
                .contains(RESOURCES + "limits[cpu]");
        assertThat(paths(world.create("{podTemplateOverrides: [{targetJobs: [{name: node}], spec: {containers:"
                        + " [{name: sidecar, resources: {limits: {nvidia.com/gpu: '" + amount + "'}}}]}}]}")))
                .allMatch(path -> path.startsWith("spec.podTemplateOverrides[0]"))
                .isNotEmpty();
        assertThat(paths(world.createRuntime(runtime(amount))))
                .containsExactly("spec.template.spec.replicatedJobs[0].template.spec.template.spec.containers[0]"
                        + ".resources.limits[cpu]");
    }

    @Test
    @DisplayName("VAL-35: an amount must not be empty, and may have a plus")
    void emptyAndPlus() {
        assertThat(world.create("{trainer: {resourcesPerNode: {requests: {cpu: ''}}}}")
                        .causes())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).startsWith("spec.trainer.resourcesPerNode.requests"));
        assertThat(world.create("{trainer: {resourcesPerNode: {requests: {cpu: '+5'}}}}")
                        .allowed())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("unusable")
    @DisplayName("VAL-35: a stored one fails its own job, as any other mistake of a user")
    void stored(String amount) {
        assertThatThrownBy(() -> compile("{trainer: {resourcesPerNode: {limits: {cpu: '" + amount + "'}}}}", NODE))
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageStartingWith(RESOURCES + "limits[cpu]")
                .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(1_000));
        assertThatThrownBy(() -> compile("{}", job(amount)))
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageStartingWith("spec.runtimeRef")
                .hasMessageContaining(
                        "replicatedJobs[0].template.spec.template.spec.containers[0].resources.limits[cpu]")
                .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(1_000));
    }

    @Test
    @DisplayName("VAL-36: more nodes than an indexed Job can have pods")
    void nodes() {
        for (long nodes : new long[] {100_001, Integer.MAX_VALUE}) {
            assertThat(paths(world.create("{trainer: {numNodes: " + nodes + "}}")))
                    .containsExactly("spec.trainer.numNodes");
            assertThat(paths(world.createRuntime("{mlPolicy: {numNodes: " + nodes
                            + "}, template: {spec: {replicatedJobs: [" + NODE + "]}}}")))
                    .containsExactly("spec.mlPolicy.numNodes");
            assertThatThrownBy(() -> compile("{trainer: {numNodes: " + nodes + "}}", NODE))
                    .isInstanceOf(InvalidTrainJobException.class)
                    .hasMessageContaining("100000");
        }
        assertThat(world.create("{trainer: {numNodes: 100000}}").allowed()).isTrue();
        assertThat(paths(world.update(
                        "{suspend: true, trainer: {numNodes: 1}}", "{suspend: true, trainer: {numNodes: 100001}}")))
                .containsExactly("spec.trainer.numNodes");
    }

    @Test
    @DisplayName("VAL-36: the same through the scale subresource")
    void scale() {
        TrainJob suspended = Manifests.trainJob("demo", "{runtimeRef: {name: plain}, suspend: true}");
        world.trainJobs.put("team-a/demo", suspended);
        Map<String, Object> scale = Manifests.tree("{metadata: {name: demo}, spec: {replicas: 2147483647}}");

        AdmissionResponse answer = AdmissionFixture.answer(
                world.admissions().trainJobs(), world.request("TrainJob", "scale", scale, scale));

        assertThat(paths(answer)).containsExactly("spec.replicas");
    }

    /** Whatever the numbers are: allowed or refused by name; compiled or refused as a mistake of the user; never anything else. */
    @Property(tries = 300, seed = "20260101")
    void anyNumberIsTakenOrRefusedByName(
            @ForAll("amounts") String request,
            @ForAll("amounts") String limit,
            @ForAll("integers") int nodes,
            @ForAll("integers") int replicas,
            @ForAll("integers") int parallelism) {
        String trainJob = "{activeDeadlineSeconds: 9223372036854775807, trainer: {numNodes: " + Math.max(nodes, 0)
                + ", numProcPerNode: " + nodes + ", resourcesPerNode: {requests: {cpu: '" + request
                + "', nvidia.com/gpu: '" + request + "'}, limits: {cpu: '" + limit + "'}}}}";
        String jobs = NODE + ", {name: side, replicas: " + replicas + ", template: {spec: {parallelism: " + parallelism
                + ", completions: " + parallelism + ", backoffLimit: " + replicas + ", template: {spec: {containers:"
                + " [{name: s, ports: [{containerPort: " + parallelism + "}], resources: {limits: {cpu: '" + limit
                + "'}}}]}}}}}";

        world.with(Manifests.clusterRuntime("plain", "{template: {spec: {replicatedJobs: [" + jobs + "]}}}"));
        AdmissionResponse answer = world.create(trainJob);

        assertThat(answer.code()).as(answer.message()).isIn(200, 403);
        assertThat(answer.message()).hasSizeLessThan(20_000);
        try {
            RuntimeInfo info = compile(trainJob, jobs);
            assertThat(info.podSets())
                    .allSatisfy(podSet -> assertThat(podSet.count()).isBetween(0, 100_000));
            info.podSets().forEach(podSet -> assertThat(podSet.endpoints()).hasSizeGreaterThanOrEqualTo(0));
            assertThat(JobDemand.of(info).nodes()).isGreaterThanOrEqualTo(0);
            info.podSets().stream()
                    .flatMap(podSet -> podSet.containers().stream())
                    .forEach(container -> {
                        assertThat(ResourceCounts.processors(container)).isGreaterThanOrEqualTo(0);
                        assertThat(ResourceCounts.accelerators(container, Set.of()))
                                .isGreaterThanOrEqualTo(0);
                    });
        } catch (InvalidTrainJobException refused) {
            assertThat(refused.getMessage()).hasSizeLessThan(1_000);
            assertThat(answer.allowed())
                    .as("admission would let through: " + refused.getMessage())
                    .isFalse();
        }
    }

    @Provide
    Arbitrary<String> amounts() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        "0",
                        "1",
                        "8",
                        "500m",
                        "1n",
                        "+5",
                        "-1",
                        "1e999",
                        "1e1000",
                        "1e-999",
                        "1e30000000",
                        "2147483648",
                        "9223372036854775808",
                        "8Ei",
                        "1000E",
                        "1e99999999999",
                        "9".repeat(256),
                        "9".repeat(257)),
                Arbitraries.integers().between(-1_000_000_000, 1_000_000_000).map(exponent -> "1e" + exponent));
    }

    @Provide
    Arbitrary<Integer> integers() {
        return Arbitraries.oneOf(
                Arbitraries.of(0, 1, -1, 65_535, 65_536, 100_000, 100_001, Integer.MAX_VALUE, Integer.MIN_VALUE),
                Arbitraries.integers());
    }

    private static String job(String amount) {
        return "{name: node, template: {metadata: {labels: {" + LABEL
                + ": trainer}}, spec: {template: {spec: {containers: [{name: node, image: i, resources: {limits: {cpu: '"
                + amount + "'}}}]}}}}}";
    }

    private static String runtime(String amount) {
        return "{template: {spec: {replicatedJobs: [" + job(amount) + "]}}}";
    }

    private static RuntimeInfo compile(String spec, String jobs) {
        TrainJob trainJob = Manifests.read(Manifests.yaml(AdmissionFixture.trainJob(spec)), TrainJob.class);
        PlainPlugin plain = new PlainPlugin();
        TrainJobCompiler compiler = new TrainJobCompiler(new CompilerPlugins(List.of(plain), List.of(), List.of()));
        try {
            return compiler.compile(
                            trainJob,
                            RuntimeDefinition.of(Manifests.clusterRuntime(
                                    "plain",
                                    "{mlPolicy: {numNodes: 1}, template: {spec: {replicatedJobs: [" + jobs + "]}}}")))
                    .subscribe()
                    .asCompletionStage()
                    .toCompletableFuture()
                    .join()
                    .info();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    private static List<String> paths(AdmissionResponse answer) {
        return answer.causes().stream().map(FieldError::path).distinct().toList();
    }
}

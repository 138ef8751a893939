package io.trainyard.core.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A launcher in a runtime without a framework (MLP-26)")
final class LauncherWarningsTest {
    private static final PlainPlugin PLUGIN = new PlainPlugin();
    private static final TrainJobCompiler COMPILER =
            new TrainJobCompiler(new CompilerPlugins(List.of(PLUGIN), List.of(), List.of()));
    private static final RuntimeDefinition PLAIN = RuntimeDefinition.of(Manifests.clusterRuntime(
            "plain",
            "{mlPolicy: {numNodes: 1}, template: {spec: {replicatedJobs: [{name: node, template: {metadata: {labels:"
                    + " {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {template: {spec: {containers:"
                    + " [{name: node, image: a}]}}}}}]}}}"));

    @ParameterizedTest(name = "{1}, {0} nodes")
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | torchrun, train.py | torchrun needs --nnodes or PET_NNODES",
                "2 | bash, -c, accelerate launch train.py | accelerate launch needs --num_machines",
                "2 | trl, sft | needs --num_machines",
                "2 | mpirun, -n, \"2\", a | needs the other hosts",
                "2 | deepspeed, train.py | needs the other hosts",
                "1 | torchrun, train.py |",
                "2 | torchrun, --nnodes=2, train.py |",
                "2 | accelerate, launch, --config_file=two.yaml, train.py |",
                "2 | mpirun, -f, hosts, a |",
                "2 | python, train.py |"
            })
    @DisplayName("is warned of at admission and by an event, where nothing tells it of the other nodes")
    void alone(int nodes, String command, String part) {
        TrainJob job = Manifests.trainJob(
                "demo", "{runtimeRef: {name: plain}, trainer: {numNodes: " + nodes + ", command: [" + command + "]}}");

        Validation findings = PLUGIN.validate(
                        new CustomValidation.Request(job, Optional.empty(), COMPILER.merge(job, PLAIN)))
                .await()
                .indefinitely();
        List<CompiledJob.Warning> events =
                COMPILER.compile(job, PLAIN).await().indefinitely().warnings();

        assertThat(events).extracting(CompiledJob.Warning::message).isEqualTo(findings.warnings());
        if (part == null) {
            assertThat(events).isEmpty();
        } else {
            assertThat(events).singleElement().satisfies(event -> {
                assertThat(event.reason()).isEqualTo("LauncherMismatch");
                assertThat(event.message())
                        .startsWith("spec.trainer: ")
                        .contains(part, "each of the 2 nodes trains alone")
                        .hasSizeLessThanOrEqualTo(256);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"PET_NNODES, torchrun", "OMPI_MCA_orte_default_hostfile, mpirun", "HYDRA_HOST_FILE, mpirun"})
    @DisplayName("is not warned of where a variable tells it of the other nodes")
    void told(String variable, String launcher) {
        TrainJob job = Manifests.trainJob(
                "demo",
                "{runtimeRef: {name: plain}, trainer: {numNodes: 2, command: [" + launcher + ", x], env: [{name: "
                        + variable + ", value: '2'}]}}");

        assertThat(COMPILER.compile(job, PLAIN).await().indefinitely().warnings())
                .isEmpty();
    }
}

package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("tune run on a torch runtime")
final class TorchTuneTest {
    private static final TrainJob JOB =
            TrainJobs.with().runtime("torchtune-llama3.2-1b").build();

    private static RuntimeInfos tuneRun() {
        return RuntimeInfos.torch()
                .command(
                        "tune",
                        "run",
                        "--rdzv_endpoint=localhost:29500",
                        "full_finetune_distributed",
                        "--config",
                        "llama3_2/1B_full",
                        "output_dir=/workspace/output")
                .trainJobCommand("tune", "run");
    }

    @Test
    @DisplayName("TUNE-04, TUNE-06: the command says where to meet, the variables do not")
    void theCommandSaysWhereToMeetAndTheVariablesDoNot() {
        ContainerView container =
                enforced(tuneRun().limit("nvidia.com/gpu", "2").trainJobArgs("epochs=1"));

        assertThat(container.command())
                .containsExactly(
                        "tune",
                        "run",
                        "--rdzv_endpoint=mnist-node-0-0.mnist:29500",
                        "full_finetune_distributed",
                        "--config",
                        "llama3_2/1B_full",
                        "output_dir=/workspace/output");
        assertThat(container.args()).containsExactly("epochs=1");
        assertThat(container.environment().merged())
                .extracting(EnvVar::getName)
                .containsExactly(
                        "PET_NNODES",
                        "PET_NPROC_PER_NODE",
                        "PET_NODE_RANK",
                        "TRAINER_NNODES",
                        "TRAINER_NPROC_PER_NODE",
                        "TRAINER_NODE_RANK",
                        "TRAINER_NODE_0_HOSTNAME",
                        "TRAINER_JOB_ID");
        assertThat(container.ports())
                .extracting(ContainerPort::getContainerPort)
                .containsExactly(29500);
    }

    @ParameterizedTest(name = "{0} GPUs, processes {1}: {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "1, -,    full_finetune_single_device",
                "1, gpu,  full_finetune_single_device",
                "2, 1,    full_finetune_single_device",
                "0, -,    full_finetune_single_device",
                "2, -,    full_finetune_distributed",
                "1, 2,    full_finetune_distributed",
                "0, gpu,  full_finetune_distributed",
                "4, auto, full_finetune_distributed"
            })
    @DisplayName("TUNE-07: one process on one node trains alone")
    void processesDecideBetweenTheRecipes(int accelerators, String processes, String recipe) {
        RuntimeInfos runtime = tuneRun();
        if (accelerators > 0) {
            runtime.limit("nvidia.com/gpu", String.valueOf(accelerators));
        }
        if (processes != null) {
            runtime.processes(processes.matches("[0-9]+") ? Integer.valueOf(processes) : processes);
        }
        assertThat(enforced(runtime).command()).contains(recipe);
    }

    @Test
    @DisplayName(
            "TUNE-12: arguments of the runtime become part of the command, so that those of the TrainJob stay as they are")
    void argumentsOfTheRuntimeMoveIntoTheCommand() {
        ContainerView container = enforced(RuntimeInfos.torch()
                .command("tune", "run", "full_finetune_single_device", "--config", "llama3_2/1B_full_single_device")
                .args("output_dir=/o", "batch_size=2")
                .trainJobCommand("tune", "run"));

        assertThat(container.command()).endsWith("llama3_2/1B_full_single_device", "output_dir=/o", "batch_size=2");
        assertThat(container.args()).isEmpty();
    }

    @Test
    @DisplayName("TUNE-11: the annotation of the runtime names the model")
    void theAnnotationOfTheRuntimeNamesTheModel() {
        assertThat(enforced(tuneRun().annotation("trainer.kubeflow.org/torchtune-model", "qwen2_5/1.5B"))
                        .command())
                .contains("qwen2_5/1.5B_full_single_device");
    }

    @Test
    @DisplayName("TUNE-02, TUNE-03: another command runs as it is written, with the variables of torchrun")
    void anotherCommandRunsAsItIsWritten() {
        for (RuntimeInfos runtime : List.of(
                RuntimeInfos.torch().command("tune", "run", "full_finetune_single_device"),
                tuneRun().trainJobCommand("tune", "run", "mine", "--config", "x"))) {
            ContainerView container = enforced(runtime);

            assertThat(container.changes().command()).isEmpty();
            assertThat(container.environment().find("PET_MASTER_ADDR")).isPresent();
        }
    }

    @Test
    @DisplayName("TORCH-40: further containers of the runtime get all variables, also where the trainer is tuned")
    void furtherContainersGetAllVariables() {
        RuntimeInfo info = tuneRun().injectInto("node", "sidecar").build();
        Plugins.started().enforceMLPolicy(JOB, info);

        ContainerView sidecar =
                info.podSet("node").orElseThrow().container("sidecar").orElseThrow();
        assertThat(sidecar.environment().find("PET_MASTER_ADDR")).isPresent();
    }

    @Test
    @DisplayName("TUNE-20, VAL-64: what is refused when it is applied is not built either")
    void whatIsRefusedIsNotBuilt() {
        RuntimeInfo info = tuneRun().nodes(2).build();

        assertThat(Plugins.validate(JOB, info).errors())
                .extracting(FieldError::path)
                .containsExactly("spec.trainer.numNodes");
        assertThatThrownBy(() -> Plugins.started().enforceMLPolicy(JOB, info))
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageContaining("spec.trainer.numNodes");
    }

    @Test
    @DisplayName("TUNE-27: an elastic runtime cannot be tuned")
    void anElasticRuntimeCannotBeTuned() {
        assertThat(Plugins.validate(JOB, tuneRun().elastic().build()).errors())
                .extracting(FieldError::path)
                .contains("spec.trainer.command");
    }

    @Test
    @DisplayName("TORCH-36: a reference to a variable that tuned jobs do not have is warned about")
    void aReferenceToAMissingVariableIsWarnedAbout() {
        assertThat(Plugins.validate(
                                JOB,
                                tuneRun().trainJobArgs("log=$(PET_MASTER_ADDR)").build())
                        .warnings())
                .singleElement()
                .asString()
                .contains("$(PET_MASTER_ADDR)");
    }

    private static ContainerView enforced(RuntimeInfos runtime) {
        RuntimeInfo info = runtime.build();
        Plugins.started().enforceMLPolicy(JOB, info);
        return info.trainerContainer().orElseThrow();
    }
}

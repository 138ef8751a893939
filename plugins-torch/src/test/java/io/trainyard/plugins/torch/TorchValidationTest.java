package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class TorchValidationTest {

    @Test
    void anOrdinaryJobGivesNoFindings() {
        assertThat(validate(RuntimeInfos.torch()
                        .nodes(4)
                        .processes(2)
                        .userVariable("LR", "0.1")
                        .userVariable("PET_RDZV_CONF", "timeout=9")
                        .userVariable("MASTER_PORT", "1234")
                        .trainJobCommand("torchrun", "train.py", "--nnodes=$(TRAINER_NNODES)")))
                .isEqualTo(Validation.OK);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("errors")
    void anErrorNamesTheFieldAndWhatWouldBeRight(String rule, String message, RuntimeInfos runtime) {
        assertThat(validate(runtime).errors())
                .as(rule)
                .extracting(FieldError::toString)
                .containsExactly(message);
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                Arguments.of(
                        "TORCH-01, VAL-60",
                        "spec.trainer.numProcPerNode: Invalid value: \"many\": must be a whole number from 1, or one of"
                                + " auto, cpu, gpu",
                        RuntimeInfos.torch().processes("many")),
                Arguments.of(
                        "TORCH-01",
                        "spec.trainer.numProcPerNode: Invalid value: 0: must be a whole number from 1, or one of auto,"
                                + " cpu, gpu",
                        RuntimeInfos.torch().processes(0)),
                Arguments.of(
                        "TORCH-01",
                        "spec.runtimeRef: Invalid value: \"GPU\": mlPolicy.torch.numProcPerNode of the runtime must be a"
                                + " whole number from 1, or one of auto, cpu, gpu",
                        RuntimeInfos.torch().processesOfRuntime("GPU")),
                Arguments.of(
                        "MLP-08",
                        "spec.trainer.numNodes: Invalid value: -2: must be zero or more",
                        RuntimeInfos.torch().nodes(-2)),
                Arguments.of(
                        "MLP-17",
                        "spec.runtimeRef: Invalid value: replicated job \"node\" of the runtime has completionMode"
                                + " NonIndexed, so its pods have no rank; torch needs Indexed, which is the default",
                        RuntimeInfos.torch().nonIndexed()),
                Arguments.of(
                        "MLP-17, TORCH-40",
                        "spec.runtimeRef: Invalid value: replicated job \"side\" of the runtime has completionMode"
                                + " NonIndexed, so its pods have no rank; torch needs Indexed, which is the default",
                        RuntimeInfos.torch()
                                .job("side", 1, false, List.of(), List.of("main"))
                                .injectInto("side", "main")),
                Arguments.of(
                        "MLP-19",
                        "spec.runtimeRef: Invalid value: template.spec.network.enableDNSHostnames of the runtime is"
                                + " false, so 2 nodes cannot find each other; only one node is possible",
                        RuntimeInfos.torch().templateCount(2).network("enableDNSHostnames", false)),
                Arguments.of(
                        "TORCH-43, VAL-62",
                        "spec.runtimeRef: Invalid value: \"side/main\": mlPolicy.torch.envInjection of the runtime names"
                                + " it, but the runtime has no replicated job \"side\"",
                        RuntimeInfos.torch().injectInto("side", "main")),
                Arguments.of(
                        "TORCH-43, VAL-62",
                        "spec.runtimeRef: Invalid value: \"node/absent\": mlPolicy.torch.envInjection of the runtime"
                                + " names it, but the runtime has no container or init container \"absent\" in its"
                                + " replicated job \"node\"",
                        RuntimeInfos.torch().injectInto("node", "sidecar", "absent", "prepare")),
                Arguments.of(
                        "ELASTIC-03",
                        "spec.runtimeRef: Invalid value: template.spec.network.enableDNSHostnames of the runtime is"
                                + " false, so the nodes of an elastic job cannot find each other; remove it",
                        RuntimeInfos.torch()
                                .elastic(new ElasticPolicy(1, 1, 3, List.of()))
                                .network("enableDNSHostnames", false)));
    }

    @ParameterizedTest(name = "{0} nodes, allowed: {1}")
    @CsvSource({"1, false", "2, true", "4, true", "5, false"})
    @DisplayName("VAL-63: an elastic job has no more and no fewer nodes than its policy allows")
    void elasticBoundsHold(int nodes, boolean allowed) {
        assertThat(validate(RuntimeInfos.torch().elastic().nodes(nodes)).errors())
                .extracting(FieldError::path)
                .isEqualTo(allowed ? List.of() : List.of("spec.trainer.numNodes"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("warnings")
    void aWarningSaysWhatWillHappen(String rule, String message, RuntimeInfos runtime) {
        assertThat(validate(runtime)).as(rule).isEqualTo(new Validation(List.of(), List.of(message)));
    }

    static Stream<Arguments> warnings() {
        return Stream.of(
                Arguments.of(
                        "TORCH-09",
                        "spec.runtimeRef: mlPolicy.torch.numProcPerNode of the runtime is gpu, but the trainer container"
                                + " asks for no GPU, and torchrun fails without CUDA; add one to"
                                + " spec.trainer.resourcesPerNode, such as nvidia.com/gpu, or use auto",
                        RuntimeInfos.torch().processesOfRuntime("gpu")),
                Arguments.of(
                        "TORCH-09, of the TrainJob",
                        "spec.trainer.numProcPerNode: is gpu, but the trainer container asks for no GPU, and"
                                + " torchrun fails without CUDA; add one to spec.trainer.resourcesPerNode, such as"
                                + " nvidia.com/gpu, or use auto",
                        RuntimeInfos.torch().processes("gpu")),
                Arguments.of(
                        "TORCH-09, accelerators without CUDA",
                        "spec.runtimeRef: mlPolicy.torch.numProcPerNode of the runtime is gpu, but the trainer container"
                                + " asks for no GPU, and torchrun fails without CUDA; add one to"
                                + " spec.trainer.resourcesPerNode, such as nvidia.com/gpu, or use auto",
                        RuntimeInfos.torch().processesOfRuntime("gpu").limit("habana.ai/gaudi", "8")),
                Arguments.of(
                        "MLP-27, claims",
                        "spec.trainer.numProcPerNode: auto comes to 96 processes on each node, one for each CPU; not"
                                + " counted: claim gpus, claim imex; if these bring accelerators, set numProcPerNode to"
                                + " their number",
                        RuntimeInfos.torch()
                                .claim("gpus")
                                .claim("imex")
                                .limit("rdma/ib", "8")
                                .request("cpu", "96")),
                Arguments.of(
                        "MLP-27, extended resource",
                        "spec.trainer.numProcPerNode: auto comes to 1 process on each node; not counted: example.com/npu; if"
                                + " these bring accelerators, set numProcPerNode to their number",
                        RuntimeInfos.torch().processesOfRuntime("auto").limit("example.com/npu", "8")),
                Arguments.of(
                        "MLP-19",
                        "spec.runtimeRef: template.spec.network.publishNotReadyAddresses of the runtime is false, so"
                                + " nodes may not find each other when they start",
                        RuntimeInfos.torch().nodes(2).network("publishNotReadyAddresses", false)),
                Arguments.of(
                        "TORCH-46",
                        "spec.runtimeRef: template.spec.network.publishNotReadyAddresses of the runtime is false, so"
                                + " nodes may not find each other when they start",
                        RuntimeInfos.torch().injectInto("node", "prepare").network("publishNotReadyAddresses", false)),
                Arguments.of(
                        "TORCH-36",
                        "spec.trainer: $(TRAINER_NODES), $(PET_RDZV_ID) will stay as it is, because nothing defines a"
                                + " variable of that name; write $$ for a plain dollar",
                        RuntimeInfos.torch()
                                .templateVariable("TRAINER_OWN", "1")
                                .trainJobCommand(
                                        "torchrun",
                                        "--nnodes=$(TRAINER_NODES)",
                                        "--node_rank=$(JOB_COMPLETION_INDEX)",
                                        "--x=$(TRAINER_OWN)",
                                        "--y=$$(TRAINER_ESCAPED)",
                                        "--z=$(date)")
                                .args("--id=$(PET_RDZV_ID)")),
                Arguments.of(
                        "TORCH-36, command of the runtime",
                        "spec.runtimeRef: command of the trainer container: $(TRAINER_NODES) will stay as it is, because"
                                + " nothing defines a variable of that name; write $$ for a plain dollar",
                        RuntimeInfos.torch().command("torchrun", "--nnodes=$(TRAINER_NODES)")),
                Arguments.of(
                        "TORCH-37",
                        "spec.trainer: \"torchrun train.py --lr 1\" is one word to a container, so no such program will"
                                + " be found; write [torchrun, train.py, --lr, 1]",
                        RuntimeInfos.torch().trainJobCommand("torchrun train.py --lr 1")),
                Arguments.of(
                        "TUNE-02, rendezvous of one node",
                        "spec.trainer.numNodes: the command of the runtime looks for all 2 nodes on its own machine, so"
                                + " each trains alone; use one node, or set spec.trainer.command to [tune, run]",
                        RuntimeInfos.torch()
                                .nodes(2)
                                .command(
                                        "tune", "run", "--rdzv_endpoint=localhost:29500", "full_finetune_distributed")),
                Arguments.of(
                        "TUNE-02, adapter",
                        "spec.trainer.args: the recipe stays the one of the runtime's command, whatever these say of"
                                + " LoRA; set spec.trainer.command to [tune, run] to have it chosen",
                        RuntimeInfos.torch()
                                .command("tune", "run", "full_finetune_single_device", "--config", "a/b_full")
                                .trainJobArgs("model.lora_attn_modules=[q_proj]")),
                Arguments.of(
                        "TUNE-28",
                        "spec.trainer.args: --nnodes=1 comes after the recipe, so tune run does not give it to torchrun;"
                                + " only settings key=value belong here",
                        RuntimeInfos.torch()
                                .annotation("trainer.kubeflow.org/torchtune-model", "llama3_2/1B")
                                .trainJobCommand("tune", "run")
                                .trainJobArgs("--nnodes=1")),
                Arguments.of(
                        "TORCH-04",
                        "spec.trainer.numProcPerNode: has no effect, because the runtime selects no framework in"
                                + " mlPolicy, such as torch: {}",
                        RuntimeInfos.plain().processes(4)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("harmless")
    void whatDoesNoHarmIsNotWarnedOf(String rule, RuntimeInfos runtime) {
        assertThat(validate(runtime)).as(rule).isEqualTo(Validation.OK);
    }

    static Stream<Arguments> harmless() {
        return Stream.of(
                Arguments.of(
                        "TORCH-37, a program of that name",
                        RuntimeInfos.torch().trainJobCommand("my program").args("x")),
                Arguments.of(
                        "MLP-19, one node", RuntimeInfos.torch().nodes(1).network("publishNotReadyAddresses", false)),
                Arguments.of(
                        "TORCH-46, ready pods",
                        RuntimeInfos.torch().injectInto("node", "prepare").network("publishNotReadyAddresses", true)),
                Arguments.of(
                        "TUNE-02, rendezvous of one node",
                        RuntimeInfos.torch()
                                .nodes(1)
                                .command(
                                        "tune", "run", "--rdzv_endpoint=localhost:29500", "full_finetune_distributed")),
                Arguments.of(
                        "TUNE-02, no adapter",
                        RuntimeInfos.torch()
                                .command("tune", "run", "full_finetune_single_device", "--config", "a/b_full")
                                .trainJobArgs("epochs=1")),
                Arguments.of("TORCH-04, no process count", RuntimeInfos.plain().nodes(2)));
    }

    @ParameterizedTest
    @MethodSource("countedDevices")
    void devicesThatCountOrNeedNotAreNotTold(RuntimeInfos runtime) {
        // MLP-27, TORCH-09
        assertThat(validate(runtime)).isEqualTo(Validation.OK);
    }

    static Stream<RuntimeInfos> countedDevices() {
        return Stream.of(
                RuntimeInfos.torch().processes(8).claim("gpus"),
                RuntimeInfos.torch().processesOfRuntime(8).limit("example.com/npu", "8"),
                RuntimeInfos.torch().processes("cpu").claim("gpus").request("cpu", "4"),
                RuntimeInfos.torch().processes("gpu").claim("gpus"),
                RuntimeInfos.torch().processes("gpu").limit("example.com/npu", "8"),
                RuntimeInfos.torch().claim("nic").limit("nvidia.com/gpu", "8"),
                RuntimeInfos.torch().limit("vpc.amazonaws.com/efa", "32").request("cpu", "96"),
                RuntimeInfos.torch().limit("hygon.com/dcu", "8").limit("rdma/hca", "1"));
    }

    @Test
    void devicesThatNobodyCountsAreToldByAnEvent() {
        // MLP-27
        RuntimeInfo info =
                RuntimeInfos.torch().claim("gpus").request("cpu", "96").build();
        Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);

        assertThat(info.warnings())
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).isEqualTo("DevicesNotCounted"))
                .satisfies(event -> assertThat(event.toString()).contains("96", "gpus", "numProcPerNode"));
    }

    @Test
    void gpuWithAnAcceleratorIsAllRight() {
        // TORCH-09
        assertThat(validate(RuntimeInfos.torch().processes("gpu").limit("nvidia.com/gpu", "1")))
                .isEqualTo(Validation.OK);
    }

    @Test
    void withoutHostNamesOneNodeIsFineAndTheNodesOfTheTrainJobDecide() {
        // MLP-19
        assertThat(validate(RuntimeInfos.torch().templateCount(4).nodes(1).network("enableDNSHostnames", false)))
                .isEqualTo(Validation.OK);
    }

    @Test
    void aliasesThatAreSwitchedOffDoNotResolve() {
        // TORCH-27, TORCH-36
        RuntimeInfo info =
                RuntimeInfos.torch().trainJobCommand("run", "$(TRAINER_NNODES)").build();

        assertThat(Plugins.validate(Plugins.started(Map.of("injectTrainerAliases", false)), TrainJobs.mnist(), info)
                        .warnings())
                .singleElement()
                .asString()
                .contains("$(TRAINER_NNODES)");
    }

    @Test
    void allFindingsAreReportedTogether() {
        Validation findings =
                validate(RuntimeInfos.torch().processes("x").nonIndexed().trainJobCommand("torchrun train.py"));

        assertThat(findings.errors())
                .extracting(FieldError::path)
                .containsExactly("spec.trainer.numProcPerNode", "spec.runtimeRef");
        assertThat(findings.warnings()).hasSize(1);
    }

    @Test
    void nothingIsChanged() {
        // PIPE-08
        RuntimeInfo info = RuntimeInfos.torch().nodes(3).build();
        info.freeze();

        assertThat(Plugins.validate(TrainJobs.mnist(), info)).isEqualTo(Validation.OK);
    }

    private static Validation validate(RuntimeInfos runtime) {
        return Plugins.validate(TrainJobs.mnist(), runtime.build());
    }
}

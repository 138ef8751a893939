package io.trainyard.plugins.torch;

import static io.trainyard.plugins.torch.TrainJobs.container;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TrainJob;
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
import org.junit.jupiter.params.provider.ValueSource;

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
                        "TORCH-23, VAL-61",
                        "spec.trainer.env: Invalid value: must not set PET_MASTER_ADDR, PET_MASTER_PORT, PET_NNODES,"
                                + " PET_NODE_RANK, PET_NPROC_PER_NODE: torch jobs get them from numNodes,"
                                + " numProcPerNode and the JobSet; remove them here",
                        RuntimeInfos.torch()
                                .userVariable("PET_NNODES", "1")
                                .userVariable("PET_NPROC_PER_NODE", "1")
                                .userVariable("LR", "1")
                                .userVariable("PET_NODE_RANK", "1")
                                .userVariable("PET_MASTER_PORT", "1")
                                .userVariable("PET_MASTER_ADDR", "1")),
                Arguments.of(
                        "ELASTIC-12",
                        "spec.trainer.env: Invalid value: must not set PET_MAX_RESTARTS, PET_NNODES, PET_RDZV_BACKEND,"
                                + " PET_RDZV_ENDPOINT, PET_RDZV_ID, PET_STANDALONE: torch jobs get them from numNodes,"
                                + " numProcPerNode and the JobSet; remove them here",
                        RuntimeInfos.torch()
                                .elastic(new ElasticPolicy(2, 4, 3, List.of()))
                                .userVariable("PET_NNODES", "1")
                                .userVariable("PET_RDZV_BACKEND", "1")
                                .userVariable("PET_RDZV_ENDPOINT", "1")
                                .userVariable("PET_RDZV_ID", "1")
                                .userVariable("PET_STANDALONE", "1")
                                .userVariable("PET_MAX_RESTARTS", "1")
                                .userVariable("PET_RDZV_CONF", "join_timeout=60")),
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
                                + " asks for no accelerator, and torchrun fails without CUDA; add one to"
                                + " spec.trainer.resourcesPerNode, such as nvidia.com/gpu, or use auto",
                        RuntimeInfos.torch().processesOfRuntime("gpu")),
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

    @Test
    void aCommandOfOneStringWithArgumentsIsAProgramOfThatName() {
        // TORCH-37
        assertThat(validate(RuntimeInfos.torch().trainJobCommand("my program").args("x")))
                .isEqualTo(Validation.OK);
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
    void reservedNamesInOverridesAreRefusedAtTheOverride() {
        // MLP-23, VAL-45
        Map<String, Object> trainer = container("node", "PET_NODE_RANK", "LR", "PET_NNODES");
        TrainJob job = TrainJobs.with()
                .podSpecOverride("node", trainer)
                .podTemplateOverride("node", Map.of("containers", List.of(container("sidecar", "A"), trainer)))
                .runtimePatch("node", Map.of("containers", List.of(trainer)))
                .build();

        Validation findings = Plugins.validate(job, RuntimeInfos.torch().build());

        assertThat(findings.errors())
                .extracting(FieldError::path)
                .containsExactly(
                        "spec.podSpecOverrides[0].containers[0].env",
                        "spec.podTemplateOverrides[0].spec.containers[1].env",
                        "spec.runtimePatches[0].trainingRuntimeSpec.template.spec.replicatedJobs[1]"
                                + ".template.spec.template.spec.containers[0].env");
        assertThat(findings.errors())
                .allSatisfy(error -> assertThat(error.message()).startsWith("must not set PET_NNODES, PET_NODE_RANK:"));
        assertThat(findings.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sidecar", "absent"})
    void otherContainersMaySetAnything(String container) {
        TrainJob job = TrainJobs.with()
                .podTemplateOverride("node", Map.of("containers", List.of(container(container, "PET_NNODES"))))
                .podTemplateOverride("elsewhere", Map.of("containers", List.of(container("node", "PET_NNODES"))))
                .build();

        assertThat(Plugins.validate(job, RuntimeInfos.torch().build())).isEqualTo(Validation.OK);
    }

    @Test
    void overridesOfATargetAreReplacedWithAWarning() {
        // TORCH-40
        TrainJob job = TrainJobs.with()
                .podTemplateOverride("node", Map.of("initContainers", List.of(container("prepare", "PET_NNODES"))))
                .build();

        assertThat(Plugins.validate(
                        job, RuntimeInfos.torch().injectInto("node", "prepare").build()))
                .isEqualTo(new Validation(
                        List.of(),
                        List.of("spec.podTemplateOverrides[0].spec.initContainers[0].env: PET_NNODES will be replaced:"
                                + " the runtime has torch set them in this container")));
    }

    @Test
    void allFindingsAreReportedTogether() {
        Validation findings = validate(RuntimeInfos.torch()
                .processes("x")
                .nonIndexed()
                .userVariable("PET_NNODES", "1")
                .trainJobCommand("torchrun train.py"));

        assertThat(findings.errors())
                .extracting(FieldError::path)
                .containsExactly("spec.trainer.numProcPerNode", "spec.runtimeRef", "spec.trainer.env");
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

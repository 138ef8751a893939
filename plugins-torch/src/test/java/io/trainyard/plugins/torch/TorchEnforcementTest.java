package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.CompletionIndex;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class TorchEnforcementTest {
    private static final String INDEX = "index";

    @Test
    void theWorkedExample() {
        // Section 2.5; order by TORCH-22 and MLP-10.
        RuntimeInfo info =
                enforced(RuntimeInfos.torch().nodes(3).request("cpu", "2").userVariable("LR", "0.1"));

        assertThat(info.trainerPodSet().orElseThrow().count()).isEqualTo(3);
        assertThat(variables(trainer(info)))
                .containsExactly(
                        Map.entry("PET_NNODES", "3"),
                        Map.entry("PET_NPROC_PER_NODE", "2"),
                        Map.entry("PET_NODE_RANK", INDEX),
                        Map.entry("PET_MASTER_ADDR", "mnist-node-0-0.mnist"),
                        Map.entry("PET_MASTER_PORT", "29500"),
                        Map.entry("MASTER_ADDR", "mnist-node-0-0.mnist"),
                        Map.entry("MASTER_PORT", "29500"),
                        Map.entry("TRAINER_NNODES", "3"),
                        Map.entry("TRAINER_NPROC_PER_NODE", "2"),
                        Map.entry("TRAINER_NODE_RANK", INDEX),
                        Map.entry("TRAINER_NODE_0_HOSTNAME", "mnist-node-0-0.mnist"),
                        Map.entry("TRAINER_JOB_ID", "7f3c"),
                        Map.entry("LR", "0.1"));
        assertThat(trainer(info).ports())
                .extracting(ContainerPort::getContainerPort)
                .containsExactly(29500);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("workedValues")
    void theWorkedProcessCounts(String what, RuntimeInfos runtime, String expected) {
        // Section 2.1, MLP-20 to MLP-22.
        assertThat(variables(trainer(enforced(runtime))))
                .containsEntry("PET_NPROC_PER_NODE", expected)
                .containsEntry("TRAINER_NPROC_PER_NODE", expected);
    }

    static Stream<Arguments> workedValues() {
        return Stream.of(
                Arguments.of("nothing at all", RuntimeInfos.torch(), "1"),
                Arguments.of(
                        "request before limit",
                        RuntimeInfos.torch().request("cpu", "4").limit("cpu", "8"),
                        "4"),
                Arguments.of("fraction", RuntimeInfos.torch().limit("cpu", "1500m"), "2"),
                Arguments.of(
                        "GPUs and auto",
                        RuntimeInfos.torch().limit("nvidia.com/gpu", "2").request("cpu", "16"),
                        "auto"),
                Arguments.of(
                        "GPUs and cpu",
                        RuntimeInfos.torch()
                                .processes("cpu")
                                .limit("nvidia.com/gpu", "2")
                                .request("cpu", "16"),
                        "16"),
                Arguments.of(
                        "GPUs and a number", RuntimeInfos.torch().processes(4).limit("nvidia.com/gpu", "8"), "4"),
                Arguments.of("gpu without GPU", RuntimeInfos.torch().processes("gpu"), "gpu"),
                Arguments.of("quoted number", RuntimeInfos.torch().processes("3"), "3"),
                Arguments.of(
                        "number of the runtime",
                        RuntimeInfos.torch().processesOfRuntime(2).limit("nvidia.com/gpu", "8"),
                        "2"),
                Arguments.of(
                        "accelerator that torchrun may not see",
                        RuntimeInfos.torch().limit("huawei.com/Ascend910", "8").request("cpu", "96"),
                        "8"),
                Arguments.of(
                        "claims are not counted",
                        RuntimeInfos.torch().claim("gpus").request("cpu", "96"),
                        "96"),
                Arguments.of(
                        "memory of a GPU is no GPU",
                        RuntimeInfos.torch().limit("example.com/gpu-mem", "8").request("cpu", "3"),
                        "3"));
    }

    @Test
    void withoutNodesInTheTrainJobTheCountOfThePodSetStays() {
        // MLP-06; the trainer section may be absent (MLP-13).
        RuntimeInfo info = enforced(RuntimeInfos.torch().templateCount(5));

        assertThat(info.trainerPodSet().orElseThrow().count()).isEqualTo(5);
        assertThat(variables(trainer(info))).containsEntry("PET_NNODES", "5");
    }

    @Test
    void zeroNodesAreBuiltAsTheyAre() {
        // MLP-08
        RuntimeInfo info = enforced(RuntimeInfos.torch().nodes(0).templateCount(2));

        assertThat(info.trainerPodSet().orElseThrow().count()).isZero();
        assertThat(variables(trainer(info))).containsEntry("PET_NNODES", "0");
    }

    @Test
    void aSingleNodeGetsTheSameVariables() {
        // TORCH-29
        assertThat(variables(trainer(enforced(RuntimeInfos.torch().nodes(1)))))
                .containsEntry("PET_NNODES", "1")
                .containsEntry("PET_MASTER_ADDR", "mnist-node-0-0.mnist")
                .doesNotContainKeys("PET_STANDALONE", "RANK", "WORLD_SIZE", "LOCAL_RANK");
    }

    @Test
    void onlyTheTrainerIsCounted() {
        // MLP-07
        RuntimeInfo info = enforced(RuntimeInfos.torch().nodes(4).job("other", 2, true, List.of(), List.of("main")));

        assertThat(info.podSet("other").orElseThrow().count()).isEqualTo(2);
        assertThat(variables(
                        info.podSet("other").orElseThrow().container("main").orElseThrow()))
                .isEmpty();
    }

    @Test
    void sidecarsAndInitContainersAreLeftAlone() {
        // TORCH-42
        RuntimeInfo info = enforced(RuntimeInfos.torch());

        assertThat(info.trainerPodSet()
                        .orElseThrow()
                        .containers()
                        .get(1)
                        .environment()
                        .merged())
                .isEmpty();
        assertThat(info.trainerPodSet()
                        .orElseThrow()
                        .initContainers()
                        .get(0)
                        .environment()
                        .merged())
                .isEmpty();
    }

    @Test
    void theHostFollowsTheSubdomain() {
        // MLP-16
        assertThat(variables(trainer(enforced(RuntimeInfos.torch().subdomain("ring")))))
                .containsEntry("PET_MASTER_ADDR", "mnist-node-0-0.ring");
    }

    @Test
    void withoutHostNamesASingleNodeFindsItself() {
        // MLP-19
        assertThat(variables(trainer(enforced(RuntimeInfos.torch().network("enableDNSHostnames", false)))))
                .containsEntry("PET_MASTER_ADDR", "127.0.0.1")
                .containsEntry("TRAINER_NODE_0_HOSTNAME", "127.0.0.1");
    }

    @Test
    void reservedValuesOfTheTemplateAreReplacedAndAliasesOfTheTemplateStay() {
        // MLP-11, TORCH-10 to TORCH-21
        RuntimeInfo info = enforced(RuntimeInfos.torch()
                .templateVariable("PET_NNODES", "99")
                .templateVariable("MASTER_PORT", "1234")
                .templateVariable("NNODES", "$(PET_NNODES)"));

        assertThat(variables(trainer(info)).keySet())
                .containsExactly(
                        "PET_NNODES",
                        "PET_NPROC_PER_NODE",
                        "PET_NODE_RANK",
                        "PET_MASTER_ADDR",
                        "PET_MASTER_PORT",
                        "MASTER_ADDR",
                        "TRAINER_NNODES",
                        "TRAINER_NPROC_PER_NODE",
                        "TRAINER_NODE_RANK",
                        "TRAINER_NODE_0_HOSTNAME",
                        "TRAINER_JOB_ID",
                        "MASTER_PORT",
                        "NNODES");
        assertThat(variables(trainer(info))).containsEntry("PET_NNODES", "1").containsEntry("MASTER_PORT", "1234");
    }

    @Test
    void reservedValuesOfTheUserAreIgnoredAndReported() {
        // MLP-11, when admission was bypassed
        RuntimeInfo info = enforced(RuntimeInfos.torch().userVariable("PET_NNODES", "99"));

        assertThat(variables(trainer(info))).containsEntry("PET_NNODES", "1");
        assertThat(trainer(info).environment().ignoredUserVariables()).containsExactly("PET_NNODES");
    }

    @Test
    void theUserMayNotSetWhatTorchrunReadsOfTheGroup() {
        // TORCH-23, ELASTIC-12, VAL-111
        Environment fixed = trainer(enforced(RuntimeInfos.torch())).environment();
        Environment elastic = trainer(enforced(RuntimeInfos.torch().elastic(new ElasticPolicy(2, 4, 3, List.of()))))
                .environment();

        List<String> names =
                List.of("PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR", "PET_MASTER_PORT");
        assertThat(names).allMatch(fixed::isReserved).allMatch(elastic::isReserved);
        List<String> rendezvous =
                List.of("PET_RDZV_BACKEND", "PET_RDZV_ENDPOINT", "PET_RDZV_ID", "PET_STANDALONE", "PET_MAX_RESTARTS");
        assertThat(rendezvous).noneMatch(fixed::isReserved).allMatch(elastic::isReserved);
        assertThat(List.of("PET_RDZV_CONF", "MASTER_ADDR"))
                .noneMatch(fixed::isReserved)
                .noneMatch(elastic::isReserved);
    }

    @Test
    void otherVariablesOfTorchrunAreFree() {
        // TORCH-24
        RuntimeInfo info = enforced(RuntimeInfos.torch().userVariable("PET_RDZV_CONF", "timeout=9"));

        assertThat(variables(trainer(info))).containsEntry("PET_RDZV_CONF", "timeout=9");
    }

    @Test
    void aDeclaredPortIsNotDeclaredTwice() {
        // MLP-15, TORCH-25
        assertThat(trainer(enforced(RuntimeInfos.torch().port(8080, null).port(29500, "TCP")))
                        .ports())
                .extracting(ContainerPort::getContainerPort)
                .containsExactly(8080, 29500);
    }

    @Test
    void theConfiguredPortIsUsedEverywhere() {
        // TORCH-26
        RuntimeInfo info = RuntimeInfos.torch().build();
        Plugins.started(Map.of("masterPort", 2222)).enforceMLPolicy(TrainJobs.mnist(), info);

        assertThat(variables(trainer(info)))
                .containsEntry("PET_MASTER_PORT", "2222")
                .containsEntry("MASTER_PORT", "2222");
        assertThat(trainer(info).ports())
                .extracting(ContainerPort::getContainerPort)
                .containsExactly(2222);
    }

    @Test
    void aliasesCanBeSwitchedOff() {
        // TORCH-27
        RuntimeInfo info = RuntimeInfos.torch().build();
        Plugins.started(Map.of("injectMasterAliases", false, "injectTrainerAliases", false))
                .enforceMLPolicy(TrainJobs.mnist(), info);

        assertThat(variables(trainer(info)).keySet())
                .containsExactly(
                        "PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR", "PET_MASTER_PORT");
    }

    @Test
    void configuredAcceleratorsCount() {
        // MLP-21
        RuntimeInfo info = RuntimeInfos.torch().limit("example.com/npu", "8").build();
        Plugins.started(Map.of("acceleratorResources", List.of("example.com/npu")))
                .enforceMLPolicy(TrainJobs.mnist(), info);

        assertThat(variables(trainer(info))).containsEntry("PET_NPROC_PER_NODE", "8");
    }

    @Test
    void withoutUidTheNameIdentifiesTheJob() {
        // TORCH-21
        TrainJob job = TrainJobs.mnist();
        job.getMetadata().setUid(null);
        RuntimeInfo info = RuntimeInfos.torch().build();
        Plugins.started().enforceMLPolicy(job, info);

        assertThat(variables(trainer(info))).containsEntry("TRAINER_JOB_ID", "mnist");
    }

    @Test
    void targetsGetTheTrainersVariablesButNoPort() {
        // TORCH-40, TORCH-41, TORCH-42; regular containers before init containers of the same name
        RuntimeInfo info = enforced(RuntimeInfos.torch()
                .nodes(2)
                .limit("nvidia.com/gpu", "1")
                .job("side", 1, true, List.of("main", "fetch"), List.of("main"))
                .injectInto("side", "main", "fetch")
                .injectInto("node", "prepare"));

        ContainerView main = info.podSet("side").orElseThrow().container("main").orElseThrow();
        assertThat(variables(main)).isEqualTo(variables(trainer(info)));
        assertThat(main.ports()).isEmpty();
        List<ContainerView> sideInit = info.podSet("side").orElseThrow().initContainers();
        assertThat(variables(sideInit.get(0))).isEmpty();
        assertThat(variables(sideInit.get(1))).isEqualTo(variables(trainer(info)));
        assertThat(variables(info.podSet("node").orElseThrow().initContainers().get(0)))
                .isEqualTo(variables(trainer(info)));
    }

    @Test
    void targetsAreServedWithoutTrainerContainer() {
        // TORCH-44
        RuntimeInfo info =
                enforced(RuntimeInfos.torch().withoutTrainerContainer().nodes(2).injectInto("node", "sidecar"));

        assertThat(info.trainerPodSet().orElseThrow().count()).isEqualTo(2);
        assertThat(variables(
                        info.podSet("node").orElseThrow().container("sidecar").orElseThrow()))
                .containsEntry("PET_NNODES", "2")
                .containsEntry("PET_MASTER_ADDR", "mnist-node-0-0.mnist");
        assertThat(variables(info.podSet("node").orElseThrow().container("node").orElseThrow()))
                .isEmpty();
    }

    @Test
    void withoutTrainerATargetSpeaksOfItsOwnPods() {
        // TORCH-44
        RuntimeInfo info = enforced(RuntimeInfos.torch()
                .withoutTrainer()
                .nodes(7)
                .job("side", 3, true, List.of(), List.of("main"))
                .injectInto("side", "main"));

        assertThat(variables(info.podSet("side").orElseThrow().container("main").orElseThrow()))
                .containsEntry("PET_NNODES", "3")
                .containsEntry("PET_MASTER_ADDR", "mnist-side-0-0.mnist");
        assertThat(info.podSet("node").orElseThrow().count()).isEqualTo(1);
    }

    @Test
    void anotherPolicyIsLeftAlone() {
        // PIPE-10
        RuntimeInfo info = enforced(RuntimeInfos.plain().nodes(3));

        assertThat(info.trainerPodSet().orElseThrow().count()).isEqualTo(1);
        assertThat(variables(trainer(info))).isEmpty();
        assertThat(trainer(info).ports()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unbuildable")
    void whatCannotBeBuiltIsRefusedWithTheField(String field, RuntimeInfos runtime) {
        RuntimeInfo info = runtime.build();

        assertThatThrownBy(() -> Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info))
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageContaining(field);
        assertThat(trainer(info).ports()).as("nothing was changed").isEmpty();
    }

    static Stream<Arguments> unbuildable() {
        return Stream.of(
                Arguments.of("spec.trainer.numProcPerNode", RuntimeInfos.torch().processes("many")),
                Arguments.of(
                        "numProcPerNode of the runtime", RuntimeInfos.torch().processesOfRuntime(0)),
                Arguments.of("spec.trainer.numNodes", RuntimeInfos.torch().nodes(-1)),
                Arguments.of("completionMode", RuntimeInfos.torch().nonIndexed()),
                Arguments.of("enableDNSHostnames", RuntimeInfos.torch().nodes(2).network("enableDNSHostnames", false)),
                Arguments.of("envInjection", RuntimeInfos.torch().injectInto("nowhere", "main")));
    }

    private static RuntimeInfo enforced(RuntimeInfos runtime) {
        RuntimeInfo info = runtime.build();
        Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);
        return info;
    }

    private static ContainerView trainer(RuntimeInfo info) {
        return info.podSet("node").orElseThrow().container("node").orElseThrow();
    }

    private static Map<String, String> variables(ContainerView container) {
        Map<String, String> values = new LinkedHashMap<>();
        for (EnvVar variable : container.environment().merged()) {
            boolean index = variable.getValueFrom() != null
                    && CompletionIndex.FIELD_PATH.equals(
                            variable.getValueFrom().getFieldRef().getFieldPath());
            values.put(variable.getName(), index ? INDEX : variable.getValue());
        }
        return values;
    }
}

package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Component.UpdatePolicy;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An elastic torch job")
final class ElasticJobTest {
    private static final Map<String, Object> CPU = Map.of(
            "type",
            "Resource",
            "resource",
            Map.of("name", "cpu", "target", Map.of("type", "Utilization", "averageUtilization", 70)));

    @Test
    @DisplayName(
            "ELASTIC-10a, 10b, 10c, 10d, 10e, 10f, 10g, 10h, 10i, 10j, ELASTIC-11, ELASTIC-13, ELASTIC-14: its nodes meet on node 0, whatever their number is just now")
    void environment() {
        RuntimeInfo info = enforced(RuntimeInfos.torch()
                .elastic(new ElasticPolicy(2, 6, 10, List.of()))
                .nodes(3)
                .request("cpu", "4"));

        assertThat(trainer(info).environment().merged())
                .extracting(variable -> variable.getName() + "=" + value(variable))
                .containsExactly(
                        "PET_NNODES=2:6",
                        "PET_NPROC_PER_NODE=4",
                        "PET_RDZV_BACKEND=c10d",
                        "PET_RDZV_ENDPOINT=mnist-node-0-0.mnist:29400",
                        "PET_RDZV_ID=7f3c",
                        "PET_MAX_RESTARTS=10",
                        "PET_NODE_RANK=index",
                        "TRAINER_NNODES=2:6",
                        "TRAINER_MIN_NNODES=2",
                        "TRAINER_MAX_NNODES=6",
                        "TRAINER_NPROC_PER_NODE=4",
                        "TRAINER_NODE_RANK=index",
                        "TRAINER_NODE_0_HOSTNAME=mnist-node-0-0.mnist",
                        "TRAINER_JOB_ID=7f3c");
        assertThat(trainer(info).ports())
                .extracting(ContainerPort::getContainerPort)
                .containsExactly(29400, 29500);
    }

    @Test
    @DisplayName("ELASTIC-10f: without maxRestarts the user may say how often torchrun restarts")
    void maxRestartsAreTheUsers() {
        RuntimeInfo info = enforced(RuntimeInfos.torch()
                .elastic(new ElasticPolicy(2, 6, null, List.of()))
                .userVariable("PET_MAX_RESTARTS", "7"));

        assertThat(trainer(info)
                        .environment()
                        .find("PET_MAX_RESTARTS")
                        .orElseThrow()
                        .getValue())
                .isEqualTo("7");
        assertThat(info.maxRestarts()).isEmpty();
    }

    @ParameterizedTest(name = "{0} asked for, metrics {1}, resizable {2}: {3}")
    @CsvSource({
        ", false, true, 6",
        ", true, true, 2",
        ", true, false, 6",
        "3, true, true, 3",
        "1, false, true, 2",
        "9, false, true, 6"
    })
    @DisplayName(
            "ELASTIC-01, ELASTIC-02, ELASTIC-20, ELASTIC-35, ELASTIC-55: begins with what is asked for between its bounds, else with as many or as few as it may")
    void size(Integer asked, boolean metrics, boolean resizable, int nodes) {
        RuntimeInfos runtime =
                RuntimeInfos.torch().elastic(new ElasticPolicy(2, 6, null, metrics ? List.of(CPU) : List.of()));
        if (asked != null) {
            runtime.nodes(asked);
        }
        PodSet podSet = enforced(resizable ? runtime : runtime.fixedSize())
                .trainerPodSet()
                .orElseThrow();

        assertThat(podSet.count()).isEqualTo(nodes);
        assertThat(podSet.minCount()).as("ELASTIC-27").isEqualTo(2);
        assertThat(podSet.maxCount()).isEqualTo(6);
        assertThat(podSet.isElastic()).isTrue();
    }

    @ParameterizedTest(name = "at most {0} nodes, {1} restarts: {2}")
    @CsvSource({"6, 10, 66", "6, , 6", "3, 0, 6", "2000000, 2000, 2147483647"})
    @DisplayName("ELASTIC-23, ELASTIC-24, ELASTIC-25: a Job survives so many lost nodes, and has succeeded with one")
    void policiesOfTheJob(int most, Integer restarts, int backoffLimit) {
        RuntimeInfo info = enforced(RuntimeInfos.torch().elastic(new ElasticPolicy(1, most, restarts, List.of())));
        PodSet podSet = info.trainerPodSet().orElseThrow();

        assertThat(podSet.defaultBackoffLimit()).hasValue(backoffLimit);
        assertThat(podSet.defaultSucceededCount()).hasValue(1);
        assertThat(info.maxRestarts()).isEqualTo(Optional.ofNullable(restarts));
    }

    @Test
    @DisplayName(
            "ELASTIC-13, ELASTIC-24, ELASTIC-41: an operator may choose port, success policy and the behavior of autoscalers")
    void configuration() {
        TorchPlugin plugin = Plugins.started(Map.of(
                "rendezvousPort",
                4242,
                "elasticSuccessPolicy",
                "Template",
                "hpaBehavior",
                Map.of("scaleDown", Map.of("stabilizationWindowSeconds", 60))));
        RuntimeInfo info = RuntimeInfos.torch()
                .elastic(new ElasticPolicy(1, 2, null, List.of(CPU)))
                .build();
        plugin.enforceMLPolicy(TrainJobs.mnist(), info);

        assertThat(trainer(info)
                        .environment()
                        .find("PET_RDZV_ENDPOINT")
                        .orElseThrow()
                        .getValue())
                .endsWith(":4242");
        assertThat(info.trainerPodSet().orElseThrow().defaultSucceededCount()).isEmpty();
        assertThat(autoscaler(build(plugin, TrainJobs.mnist(), info)).getSpec())
                .containsEntry("behavior", Map.of("scaleDown", Map.of("stabilizationWindowSeconds", 60)));
    }

    @Test
    @DisplayName("ELASTIC-41, ELASTIC-46: with metrics it has an autoscaler of the TrainJob, without none")
    void autoscaler() {
        Components built =
                build(RuntimeInfos.torch().elastic(new ElasticPolicy(2, 6, null, List.of(CPU))), TrainJobs.mnist());

        HorizontalPodAutoscaler autoscaler = autoscaler(built);
        assertThat(autoscaler.getApiVersion()).isEqualTo("autoscaling/v2");
        assertThat(autoscaler.getMetadata().getName()).isEqualTo("mnist");
        assertThat(autoscaler.getSpec())
                .isEqualTo(Map.of(
                        "scaleTargetRef",
                        Map.of("apiVersion", "trainer.kubeflow.org/v1alpha1", "kind", "TrainJob", "name", "mnist"),
                        "minReplicas",
                        2,
                        "maxReplicas",
                        6,
                        "metrics",
                        List.of(CPU)));
        assertThat(built.components()).extracting(Component::updatePolicy).containsExactly(UpdatePolicy.UNTIL_ENDED);
        assertThat(build(RuntimeInfos.torch().elastic(new ElasticPolicy(2, 6, null, List.of())), TrainJobs.mnist()))
                .isEqualTo(Components.none());
        assertThat(build(RuntimeInfos.torch(), TrainJobs.mnist())).isEqualTo(Components.none());
    }

    @Test
    @DisplayName(
            "ELASTIC-40, ELASTIC-42: no autoscaler while it is suspended, or where the number of pods cannot change")
    void noAutoscaler() {
        RuntimeInfos runtime = RuntimeInfos.torch().elastic(new ElasticPolicy(2, 6, null, List.of(CPU)));

        assertThat(build(runtime, TrainJobs.suspended()).components())
                .extracting(Component::updatePolicy)
                .containsExactly(UpdatePolicy.ABSENT);
        assertThat(build(runtime.fixedSize(), TrainJobs.mnist()).components())
                .extracting(Component::updatePolicy)
                .containsExactly(UpdatePolicy.ABSENT);
    }

    @Test
    @DisplayName("ELASTIC-43: an autoscaler of somebody else stays as it is, and the user is told")
    void foreignAutoscaler() {
        HorizontalPodAutoscaler foreign = new HorizontalPodAutoscaler();
        foreign.getMetadata().setName("mnist");
        RuntimeInfos runtime = RuntimeInfos.torch().elastic(new ElasticPolicy(2, 6, null, List.of(CPU)));

        Components built = build(Plugins.started(Map.of(), foreign), TrainJobs.mnist(), enforced(runtime));

        assertThat(built.components()).isEmpty();
        assertThat(built.events()).singleElement().satisfies(event -> {
            assertThat(event.reason()).isEqualTo("HPAConflict");
            assertThat(event.message())
                    .startsWith("HorizontalPodAutoscaler mnist belongs to somebody else, so the metrics");
        });
        foreign.getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withKind("TrainJob")
                        .withName("mnist")
                        .withUid("an earlier one")
                        .withController(true)
                        .build()));
        assertThat(build(Plugins.started(Map.of(), foreign), TrainJobs.mnist(), enforced(runtime))
                        .components())
                .as("that of an earlier TrainJob of this name is waited for by the host")
                .hasSize(1);
        assertThat(build(Plugins.started(Map.of(), foreign), TrainJobs.mnist(), enforced(runtime))
                        .events())
                .isEmpty();
    }

    @ParameterizedTest(name = "metrics {0}, resizable {1}")
    @CsvSource({"true, false, true", "true, true, false", "false, false, false"})
    @DisplayName(
            "ELASTIC-42: that metrics have no effect is said where there are any, and the number of pods cannot change")
    void metricsWithoutEffect(boolean metrics, boolean resizable, boolean warned) {
        RuntimeInfos runtime =
                RuntimeInfos.torch().elastic(new ElasticPolicy(2, 6, 1, metrics ? List.of(CPU) : List.of()));

        assertThat(Plugins.validate(TrainJobs.mnist(), (resizable ? runtime : runtime.fixedSize()).build()))
                .isEqualTo(
                        warned
                                ? new Validation(
                                        List.of(),
                                        List.of(
                                                "spec.runtimeRef: the metrics of mlPolicy.torch.elasticPolicy have no"
                                                        + " effect, because JobSet does not change the number of pods in this cluster"))
                                : Validation.OK);
    }

    @ParameterizedTest
    @CsvSource({"9, true", "1, true", "6, false", "2, false"})
    @DisplayName(
            "ELASTIC-35: a number of nodes that admission has not seen is brought between the bounds, and the user is told")
    void outOfBounds(int nodes, boolean told) {
        Components built = build(
                RuntimeInfos.torch()
                        .elastic(new ElasticPolicy(2, 6, null, List.of()))
                        .nodes(nodes),
                TrainJobs.mnist());

        assertThat(built.events())
                .extracting(WarningEvent::toString)
                .isEqualTo(
                        told
                                ? List.of(new WarningEvent(
                                                "ScaleOutOfRange",
                                                "spec.trainer.numNodes: Invalid value: " + nodes
                                                        + ": must be between 2 and 6, the bounds of the elastic policy of the runtime")
                                        .toString())
                                : List.of());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"--nnodes=2", "--nnodes 2", "--rdzv-backend=static", "--rdzv-backend etcd", "--standalone"})
    @DisplayName("ELASTIC-04: an option that beats the variables of torchrun is warned of")
    void contradictions(String option) {
        Validation validation = validate(option);

        assertThat(validation.errors()).isEmpty();
        assertThat(validation.warnings()).singleElement().asString().contains(option.split("[= ]")[0]);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "--nnodes=$(PET_NNODES)",
                "--nnodes $(TRAINER_NNODES)",
                "--nnodes=2:6",
                "--rdzv-backend=c10d",
                "--rdzv_backend c10d",
                "--max-restarts=3",
                "-- train.py --nnodes=1 --standalone",
                "train.py --nnodes=1 --rdzv-backend=static"
            })
    @DisplayName("ELASTIC-04: an option that says the same as the variables is fine, and so is one of the program")
    void sameAsTheVariables(String option) {
        assertThat(validate(option)).isEqualTo(Validation.OK);
    }

    private static Validation validate(String option) {
        RuntimeInfos runtime = RuntimeInfos.torch()
                .elastic(new ElasticPolicy(2, 6, 1, List.of()))
                .command("torchrun")
                .args((option + " train.py").split(" "));
        return Plugins.validate(Plugins.started(), TrainJobs.mnist(), runtime.build());
    }

    private static RuntimeInfo enforced(RuntimeInfos runtime) {
        RuntimeInfo info = runtime.build();
        Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);
        return info;
    }

    private static Components build(RuntimeInfos runtime, TrainJob trainJob) {
        return build(Plugins.started(), trainJob, enforced(runtime));
    }

    private static Components build(TorchPlugin plugin, TrainJob trainJob, RuntimeInfo info) {
        Uni<Components> built = plugin.build(new ComponentBuilder.Request(trainJob, info));
        return built.await().indefinitely();
    }

    private static HorizontalPodAutoscaler autoscaler(Components built) {
        return (HorizontalPodAutoscaler) built.components().get(0).object();
    }

    private static ContainerView trainer(RuntimeInfo info) {
        return info.trainerContainer().orElseThrow();
    }

    private static String value(EnvVar variable) {
        return variable.getValueFrom() == null ? variable.getValue() : "index";
    }
}

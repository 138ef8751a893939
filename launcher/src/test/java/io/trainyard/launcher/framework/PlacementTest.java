package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.plugins.flux.FluxPlugin;
import io.trainyard.plugins.jax.JaxPlugin;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.plugins.paddle.PaddlePlugin;
import io.trainyard.plugins.tensorflow.TensorFlowPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.plugins.xgboost.XgboostPlugin;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kubernetes' own ways to say where pods run, and on which devices, in every framework. */
@DisplayName("Where pods run")
final class PlacementTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Everything of a pod that schedulers and Kueue read. */
    private static final Map<String, Object> PLACEMENT = Tree.object(
            Yaml.parse(
                    """
            nodeSelector: {cloud.google.com/gke-nodepool: a3}
            tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
            affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: rack, labelSelector: {matchLabels: {a: b}}}]}}
            topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}]
            resourceClaims: [{name: gpus, resourceClaimTemplateName: eight-gpus}]
            priorityClassName: research
            runtimeClassName: nvidia
            schedulerName: other
            """));

    private static final Map<String, Object> ANNOTATIONS = Tree.object(
            Yaml.parse("{kueue.x-k8s.io/podset-required-topology: cloud.provider.com/topology-rack, a: b}"));
    private static final Map<String, Object> RESOURCES =
            Tree.object(Yaml.parse("{claims: [{name: gpus}], requests: {cpu: '2', example.com/nic: '1'}}"));

    /** Frameworks in which more than the nodes take part. */
    private static final Map<String, String> OTHER_JOBS =
            Map.of("mpi", "launcher", "tensorflow", "ps", "paddle", "master");

    private final TrainJobCompiler compiler = new TrainJobCompiler(new CompilerPlugins(
            List.of(
                    new PlainPlugin(),
                    new TorchPlugin(),
                    new MpiPlugin(),
                    new JaxPlugin(),
                    new XgboostPlugin(),
                    new TensorFlowPlugin(),
                    new PaddlePlugin(),
                    new FluxPlugin()),
            List.of(),
            List.of()));

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{}",
                "{torch: {}}",
                "{mpi: {}}",
                "{jax: {}}",
                "{xgboost: {}}",
                "{tensorflow: {}}",
                "{paddle: {}}",
                "{flux: {}}"
            })
    @DisplayName(
            "node selectors, tolerations, affinity, claims of devices and Kueue's topology reach the pods as the runtime has them (MLP-27)")
    void theRuntimesPlacementIsUntouched(String policy) {
        List<Map<String, Object>> jobs = compile(policy, PLACEMENT, ANNOTATIONS, "{trainer: {numNodes: 2}}");

        assertThat(jobs).isNotEmpty().allSatisfy(job -> {
            Map<String, Object> pod = Tree.child(job, "template", "spec", "template");
            assertThat(Tree.child(pod, "spec")).containsAllEntriesOf(PLACEMENT);
            assertThat(Tree.child(pod, "metadata", "annotations")).containsAllEntriesOf(ANNOTATIONS);
            assertThat(Tree.objects(pod, "spec", "containers").get(0)).containsEntry("resources", RESOURCES);
        });
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{}",
                "{torch: {}}",
                "{mpi: {}}",
                "{jax: {}}",
                "{xgboost: {}}",
                "{tensorflow: {}}",
                "{paddle: {}}",
                "{flux: {}}"
            })
    @DisplayName(
            "so does what Kueue and the user patch into a TrainJob, and a claim in its own resources stays beside those of the runtime (MLP-27)")
    void theTrainJobsPlacementIsUntouched(String policy) {
        List<Map<String, Object>> jobs = compile(
                policy,
                Map.of(),
                Map.of(),
                """
                labels: {kueue.x-k8s.io/queue-name: team}
                trainer: {numNodes: 2, resourcesPerNode: {limits: {example.com/nic: '1'}}}
                runtimePatches:
                  - manager: kueue.x-k8s.io/manager
                    trainingRuntimeSpec:
                      template:
                        spec:
                          replicatedJobs:
                            - name: node
                              template:
                                spec:
                                  template:
                                    metadata: {annotations: {kueue.x-k8s.io/podset-preferred-topology: block}}
                                    spec:
                                      nodeSelector: {flavor: spot}
                                      tolerations: [{key: spot, operator: Exists}]
                                      schedulingGates: [{name: kueue.x-k8s.io/topology}]
                """);

        Map<String, Object> node = jobs.stream()
                .filter(job -> "node".equals(job.get("name")))
                .findFirst()
                .orElseThrow();
        Map<String, Object> pod = Tree.child(node, "template", "spec", "template");
        assertThat(Tree.child(pod, "metadata", "annotations"))
                .containsEntry("kueue.x-k8s.io/podset-preferred-topology", "block");
        assertThat(Tree.child(pod, "spec"))
                .containsEntry("nodeSelector", Map.of("flavor", "spot"))
                .containsEntry("tolerations", List.of(Map.of("key", "spot", "operator", "Exists")))
                .containsEntry("schedulingGates", List.of(Map.of("name", "kueue.x-k8s.io/topology")));
        assertThat(Tree.list(Tree.objects(pod, "spec", "containers").get(0), "resources", "claims"))
                .isEqualTo(RESOURCES.get("claims"));
    }

    private List<Map<String, Object>> compile(
            String policy, Map<String, Object> podSpec, Map<String, Object> annotations, String trainJobSpec) {
        Map<String, Object> runtime = Tree.object(Yaml.parse(
                """
                metadata: {name: here}
                spec:
                  mlPolicy: %s
                  template:
                    spec:
                      replicatedJobs:
                        - {name: node, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {template: {metadata: {}, spec: {}}}}}
                """
                        .formatted(policy)));
        List<Object> jobs = Tree.list(runtime, "spec", "template", "spec", "replicatedJobs");
        OTHER_JOBS.forEach((framework, name) -> {
            if (policy.contains(framework)) {
                Map<String, Object> other = Tree.copy(Tree.object(jobs.get(0)));
                other.put("name", name);
                jobs.add(other);
            }
        });
        for (Object job : jobs) {
            Tree.put(Tree.object(job), annotations, "template", "spec", "template", "metadata", "annotations");
            Map<String, Object> spec = Tree.copy(podSpec);
            spec.put("containers", List.of(Map.of("name", "node", "image", "x", "resources", RESOURCES)));
            Tree.put(Tree.object(job), spec, "template", "spec", "template", "spec");
        }
        Map<String, Object> spec = Tree.object(Yaml.parse(trainJobSpec));
        spec.put("runtimeRef", Map.of("name", "here"));
        TrainJob trainJob = MAPPER.convertValue(
                Map.of("metadata", Map.of("name", "run", "namespace", "team"), "spec", spec), TrainJob.class);
        return compiler.compile(
                        trainJob, RuntimeDefinition.of(MAPPER.convertValue(runtime, ClusterTrainingRuntime.class)))
                .await()
                .indefinitely()
                .jobSet()
                .replicatedJobs();
    }
}

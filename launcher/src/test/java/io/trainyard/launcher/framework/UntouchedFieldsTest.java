package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.plugins.flux.FluxPlugin;
import io.trainyard.plugins.jax.JaxPlugin;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.plugins.paddle.PaddlePlugin;
import io.trainyard.plugins.tensorflow.TensorFlowPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.plugins.xgboost.XgboostPlugin;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kubernetes' own ways to place pods and to give them devices: no framework has a say in them. */
@DisplayName("With every framework")
final class UntouchedFieldsTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final List<EnforceMLPolicy> PLUGINS = List.of(
            new PlainPlugin(),
            new FluxPlugin(),
            new JaxPlugin(),
            new MpiPlugin(),
            new PaddlePlugin(),
            new TensorFlowPlugin(),
            new TorchPlugin(),
            new XgboostPlugin());

    private static final String POD =
            """
            metadata:
              labels: {team: vision}
              annotations: {kueue.x-k8s.io/podset-required-topology: cloud.provider.com/rack}
            spec:
              nodeSelector: {cloud.provider.com/rack: r1}
              tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]
              affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}}}
              topologySpreadConstraints: [{maxSkew: 1, topologyKey: host, whenUnsatisfiable: DoNotSchedule}]
              priorityClassName: high
              runtimeClassName: nvidia
              schedulingGates: [{name: kueue.x-k8s.io/topology}]
              resourceClaims: [{name: gpus, resourceClaimTemplateName: two-gpus}]
              containers:
                - name: node
                  image: train
                  command: [program]
                  resources: {claims: [{name: gpus}], limits: {cpu: "4"}}
            """;

    private static final List<String> FIELDS = List.of(
            "nodeSelector",
            "tolerations",
            "affinity",
            "topologySpreadConstraints",
            "priorityClassName",
            "runtimeClassName",
            "schedulingGates",
            "resourceClaims");

    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName(
            "node selectors, tolerations, resource claims, topology and gates of the runtime reach the pods as they are (PIPE-81, MLP-20)")
    @CsvSource(
            delimiter = '|',
            value = {
                "plain   | numNodes: 2          | node",
                "torch   | torch: {}            | node",
                "jax     | jax: {}              | node",
                "xgboost | xgboost: {}          | node",
                "mpi     | mpi: {}              | launcher, node",
                "flux    | flux: {}             | node",
                "paddle  | paddle: {}           | master, worker",
                "tf      | tensorflow: {}       | chief, ps, worker"
            })
    void reachThePods(String framework, String policy, String jobs) {
        for (Map<String, Object> job : compiled(policy, jobs, "")) {
            Map<String, Object> template = Tree.child(job, "template", "spec", "template");
            Map<String, Object> expected = Tree.object(YAML.unmarshal(POD, Map.class));
            for (String field : FIELDS) {
                assertThat(Tree.at(template, "spec", field))
                        .as("%s of %s", field, job.get("name"))
                        .isNotNull()
                        .isEqualTo(Tree.at(expected, "spec", field));
            }
            assertThat(template.get("metadata")).isEqualTo(expected.get("metadata"));
            assertThat(Tree.at(Tree.objects(template, "spec", "containers").get(0), "resources", "claims"))
                    .isEqualTo(List.of(Map.of("name", "gpus")));
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("what Kueue adds when it admits a job is added, and nothing is lost by it (PIPE-80)")
    @CsvSource(
            delimiter = '|',
            value = {
                "torch   | torch: {}            | node",
                "jax     | jax: {}              | node",
                "xgboost | xgboost: {}          | node",
                "mpi     | mpi: {}              | node, launcher",
                "flux    | flux: {}             | node",
                "paddle  | paddle: {}           | worker, master",
                "tf      | tensorflow: {}       | worker, ps"
            })
    void addedByKueue(String framework, String policy, String jobs) {
        String first = jobs.split(",")[0].strip();
        Map<String, Object> job = compiled(
                        policy,
                        jobs,
                        """
                          podTemplateOverrides:
                          - targetJobs: [{name: %s}]
                            metadata: {labels: {kueue.x-k8s.io/podset: %s}}
                            spec:
                              nodeSelector: {pool: spot}
                              tolerations: [{key: spot, operator: Exists}]
                        """
                                .formatted(first, first))
                .get(0);
        Map<String, Object> podSpec = Tree.child(job, "template", "spec", "template", "spec");

        assertThat(podSpec.get("nodeSelector")).isEqualTo(Map.of("cloud.provider.com/rack", "r1", "pool", "spot"));
        assertThat(Tree.objects(podSpec, "tolerations"))
                .extracting(toleration -> toleration.get("key"))
                .containsExactlyInAnyOrder("gpu", "spot");
        assertThat(podSpec.get("resourceClaims")).isNotNull();
    }

    private static List<Map<String, Object>> compiled(String policy, String jobs, String overrides) {
        StringBuilder replicatedJobs = new StringBuilder();
        for (String name : jobs.split(",")) {
            boolean trains = !name.strip().equals("launcher") || jobs.strip().startsWith("launcher");
            replicatedJobs
                    .append("      - name: ")
                    .append(name.strip())
                    .append("\n        template:\n")
                    .append(
                            trains
                                    ? "          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}\n"
                                    : "")
                    .append("          spec:\n            template:\n")
                    .append(POD.indent(14));
        }
        ClusterTrainingRuntime runtime = YAML.unmarshal(
                "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: r}\nspec:\n  mlPolicy: {"
                        + policy.strip() + "}\n  template:\n    spec:\n      replicatedJobs:\n" + replicatedJobs,
                ClusterTrainingRuntime.class);
        TrainJob job = YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: job, namespace: team, uid: "1"}
                spec:
                  runtimeRef: {name: r}
                  trainer: {numNodes: 2}
                """
                        + overrides,
                TrainJob.class);
        return new TrainJobCompiler(new CompilerPlugins(PLUGINS, List.of(), List.of()))
                .compile(job, RuntimeDefinition.of(runtime))
                .await()
                .indefinitely()
                .jobSet()
                .replicatedJobs();
    }
}

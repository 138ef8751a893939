package io.trainyard.plugins.torch;

import io.trainyard.tck.PluginTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract of a plugin, which ours keeps like any other. */
final class TorchTckTest {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: torch-distributed}
            spec:
              mlPolicy: {numNodes: 2, torch: {numProcPerNode: auto}}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/torch}]}}}
            """;
    /** One with an autoscaler. */
    private static final String ELASTIC_RUNTIME = RUNTIME.replace(
            "mlPolicy: {numNodes: 2, torch: {numProcPerNode: auto}}",
            "mlPolicy: {torch: {elasticPolicy: {minNodes: 2, maxNodes: 6, maxRestarts: 3, metrics: [{type: Resource, resource: {name:"
                    + " cpu, target: {type: Utilization, averageUtilization: 70}}}]}}}");

    static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: mnist, namespace: team-a}
            spec:
              runtimeRef: {name: torch-distributed}
              trainer:
                numNodes: 4
                command: [torchrun, train.py]
                resourcesPerNode: {limits: {nvidia.com/gpu: "8"}}
            """;

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return Stream.concat(
                kit(PluginTck.of(TorchPlugin::new)).tests(),
                kit(PluginTck.of(TorchPlugin::new), ELASTIC_RUNTIME).tests());
    }

    static PluginTck kit(PluginTck tck) {
        return kit(tck, RUNTIME);
    }

    private static PluginTck kit(PluginTck tck, String runtime) {
        return tck.builtIn()
                .sample(runtime, TRAIN_JOB)
                .mistake(runtime, TRAIN_JOB + "    env: [{name: PET_NNODES, value: \"3\"}]\n");
    }
}

package io.trainyard.plugins.tensorflow;

import io.trainyard.tck.PluginTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract of a plugin, which ours keeps like any other. */
final class TensorFlowTckTest {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: tensorflow-distributed}
            spec:
              mlPolicy: {numNodes: 2, tensorflow: {}}
              template:
                spec:
                  replicatedJobs:
                    - name: chief
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/train}]}}}
                    - name: ps
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {parallelism: 2, template: {spec: {containers: [{name: node, image: example.com/train}]}}}
                    - name: worker
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/train}]}}}
            """;
    static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: wave, namespace: team-a}
            spec:
              runtimeRef: {name: tensorflow-distributed}
              trainer:
                numNodes: 4
                command: [python, train.py]
                resourcesPerNode: {limits: {nvidia.com/gpu: "8"}}
            """;

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return kit(PluginTck.of(TensorFlowPlugin::new)).tests();
    }

    static PluginTck kit(PluginTck tck) {
        return tck.builtIn()
                .sample(RUNTIME, TRAIN_JOB)
                .mistake(RUNTIME, TRAIN_JOB + "    env: [{name: TF_CONFIG, value: \"{}\"}]\n");
    }
}

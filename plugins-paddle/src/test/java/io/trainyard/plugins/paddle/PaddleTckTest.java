package io.trainyard.plugins.paddle;

import io.trainyard.tck.PluginTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract of a plugin, which ours keeps like any other. */
final class PaddleTckTest {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: paddle-distributed}
            spec:
              mlPolicy: {numNodes: 2, paddle: {}}
              template:
                spec:
                  replicatedJobs:
                    - name: node
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
              runtimeRef: {name: paddle-distributed}
              trainer:
                numNodes: 4
                command: [python, -m, paddle.distributed.launch, train.py]
                resourcesPerNode: {limits: {nvidia.com/gpu: "8"}}
            """;

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return kit(PluginTck.of(PaddlePlugin::new)).tests();
    }

    static PluginTck kit(PluginTck tck) {
        return tck.builtIn()
                .sample(RUNTIME, TRAIN_JOB)
                .mistake(RUNTIME, TRAIN_JOB + "    env: [{name: PADDLE_MASTER, value: \"x\"}]\n");
    }
}

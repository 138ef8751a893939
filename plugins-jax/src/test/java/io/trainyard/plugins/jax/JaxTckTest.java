package io.trainyard.plugins.jax;

import io.trainyard.tck.PluginTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract of a plugin, which ours keeps like any other. */
final class JaxTckTest {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: jax-distributed}
            spec:
              mlPolicy: {numNodes: 2, jax: {}}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/jax}]}}}
            """;
    static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: mesh, namespace: team-a}
            spec:
              runtimeRef: {name: jax-distributed}
              trainer:
                command: [python, train.py]
                resourcesPerNode: {limits: {nvidia.com/gpu: "8"}}
            """;

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return kit(PluginTck.of(JaxPlugin::new)).tests();
    }

    static PluginTck kit(PluginTck tck) {
        return tck.builtIn()
                .sample(RUNTIME, TRAIN_JOB + "    numNodes: 4\n")
                .mistake(RUNTIME, TRAIN_JOB + "    numNodes: -1\n");
    }
}

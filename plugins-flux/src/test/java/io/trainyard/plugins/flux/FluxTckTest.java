package io.trainyard.plugins.flux;

import io.trainyard.tck.PluginTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract of a plugin, which ours keeps like any other. */
final class FluxTckTest {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: flux-distributed}
            spec:
              mlPolicy: {numNodes: 2, flux: {numProcPerNode: 2}}
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
              runtimeRef: {name: flux-distributed}
              trainer:
                numNodes: 4
                command: [lmp, -in, data]
                resourcesPerNode: {limits: {nvidia.com/gpu: "8"}}
            """;

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return kit(PluginTck.of(FluxPlugin::new)).tests();
    }

    static PluginTck kit(PluginTck tck) {
        return tck.builtIn().sample(RUNTIME, TRAIN_JOB).mistake(RUNTIME, TRAIN_JOB + "    numProcPerNode: auto\n");
    }
}

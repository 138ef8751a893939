package io.trainyard.plugins.xgboost;

import io.trainyard.tck.PluginTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract of a plugin, which ours keeps like any other. */
final class XgboostTckTest {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: xgboost-distributed}
            spec:
              mlPolicy: {numNodes: 2, xgboost: {}}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/xgboost}]}}}
            """;
    static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: boost, namespace: team-a}
            spec:
              runtimeRef: {name: xgboost-distributed}
              trainer:
                command: [python, train.py]
                resourcesPerNode: {limits: {nvidia.com/gpu: "8"}}
            """;

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return kit(PluginTck.of(XgboostPlugin::new)).tests();
    }

    static PluginTck kit(PluginTck tck) {
        return tck.builtIn()
                .sample(RUNTIME, TRAIN_JOB + "    numNodes: 4\n")
                .mistake(RUNTIME, TRAIN_JOB + "    numProcPerNode: many\n")
                .mistake(RUNTIME, TRAIN_JOB + "    env: [{name: DMLC_TASK_ID, value: \"3\"}]\n");
    }
}

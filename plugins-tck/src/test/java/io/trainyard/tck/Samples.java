package io.trainyard.tck;

/** A runtime and a TrainJob for plugins named {@code acme}. */
public final class Samples {
    public static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: fabric}
            spec:
              mlPolicy: {numNodes: 2, plugin: {name: acme, parameters: {lanes: 4}}}
              podGroupPolicy: {plugin: {name: a-scheduler}}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/train}]}}}
            """;
    public static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: demo, namespace: team-a}
            spec: {runtimeRef: {name: fabric}, trainer: {numNodes: 3}}
            """;

    private Samples() {}
}

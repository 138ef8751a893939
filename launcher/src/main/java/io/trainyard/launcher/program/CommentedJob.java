package io.trainyard.launcher.program;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.YamlWriter;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The TrainJob of a script for somebody who has never seen one: each field is explained, and what he may need next stands there as comments. A field
 * that is commented out begins right behind the sign. Pure.
 */
public final class CommentedJob {
    private CommentedJob() {}

    /**
     * The text of the file.
     *
     * @param job made from the script
     * @param group what each node of two starts
     * @param file name of the file that is written
     */
    public static String text(ProgramJob job, String group, String file) {
        Map<String, Object> trainer = job.trainer();
        String image = trainer.containsKey("image")
                ? field(trainer, "image")
                : "    #image: registry.example/" + job.name() + ":1\n";
        boolean torch = job.program().framework() == Framework.TORCH;
        String processes =
                trainer.containsKey("numProcPerNode") ? field(trainer, "numProcPerNode") : "    #numProcPerNode: 2\n";
        String variables = trainer.containsKey("env")
                ? field(trainer, "env")
                : """
                    #env:
                    #- name: OMP_NUM_THREADS
                    #  value: "1"
                    #- name: HF_TOKEN
                    #  valueFrom:
                    #    secretKeyRef:
                    #      name: hf-token
                    #      key: token
                """;
        String resources = trainer.containsKey("resourcesPerNode")
                ? field(trainer, "resourcesPerNode")
                : """
                    #resourcesPerNode:
                    #  requests:
                    #    cpu: 4
                    #    memory: 16Gi
                    #  limits:
                    #    memory: 16Gi
                    #    nvidia.com/gpu: 1
                """;
        return TEXT.replace("{title}", job.program().title())
                .replace("{file}", file)
                .replace("{reason}", job.reason())
                .replace("{name}", job.name())
                .replace("{runtime}", job.runtime())
                .replace("{withData}", torch ? "torch-with-data" : "plain-with-data")
                .replace("{group}", group)
                .replace("{nodes}", String.valueOf(trainer.getOrDefault("numNodes", 1)))
                .replace("{image}\n", image)
                .replace("{processes}\n", processes)
                .replace("{command}\n", field(trainer, "command"))
                .replace("{variables}\n", variables)
                .replace("{resources}\n", resources);
    }

    private static String field(Map<String, Object> trainer, String name) {
        return YamlWriter.write(Tree.of(name, Objects.requireNonNull(trainer.get(name))))
                .lines()
                .map(line -> "    " + line + "\n")
                .collect(Collectors.joining());
    }

    private static final String TEXT =
            """
            # A TrainJob for {title}: how it is trained on several nodes. It runs as it is:
            #
            #   trainyard run {file}                  on this machine
            #   trainyard render {file}               shows what it becomes in a cluster
            #   kubectl apply -f {file}               in a cluster, once the program is part of the image
            #
            # What is commented out shows what else can be said: remove the sign # to say it.
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata:
              # A cluster has one TrainJob of a name in each namespace; its pods are called {name}-node-0-0-…
              name: {name}
              annotations:
                # On this machine it sees files, variables and servers as your shell does; run --isolate gives it what a pod has.
                trainyard.dev/program: "true"
            spec:
              # The template that the job starts from; 'trainyard runtimes' lists them all. This one because {reason}.
              runtimeRef:
                name: {runtime}

              # The job is stopped after so many seconds, however far it is.
              #activeDeadlineSeconds: 86400

              # Wait before the first pod starts, until somebody says false; queues such as Kueue set it themselves.
              #suspend: false

              # What is fetched before training: data to /workspace/dataset, a model to /workspace/model. The runtime must be one
              # that fetches, such as {withData}. Where it may come from: s3://, gs://, hf://, https://, pvc://, file://.
              #initializer:
              #  dataset:
              #    storageUri: hf://tatsu-lab/alpaca
              #  model:
              #    storageUri: s3://my-bucket/my-model

              trainer:
                # How many pods train together; 'trainyard run --nodes 2' overrides it. With 2, 'trainyard run' starts '{group}'
                # on each; for a cluster write that as the command, too.
                numNodes: {nodes}

                # How many processes run on each node, for a launcher that starts them: a number, or for PyTorch auto, which is one for
                # each GPU, or for each requested CPU where there is none. Without it, the command is one process.
            {processes}

                # What each node starts. Relative paths begin in the folder of this file, in a cluster in that of the image.
            {command}

                # More words for the program; 'trainyard run {file} -- --epochs 1' puts others in their place.
                #args:
                #- --epochs=10

                # The image with the program and its packages; without it, that of the runtime. Not used by 'trainyard run'.
            {image}

                # Variables of the program's environment. What is secret stands in a Secret of the cluster, not here.
            {variables}

                # What each node needs. Memory beyond its limit ends the program; GPUs count as limits alone.
            {resources}

              # Where results go: a volume claim of the cluster, mounted in all pods of the replicated job that trains. On this machine a
              # claim is a folder below .trainyard/pvc, or the folder that 'trainyard run --mount results=FOLDER' names.
              #runtimePatches:
              #- manager: example.com/results
              #  trainingRuntimeSpec:
              #    template:
              #      spec:
              #        replicatedJobs:
              #        - name: node
              #          template:
              #            spec:
              #              template:
              #                spec:
              #                  volumes:
              #                  - name: results
              #                    persistentVolumeClaim:
              #                      claimName: results
              #                  containers:
              #                  - name: node
              #                    volumeMounts:
              #                    - name: results
              #                      mountPath: /results
            """;
}

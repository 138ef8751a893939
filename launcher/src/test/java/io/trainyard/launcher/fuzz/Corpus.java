package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Good objects to begin with: the examples, the shipped runtimes, those of the decision tables, and the conformance cases where {@code
 * -Dconformance.cases} says where they are.
 *
 * @param pairs TrainJobs, each with a runtime that it fits
 */
record Corpus(List<Pair> pairs) {
    static final String NAMESPACE = "default";

    /** Everything that one TrainJob and its runtime can say, more or less. */
    private static final String EVERYTHING =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: everything}
            spec:
              mlPolicy: {numNodes: 2, torch: {numProcPerNode: auto, elasticPolicy: {minNodes: 1, maxNodes: 4}}}
              podGroupPolicy: {coscheduling: {scheduleTimeoutSeconds: 60}}
              template:
                metadata: {labels: {a: b}, annotations: {c: d}}
                spec:
                  network: {enableDNSHostnames: true, publishNotReadyAddresses: true}
                  successPolicy: {operator: All, targetReplicatedJobs: [node]}
                  failurePolicy: {maxRestarts: 3, rules: [{name: r, action: FailJobSet, onJobFailureReasons: [PodFailurePolicy]}]}
                  volumeClaimPolicies: [{templates: [{metadata: {name: claims}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}]
                  replicatedJobs:
                  - name: dataset-initializer
                    template: &initializer
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                      spec: {template: {spec: {restartPolicy: OnFailure, containers: [{name: dataset-initializer, image: i, volumeMounts: [{name: initializer, mountPath: /workspace}]}], volumes: [{name: initializer, emptyDir: {sizeLimit: 1Gi}}]}}}
                  - name: node
                    dependsOn: [{name: dataset-initializer, status: Complete}]
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                      spec:
                        backoffLimit: 2
                        template:
                          metadata: {annotations: {e: f}}
                          spec:
                            restartPolicy: Never
                            terminationGracePeriodSeconds: 30
                            nodeSelector: {zone: a}
                            tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]
                            initContainers: [{name: prepare, image: p, command: [true]}]
                            containers:
                            - name: node
                              image: t
                              command: [torchrun, train.py]
                              args: [--epochs, '3']
                              env: [{name: A, value: b}, {name: P, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
                              ports: [{containerPort: 29500, name: rdzv, protocol: TCP}]
                              resources: {requests: {cpu: 4, memory: 8Gi}, limits: {memory: 8Gi, nvidia.com/gpu: 8}}
                              volumeMounts: [{name: disk, mountPath: /d, readOnly: true}]
                              livenessProbe: {httpGet: {port: 80}}
                            - {name: sidecar, image: s, resources: {limits: {cpu: 100m}}}
                            volumes: [{name: disk, emptyDir: {}}, {name: secret, secret: {secretName: s}}]
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: everything, labels: {a: b}}
            spec:
              runtimeRef: {name: everything, kind: TrainingRuntime, apiGroup: trainer.kubeflow.org}
              suspend: false
              initializer: {dataset: {storageUri: 's3://a/b', env: [{name: A, value: b}], secretRef: {name: s}}}
              trainer: {image: i, command: [a], args: [b], numNodes: 2, numProcPerNode: 2, env: [{name: A, value: c}], resourcesPerNode: {requests: {cpu: 4}, limits: {cpu: 8, memory: 1Gi}}}
              labels: {a: b}
              annotations: {c: d}
              managedBy: trainer.kubeflow.org/trainjob-controller
              activeDeadlineSeconds: 500
              podTemplateOverrides:
              - {targetJobs: [{name: node}], metadata: {labels: {a: b}}, spec: {serviceAccountName: x, nodeSelector: {a: b}, tolerations: [{key: a}], volumes: [{name: v, emptyDir: {}}], containers: [{name: sidecar, env: [{name: E, value: f}], volumeMounts: [{name: v, mountPath: /a}]}]}}
              runtimePatches:
              - {manager: a.io/x, trainingRuntimeSpec: {template: {metadata: {labels: {g: h}}, spec: {replicatedJobs: [{name: node, template: {metadata: {labels: {a: b}}, spec: {template: {metadata: {annotations: {a: b}}, spec: {schedulingGates: [{name: a.io/g}]}}}}}]}}}}
            """;

    /**
     * A TrainJob and its runtime.
     *
     * @param runtime of either kind
     */
    record Pair(Map<String, Object> runtime, Map<String, Object> trainJob) {}

    /** The examples and the shipped runtimes alone, all of which are right. */
    static Corpus shipped() {
        List<Map<String, Object>> shipped = new ArrayList<>(in(Path.of("../deploy/runtimes")));
        shipped.addAll(in(Path.of("../examples")));
        List<Pair> pairs = new ArrayList<>(of(shipped));
        shipped.stream().filter(Corpus::isRuntime).forEach(runtime -> pairs.add(new Pair(runtime, jobOf(runtime))));
        return new Corpus(List.copyOf(pairs));
    }

    static Corpus load() {
        List<Pair> pairs = new ArrayList<>(of(documents(EVERYTHING)));
        pairs.addAll(shipped().pairs());
        pairs.addAll(decisions());
        Path cases = Path.of(System.getProperty("conformance.cases", "none"), "cases");
        if (Files.isDirectory(cases)) {
            folders(cases).forEach(folder -> pairs.addAll(of(in(folder.resolve("input")))));
        }
        return new Corpus(List.copyOf(pairs));
    }

    /** All of them, one by one. */
    List<Map<String, Object>> objects() {
        return pairs.stream()
                .flatMap(pair -> Stream.of(pair.runtime(), pair.trainJob()))
                .toList();
    }

    private static List<Pair> of(List<Map<String, Object>> objects) {
        Map<String, Map<String, Object>> runtimes = new LinkedHashMap<>();
        objects.stream()
                .filter(Corpus::isRuntime)
                .forEach(runtime -> runtimes.put(Tree.text(runtime, "metadata", "name"), runtime));
        List<Pair> pairs = new ArrayList<>();
        objects.stream().filter(object -> "TrainJob".equals(object.get("kind"))).forEach(trainJob -> {
            Map<String, Object> runtime = runtimes.get(Tree.text(trainJob, "spec", "runtimeRef", "name"));
            if (runtime != null) {
                pairs.add(new Pair(runtime, trainJob));
            }
        });
        return pairs;
    }

    private static List<Pair> decisions() {
        try (var in = Corpus.class.getResourceAsStream("/admission/decisions.yaml")) {
            Map<String, Object> file =
                    Tree.child(Yaml.parse(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)));
            List<Pair> pairs = new ArrayList<>();
            for (Map<String, Object> row : Tree.objects(file, "create")) {
                String name = row.get("runtime") instanceof String named
                        ? named
                        : Tree.string(row, "spec", "runtimeRef", "name").orElse("plain");
                Map<String, Object> spec = Tree.child(file, "runtimes", name);
                if (!spec.isEmpty()) {
                    Map<String, Object> runtime = Tree.of(
                            "apiVersion",
                            "trainer.kubeflow.org/v1alpha1",
                            "kind",
                            "TrainingRuntime",
                            "metadata",
                            Tree.of("name", name),
                            "spec",
                            Tree.copyOf(spec));
                    Map<String, Object> trainJob = jobOf(runtime);
                    Tree.child(row, "spec")
                            .forEach((key, value) -> Tree.put(trainJob, Tree.copyOf(value), "spec", key));
                    Tree.put(trainJob, Tree.of("name", name, "kind", "TrainingRuntime"), "spec", "runtimeRef");
                    pairs.add(new Pair(runtime, trainJob));
                }
            }
            return pairs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> jobOf(Map<String, Object> runtime) {
        return Tree.of(
                "apiVersion",
                "trainer.kubeflow.org/v1alpha1",
                "kind",
                "TrainJob",
                "metadata",
                Tree.of("name", "demo"),
                "spec",
                Tree.of(
                        "runtimeRef",
                                Tree.of("name", Tree.text(runtime, "metadata", "name"), "kind", runtime.get("kind")),
                        "trainer", Tree.of("image", "example.com/train", "numNodes", 2L)));
    }

    private static boolean isRuntime(Map<String, Object> object) {
        return Tree.text(object, "kind").endsWith("TrainingRuntime");
    }

    private static List<Path> folders(Path folder) {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Map<String, Object>> in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(folder)) {
            List<Map<String, Object>> objects = new ArrayList<>();
            for (Path file : found.filter(path -> path.toString().endsWith(".yaml"))
                    .filter(path -> !path.toString().contains("target"))
                    .sorted()
                    .toList()) {
                objects.addAll(documents(Files.readString(file)));
            }
            return objects;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Map<String, Object>> documents(String yaml) {
        try {
            List<Map<String, Object>> objects = new ArrayList<>();
            for (Object document : Yaml.parseAll(yaml)) {
                if (document instanceof Map<?, ?> map) {
                    objects.add(Tree.object(map));
                }
            }
            return objects;
        } catch (MalformedTextException notForUs) {
            // A case about a file that is no YAML.
            return List.of();
        }
    }
}

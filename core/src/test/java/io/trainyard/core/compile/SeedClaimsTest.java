package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.container;
import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.replicatedJob;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences of the documents that users know, and what they promise about the JobSet; the table of all of them is design note 0005. */
@DisplayName("What users have read")
final class SeedClaimsTest {
    private static final String NODE = job(
            "node",
            "trainer",
            "{initContainers: [{name: setup, image: s}], containers: [{name: node, image: r, command: [c], args: [a],"
                    + " env: [{name: LOGLEVEL, value: INFO}], resources: {limits: {cpu: 4}}}], restartPolicy: OnFailure}");
    private static final String DATASET = job(
            "dataset-initializer",
            "dataset-initializer",
            "{containers: [{name: dataset-initializer, image: i, env: [{name: STORAGE_TYPE, value: s3}]}]}");
    private static final String MODEL =
            job("model-initializer", "model-initializer", "{containers: [{name: model-initializer, image: i}]}");
    private static final String MONITORING =
            job("monitoring", "{containers: [{name: node, image: m, command: [watch]}]}");

    private static Map<String, Object> jobSet(String trainJobSpec, String jobSetTemplate) {
        TrainJob trainJob = trainJob("demo", "{runtimeRef: {name: plain}, " + trainJobSpec.substring(1));
        return new Compilation().jobSet(trainJob, "{mlPolicy: {numNodes: 2}, template: " + jobSetTemplate + "}");
    }

    private static Map<String, Object> jobSet(String trainJobSpec) {
        return jobSet(
                trainJobSpec,
                "{metadata: {labels: {team: runtime, version: v2.7}, annotations: {owner: runtime}}, spec: {failurePolicy:"
                        + " {maxRestarts: 3}, successPolicy: {operator: All, targetReplicatedJobs: [node]}, network:"
                        + " {publishNotReadyAddresses: true, enableDNSHostnames: true}, replicatedJobs: [" + DATASET
                        + ", "
                        + MODEL + ", " + NODE + ", " + MONITORING + "]}}");
    }

    private static Map<String, Object> podSpec(Map<String, Object> jobSet, String job) {
        return Tree.child(PodTrees.podSpec(replicatedJob(jobSet, job)));
    }

    @Nested
    @DisplayName("in the CRD reference (seeds 000 and 002)")
    final class Reference {
        @Test
        @DisplayName(
                "2.1, 3.3.3: labels and annotations of the spec go to the JobSet and its Jobs; the job's value wins (API-184)")
        void labelsGoToTheJobSetAndItsJobs() {
            Map<String, Object> jobSet = jobSet("{labels: {team: ml, project: p}, annotations: {owner: john}}");

            assertThat(Tree.child(jobSet, "metadata", "labels"))
                    .containsAllEntriesOf(tree("{team: ml, project: p, version: v2.7}"));
            assertThat(Tree.child(jobSet, "metadata", "annotations")).containsAllEntriesOf(tree("{owner: john}"));
            for (String job : new String[] {"dataset-initializer", "node", "monitoring"}) {
                assertThat(Tree.child(replicatedJob(jobSet, job), "template", "metadata", "labels"))
                        .as(job)
                        .containsAllEntriesOf(tree("{team: ml, project: p}"));
                assertThat(Tree.child(replicatedJob(jobSet, job), "template", "spec", "template"))
                        .as("pods of " + job)
                        .doesNotContainKey("metadata");
            }
        }

        @Test
        @DisplayName("3.3.3: labels of the TrainJob itself stay on the TrainJob")
        void labelsOfTheTrainJobStayThere() {
            TrainJob trainJob = trainJob("demo", "{runtimeRef: {name: plain}}");
            trainJob.getMetadata().setLabels(Map.of("app", "training"));

            assertThat(Tree.child(new Compilation().jobSet(trainJob, Compilation.runtime(NODE)), "metadata"))
                    .doesNotContainKey("labels");
        }

        @Test
        @DisplayName("2.1: of several overrides a later one wins, and only the jobs that it names change (PIPE-44)")
        void laterOverridesWin() {
            Map<String, Object> jobSet = jobSet(
                    """
                    {podTemplateOverrides: [
                      {targetJobs: [{name: node}], metadata: {labels: {a: one}, annotations: {b: one}}, spec: {serviceAccountName: one, nodeSelector: {pool: one}}},
                      {targetJobs: [{name: node}], metadata: {labels: {a: two}}, spec: {serviceAccountName: two, nodeSelector: {zone: two}}}]}
                    """
                            .strip());

            assertThat(podSpec(jobSet, "node"))
                    .containsEntry("serviceAccountName", "two")
                    .containsEntry("nodeSelector", tree("{pool: one, zone: two}"));
            assertThat(Tree.child(replicatedJob(jobSet, "node"), "template", "spec", "template", "metadata"))
                    .isEqualTo(tree("{labels: {a: two}, annotations: {b: one}}"));
            assertThat(podSpec(jobSet, "monitoring")).doesNotContainKeys("serviceAccountName", "nodeSelector");
        }

        @Test
        @DisplayName("2.1: containers and init containers of the runtime get variables and mounts by name")
        void overridesReachInitContainers() {
            Map<String, Object> spec = podSpec(
                    jobSet(
                            """
                            {podTemplateOverrides: [{targetJobs: [{name: node}], spec: {
                              initContainers: [{name: setup, env: [{name: SETUP_MODE, value: distributed}], volumeMounts: [{name: workspace, mountPath: /workspace}]}],
                              volumes: [{name: workspace, persistentVolumeClaim: {claimName: c}}], schedulingGates: [{name: g}], imagePullSecrets: [{name: s}]}}]}
                            """
                                    .strip()),
                    "node");

            assertThat(Tree.objects(spec, "initContainers"))
                    .containsExactly(
                            tree(
                                    "{name: setup, image: s, env: [{name: SETUP_MODE, value: distributed}], volumeMounts: [{name: workspace, mountPath: /workspace}]}"));
            assertThat(spec)
                    .containsEntry("schedulingGates", Tree.list(tree("{x: [{name: g}]}"), "x"))
                    .containsEntry("imagePullSecrets", Tree.list(tree("{x: [{name: s}]}"), "x"));
        }

        @Test
        @DisplayName("3.1: image, command and resources of the runtime are what the TrainJob does not say")
        void theTrainerOverridesTheRuntime() {
            assertThat(container(jobSet("{trainer: {image: mine, command: [go]}}"), "node"))
                    .containsEntry("image", "mine")
                    .containsEntry("command", Tree.list(tree("{x: [go]}"), "x"))
                    .containsEntry("args", Tree.list(tree("{x: [a]}"), "x"))
                    .containsEntry("env", Tree.list(tree("{x: [{name: LOGLEVEL, value: INFO}]}"), "x"));
        }

        @ParameterizedTest(name = "{0}: {1}")
        @CsvSource(
                delimiter = '|',
                textBlock =
                        """
                        {}                        | 2
                        {trainer: {numNodes: 5}}  | 5
                        """)
        @DisplayName(
                "3.1: the number of nodes is the TrainJob's, else the policy's; replicas of the job stay 1 (PIPE-23)")
        void nodesComeFromPolicyOrJob(String spec, int nodes) {
            Map<String, Object> node = replicatedJob(jobSet(spec), "node");

            assertThat(node).containsEntry("replicas", 1);
            assertThat(Tree.child(node, "template", "spec"))
                    .containsEntry("parallelism", nodes)
                    .containsEntry("completions", nodes);
        }

        @Test
        @DisplayName("3.1: failure policy, success policy and network are the runtime's (JOBSET-04)")
        void policiesPassThrough() {
            assertThat(Tree.child(jobSet("{}"), "spec"))
                    .containsEntry("failurePolicy", tree("{maxRestarts: 3}"))
                    .containsEntry("successPolicy", tree("{operator: All, targetReplicatedJobs: [node]}"))
                    .containsEntry("network", tree("{publishNotReadyAddresses: true, enableDNSHostnames: true}"));
        }

        @Test
        @DisplayName(
                "3.3.2: a job without the label runs exactly as the runtime defines it, even with a container named node (API-171)")
        void anUnlabelledJobIsLeftAlone() {
            Map<String, Object> jobSet = jobSet("{trainer: {image: mine, numNodes: 7, env: [{name: A, value: b}]}}");

            assertThat(podSpec(jobSet, "monitoring"))
                    .isEqualTo(tree("{containers: [{name: node, image: m, command: [watch]}]}"));
        }

        @Test
        @DisplayName(
                "3.3.2, 4.2: the label joins an initializer to its part of the TrainJob; variables are merged (PIPE-51, API-170)")
        void initializersGetTheirPart() {
            Map<String, Object> jobSet = jobSet(
                    "{initializer: {dataset: {storageUri: 's3://b/d', env: [{name: AWS_REGION, value: w}], secretRef: {name: s}},"
                            + " model: {storageUri: 'hf://m'}}}");

            assertThat(container(jobSet, "dataset-initializer"))
                    .isEqualTo(
                            tree(
                                    "{name: dataset-initializer, image: i, env: [{name: STORAGE_TYPE, value: s3}, {name: STORAGE_URI, value: 's3://b/d'}, {name: AWS_REGION, value: w}], envFrom: [{secretRef: {name: s}}]}"));
            assertThat(container(jobSet, "model-initializer"))
                    .isEqualTo(
                            tree("{name: model-initializer, image: i, env: [{name: STORAGE_URI, value: 'hf://m'}]}"));
        }

        @Test
        @DisplayName("2.1: suspend is false unless somebody says so")
        void suspendIsFalseByDefault() {
            assertThat(Tree.child(jobSet("{}"), "spec")).doesNotContainEntry("suspend", true);
            assertThat(Tree.child(jobSet("{suspend: true}"), "spec")).containsEntry("suspend", true);
        }
    }

    @Nested
    @DisplayName("in the overview (seed 001)")
    final class Overview {
        @Test
        @DisplayName("3.2.4: a pod failure policy of the runtime reaches the Job (JOBSET-04)")
        void podFailurePolicies() {
            String policy = "{rules: [{action: FailJob, onExitCodes: {operator: In, values: [42]}}]}";
            Map<String, Object> jobSet = jobSet(
                    "{}",
                    "{spec: {replicatedJobs: ["
                            + NODE.replace("spec: {template", "spec: {podFailurePolicy: " + policy + ", template")
                            + "]}}");

            assertThat(Tree.child(replicatedJob(jobSet, "node"), "template", "spec", "podFailurePolicy"))
                    .isEqualTo(tree(policy));
        }

        @Test
        @DisplayName(
                "2.3.2: the label on the pod template and a container called trainer do the same (API-176, API-177)")
        void theOlderForm() {
            Map<String, Object> jobSet = jobSet(
                    "{trainer: {image: mine, numNodes: 5}}",
                    "{spec: {replicatedJobs: [{name: node, template: {spec: {template: {metadata: {labels:"
                            + " {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {containers: [{name: trainer, image: r}]}}}}}]}}");

            assertThat(container(jobSet, "node"))
                    .containsEntry("name", "trainer")
                    .containsEntry("image", "mine");
            assertThat(Tree.child(replicatedJob(jobSet, "node"), "template", "spec"))
                    .containsEntry("parallelism", 5);
        }

        @Test
        @DisplayName("3.2.3: data are loaded once: an initializer is one pod, however many nodes train")
        void initializersRunOnce() {
            Map<String, Object> initializer = replicatedJob(jobSet("{trainer: {numNodes: 64}}"), "dataset-initializer");

            assertThat(initializer).containsEntry("replicas", 1);
            assertThat(Tree.child(initializer, "template", "spec").getOrDefault("parallelism", 1))
                    .isEqualTo(1);
        }
    }

    @Nested
    @DisplayName("in the guide for runtimes (seed 003)")
    final class Guide {
        @Test
        @DisplayName("jobs wait for the initializers that they depend on (JOBSET-04)")
        void dependenciesPassThrough() {
            Map<String, Object> jobSet = jobSet(
                    "{}",
                    "{spec: {replicatedJobs: [" + DATASET + ", "
                            + MODEL.replace(
                                    "template: {metadata",
                                    "dependsOn: [{name: dataset-initializer, status: Complete}], template: {metadata")
                            + ", "
                            + NODE.replace(
                                    "template: {metadata",
                                    "dependsOn: [{name: model-initializer, status: Complete}], template: {metadata")
                            + "]}}");

            assertThat(Tree.objects(replicatedJob(jobSet, "model-initializer"), "dependsOn"))
                    .containsExactly(tree("{name: dataset-initializer, status: Complete}"));
            assertThat(Tree.objects(replicatedJob(jobSet, "node"), "dependsOn"))
                    .containsExactly(tree("{name: model-initializer, status: Complete}"));
        }
    }
}

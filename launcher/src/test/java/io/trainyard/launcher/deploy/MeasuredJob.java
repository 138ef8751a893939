package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A TrainJob that all series about TrainJobs and runtimes tell of: it loads data, asks for accelerators, is restarted and reports. */
record MeasuredJob(TestCluster cluster, TestNamespace namespace) {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String INITIALIZER = "dataset-initializer";
    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata:
              name: measured
              labels: {trainer.kubeflow.org/framework: plain}
            spec:
              mlPolicy: {numNodes: 2}
              template:
                spec:
                  failurePolicy: {maxRestarts: 1}
                  replicatedJobs:
                    - name: dataset-initializer
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                        spec:
                          backoffLimit: 0
                          template: {spec: {containers: [{name: dataset-initializer, image: example.com/image}]}}
                    - name: node
                      dependsOn: [{name: dataset-initializer, status: Complete}]
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          backoffLimit: 0
                          template:
                            spec:
                              containers:
                                - {name: node, image: example.com/image, resources: {limits: {nvidia.com/gpu: 1}}}
            """;

    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: measured}
            spec:
              runtimeRef: {kind: TrainingRuntime, name: measured}
              initializer: {dataset: {storageUri: "s3://bucket/data"}}
            """;

    private static final String REPORT =
            """
            {"status": {"trainerStatus": {"progressPercentage": 40, "lastUpdatedTime": "2026-01-02T03:04:05Z",
             "metrics": [{"name": "loss", "value": "0.25"}]}}}
            """;

    /** Runs it until it trains for the second time and has reported. */
    void run() {
        create(RUNTIME);
        create(JOB);
        load();
        cluster.pods(namespace.name())
                .end(
                        cluster.pods(namespace.name())
                                .awaitRunning(2, pods("node"))
                                .get(0),
                        Outcome.FAILED);
        load();
        cluster.pods(namespace.name()).awaitRunning(2, pods("node"));
        await("measured to run").atMost(LIMIT).until(() -> "Running"
                .equals(admin().resources(TrainJob.class)
                        .inNamespace(namespace.name())
                        .withName("measured")
                        .get()
                        .statusOrEmpty()
                        .phase()));
        kubectl("patch", "trainjob", "measured", "--subresource=status", "--type=merge", "-p", REPORT);
    }

    /** Lets the initializer end once JobSet has told that it runs. */
    private void load() {
        await("the initializer to be active")
                .atMost(LIMIT)
                .until(() -> admin().resources(JobSet.class).inNamespace(namespace.name()).list().getItems().stream()
                        .filter(jobSet -> jobSet.getMetadata().getName().equals("measured"))
                        .flatMap(jobSet -> jobSet.statusOrEmpty().replicatedJobsStatus().stream())
                        .anyMatch(job -> job.name().equals(INITIALIZER) && job.active() > 0));
        cluster.pods(namespace.name()).endAll(1, pods(INITIALIZER), Outcome.SUCCEEDED);
    }

    /** What a scrape has to tell of it. */
    void expectSeriesIn(String scraped) {
        String job = "namespace=\"" + namespace.name() + "\"";
        assertThat(scraped.lines())
                .contains(
                        "kubeflow_trainer_runtime_info{deprecated=\"false\",framework=\"plain\",kind=\"TrainingRuntime\",ml_policy=\"plain\","
                                + "name=\"measured\"," + job + ",pod_group_policy=\"none\"} 1",
                        "kubeflow_trainer_trainjob_requested_nodes_sum{runtime=\"measured\"} 2.0",
                        "kubeflow_trainer_trainjob_requested_accelerators_sum{resource=\"nvidia.com/gpu\",runtime=\"measured\"} 2.0",
                        "kubeflow_trainer_trainjob_initializer_seconds_count{result=\"succeeded\",scheme=\"s3\",step=\"dataset\"} 2",
                        "kubeflow_trainer_trainjob_restarts_total{" + job + ",runtime=\"measured\"} 1.0",
                        "kubeflow_trainer_trainjob_info{" + job
                                + ",runtime=\"measured\",runtime_kind=\"TrainingRuntime\",trainjob=\"measured\"} 1",
                        "kubeflow_trainer_trainjob_status{" + job + ",state=\"running\",trainjob=\"measured\"} 1.0",
                        "kubeflow_trainer_trainjob_progress_percent{" + job + ",trainjob=\"measured\"} 40.0",
                        "kubeflow_trainer_trainjob_reported_metric{metric=\"loss\"," + job
                                + ",trainjob=\"measured\"} 0.25");
        assertThat(scraped)
                .contains(
                        "controller_runtime_reconcile_total{controller=\"trainingruntime_controller\",result=\"success\"}")
                .contains("kubeflow_trainer_trainjob_last_report_timestamp_seconds{" + job);
    }

    /** Deletes it and its runtime. */
    void delete() {
        kubectl("delete", "trainjob,trainingruntime", "measured");
    }

    private void create(String yaml) {
        admin().load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .inNamespace(namespace.name())
                .create();
    }

    private void kubectl(String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--kubeconfig", cluster.kubeconfig().toString(), "-n", namespace.name()));
        all.addAll(List.of(arguments));
        Tool.kubectl().run(all.toArray(String[]::new)).expectSuccess();
    }

    private KubernetesClient admin() {
        return cluster.adminClient();
    }

    private static Map<String, String> pods(String replicatedJob) {
        return Map.of(
                "jobset.sigs.k8s.io/jobset-name", "measured", "jobset.sigs.k8s.io/replicatedjob-name", replicatedJob);
    }
}

package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.json.Json;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.AuditRecord;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What TrainJobs of each shipped framework cost the API server, by its audit log. The test plays JobSet's controller, so that nobody's pods cost time.
 * {@code -Dframeworks.jobs} says how many jobs there are in all (200).
 */
@DisplayName("Writes of mixed frameworks on a real API server")
@RealCluster(kind = ClusterKind.BARE, audit = true, customResourceDefinitions = "../deploy/crds")
final class WritesOfFrameworksIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Path ROOT = Path.of("..");

    /** The file with the runtime of each framework. */
    private static final Map<String, String> FRAMEWORKS = new TreeMap<>(Map.of(
            "plain", "deploy/runtimes/plain-distributed.yaml",
            "torch", "deploy/runtimes/torch-distributed.yaml",
            "mpi", "deploy/runtimes/mpi-distributed.yaml",
            "jax", "deploy/runtimes/jax-distributed.yaml",
            "xgboost", "deploy/runtimes/xgboost-distributed.yaml",
            "tensorflow", "deploy/runtimes/tensorflow-distributed.yaml",
            "paddle", "deploy/runtimes/paddle-distributed.yaml",
            "flux", "examples/flux.yaml"));

    /** What a framework needs beside the JobSet, for each job. */
    private static final Map<String, Map<String, Long>> OWN = Map.of(
            "mpi", Map.of("secrets", 1L, "configmaps", 1L),
            "flux", Map.of("secrets", 1L, "configmaps", 1L));

    @Test
    @DisplayName(
            "from creation to completion a job of any framework costs the four writes of a plain one, and one more for each object that only"
                    + " its framework has (ConfigMap and Secret of MPI and Flux)")
    void noFrameworkCostsMore(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws IOException {
        KubernetesClient admin = cluster.adminClient();
        int each = Integer.getInteger("frameworks.jobs", 200) / FRAMEWORKS.size();
        Map<String, String> runtimes = installRuntimes(admin);
        try (ControllerProcess controller = Distribution.startController(files, cluster.subjectKubeconfig())) {
            assertThat(controller.process().isAlive()).isTrue();
            AuditLog requests = cluster.auditLog().fromNow();

            for (int number = 0; number < each; number++) {
                for (Map.Entry<String, String> runtime : runtimes.entrySet()) {
                    create(admin, namespace.name(), runtime.getKey() + "-" + number, runtime.getValue());
                }
            }
            int all = each * FRAMEWORKS.size();
            await().atMost(LIMIT).until(() -> jobSets(admin, namespace).size() == all);
            report(admin, namespace, WritesOfFrameworksIT::running);
            awaitAll(admin, namespace, job -> "Running"
                    .equals(job.statusOrEmpty().phase()));
            report(admin, namespace, WritesOfFrameworksIT::completed);
            awaitAll(admin, namespace, job -> job.statusOrEmpty().isTrue("Complete"));

            List<AuditRecord> writes = requests.records(AuditRecord::isWrite);
            for (String framework : FRAMEWORKS.keySet()) {
                Map<String, Long> found = count(writes, framework);
                System.out.println("writes of " + each + " jobs of " + framework + ": " + found);
                Map<String, Long> expected = new TreeMap<>(
                        Map.of("configmaps", (long) each, "jobsets", (long) each, "trainjobs/status", 2L * each));
                OWN.getOrDefault(framework, Map.of())
                        .forEach((resource, more) -> expected.merge(resource, more * each, Long::sum));
                assertThat(found).as(framework).isEqualTo(expected);
            }
        } finally {
            admin.resources(ClusterTrainingRuntime.class).delete();
        }
    }

    /** Names of runtimes by framework. */
    private static Map<String, String> installRuntimes(KubernetesClient admin) throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        for (Map.Entry<String, String> framework : FRAMEWORKS.entrySet()) {
            // The example for Flux has a runtime of a namespace.
            String yaml = Files.readString(ROOT.resolve(framework.getValue()))
                    .replace("\nkind: TrainingRuntime", "\nkind: ClusterTrainingRuntime");
            admin.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))).items().stream()
                    .filter(ClusterTrainingRuntime.class::isInstance)
                    .forEach(runtime -> {
                        admin.resource(runtime).serverSideApply();
                        names.put(framework.getKey(), runtime.getMetadata().getName());
                    });
        }
        assertThat(names).hasSameSizeAs(FRAMEWORKS);
        return names;
    }

    private static void create(KubernetesClient admin, String namespace, String name, String runtime) {
        admin.load(new ByteArrayInputStream(
                        """
                                apiVersion: trainer.kubeflow.org/v1alpha1
                                kind: TrainJob
                                metadata: {name: %s, namespace: %s}
                                spec: {runtimeRef: {name: %s}, trainer: {numNodes: 2}}
                                """
                                .formatted(name, namespace, runtime)
                                .getBytes(StandardCharsets.UTF_8)))
                .create();
    }

    private static List<JobSet> jobSets(KubernetesClient admin, TestNamespace namespace) {
        return admin.resources(JobSet.class)
                .inNamespace(namespace.name())
                .list()
                .getItems();
    }

    private static void awaitAll(KubernetesClient admin, TestNamespace namespace, Predicate<TrainJob> condition) {
        await().atMost(LIMIT)
                .until(() -> admin.resources(TrainJob.class).inNamespace(namespace.name()).list().getItems().stream()
                        .allMatch(condition));
    }

    /** What JobSet's controller would write. */
    private static void report(
            KubernetesClient admin, TestNamespace namespace, Function<JobSet, Map<String, Object>> status) {
        for (JobSet jobSet : jobSets(admin, namespace)) {
            admin.resources(JobSet.class)
                    .inNamespace(namespace.name())
                    .withName(jobSet.getMetadata().getName())
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), Json.text(Map.of("status", status.apply(jobSet))));
        }
    }

    private static Map<String, Object> running(JobSet jobSet) {
        return Map.of("replicatedJobsStatus", counters(jobSet, 1, 0));
    }

    private static Map<String, Object> completed(JobSet jobSet) {
        return Map.of(
                "terminalState",
                "Completed",
                "replicatedJobsStatus",
                counters(jobSet, 0, 1),
                "conditions",
                List.of(Map.of(
                        "type", "Completed",
                        "status", "True",
                        "reason", "AllJobsCompleted",
                        "message", "jobset completed successfully",
                        "lastTransitionTime",
                                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())));
    }

    private static List<Map<String, Object>> counters(JobSet jobSet, int ready, int succeeded) {
        return jobSet.replicatedJobs().stream()
                .map(job -> Map.<String, Object>of(
                        "name",
                        Objects.requireNonNull(job.get("name")),
                        "ready",
                        ready,
                        "active",
                        ready,
                        "succeeded",
                        succeeded,
                        "failed",
                        0,
                        "suspended",
                        0))
                .toList();
    }

    /** How many writes there were for jobs of a framework, by resource; events with them. */
    private static Map<String, Long> count(List<AuditRecord> writes, String framework) {
        return writes.stream()
                .filter(write -> write.name().startsWith(framework + "-"))
                .collect(Collectors.groupingBy(
                        write -> write.resource() + (write.subresource().isEmpty() ? "" : "/" + write.subresource()),
                        TreeMap::new,
                        Collectors.counting()));
    }
}

package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.definitions.Definitions;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs on a laptop is what runs on a cluster: the JobSets of the examples, as the two API servers store them. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
final class SameJobSetsIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    @Test
    @DisplayName("every example becomes the same JobSet on a laptop's API server and on a real control plane")
    void theExamplesBecomeTheSameJobSets(TestCluster cluster, TestNamespace namespace, @TempDir Path files)
            throws Exception {
        Map<String, Object> real = jobSets(cluster.adminClient(), cluster.kubeconfig(), namespace.name(), files);
        Map<String, Object> local = onALaptop(namespace.name(), files);
        assertThat(local).hasSizeGreaterThanOrEqualTo(7).isEqualTo(real);
    }

    private static Map<String, Object> onALaptop(String namespace, Path files) throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            LocalApiServer server = LocalApiServer.start(
                            vertx,
                            LocalAdmission.addTo(
                                    LocalApiOptions.DEFAULT.withDefinitions(Definitions.load()),
                                    ControllerOptions.DEFAULT))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            Path kubeconfig = files.resolve("laptop.kubeconfig");
            server.writeKubeconfig(kubeconfig);
            try (KubernetesClient client = new KubernetesClientBuilder()
                    .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                    .build()) {
                client.resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(namespace)
                                .endMetadata()
                                .build())
                        .create();
                return jobSets(client, kubeconfig, namespace, files);
            }
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** The JobSets that the built controller makes of the examples, by name. */
    private static Map<String, Object> jobSets(KubernetesClient client, Path kubeconfig, String namespace, Path files)
            throws Exception {
        try (ControllerProcess controller = Distribution.startController(files, kubeconfig)) {
            applyAll(client, Path.of("..", "deploy", "runtimes"), "");
            List<String> jobs = applyAll(client, Path.of("..", "examples"), namespace);
            Map<String, Object> found = new TreeMap<>();
            for (String job : jobs) {
                found.put(
                        job,
                        picture(
                                await(job)
                                        .atMost(LIMIT)
                                        .until(
                                                () -> client.resources(JobSet.class)
                                                        .inNamespace(namespace)
                                                        .withName(job)
                                                        .get(),
                                                java.util.Objects::nonNull),
                                client.getKubernetesSerialization()));
            }
            return found;
        } finally {
            client.resources(TrainJob.class).inNamespace(namespace).delete();
            client.resources(ClusterTrainingRuntime.class).delete();
        }
    }

    /** Names of the TrainJobs among the objects. */
    private static List<String> applyAll(KubernetesClient client, Path folder, String namespace) throws IOException {
        List<String> trainJobs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                for (HasMetadata object : client.load(new ByteArrayInputStream(Files.readAllBytes(file)))
                        .items()) {
                    if (!namespace.isEmpty()) {
                        object.getMetadata().setNamespace(namespace);
                    }
                    if (object.getKind().equals("Namespace")) {
                        continue;
                    }
                    client.resource(object).serverSideApply();
                    if (object.getKind().equals("TrainJob")) {
                        trainJobs.add(object.getMetadata().getName());
                    }
                }
            }
        }
        return trainJobs;
    }

    private static Map<String, Object> picture(JobSet jobSet, KubernetesSerialization serialization) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("labels", jobSet.getMetadata().getLabels());
        picture.put("annotations", jobSet.getMetadata().getAnnotations());
        picture.put(
                "owners",
                jobSet.getMetadata().getOwnerReferences().stream()
                        .map(SameJobSetsIT::withoutUid)
                        .toList());
        String spec = serialization.asJson(jobSet.getSpec());
        String owner = jobSet.getMetadata().getOwnerReferences().get(0).getUid();
        // Programs are told the uid of their job.
        picture.put("spec", serialization.unmarshal(spec.replace(owner, "uid-of-the-job"), Map.class));
        return picture;
    }

    private static String withoutUid(OwnerReference owner) {
        return owner.getApiVersion() + " " + owner.getKind() + " " + owner.getName() + " " + owner.getController() + " "
                + owner.getBlockOwnerDeletion();
    }
}

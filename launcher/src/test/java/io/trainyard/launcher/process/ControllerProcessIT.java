package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller as an administrator starts it, with the plugins of the distribution and one of a vendor. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
final class ControllerProcessIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String VOLUME = "volume-of-examples";

    /** As many as there may be examples with a claim. */
    private static final int VOLUMES = 10;

    private static final int AT_ONCE = 8;

    /** Until it leads; nine of ten of a controller's pages are classes. */
    private static final int MAX_CLASSES = 10_500;

    /** Plugins, classes of hidden names, and those that are older than what Java archives. */
    private static final int MAX_CLASSES_FROM_ELSEWHERE = 1_000;

    @Test
    @DisplayName(
            "the examples run: JobSets, Jobs and pods appear, pods end, TrainJobs are Complete; SIGTERM ends with 0 (OPS-04)")
    void theExamplesRun(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        Path deploy = Path.of("..", "deploy", "runtimes");
        for (int i = 0; i < VOLUMES; i++) {
            admin.resource(volumeForAnyClaim(i)).create();
        }
        try (ControllerProcess controller = Distribution.startController(files, cluster.kubeconfig())) {
            applyAll(admin, deploy, "");
            applyAll(admin, Path.of("..", "examples"), namespace.name());
            List<TrainJob> jobs = admin.resources(TrainJob.class)
                    .inNamespace(namespace.name())
                    .list()
                    .getItems();
            assertThat(jobs).hasSizeGreaterThanOrEqualTo(5);

            List<Callable<Void>> lives = new ArrayList<>();
            for (TrainJob job : jobs) {
                lives.add(() -> {
                    run(job, cluster, namespace.name());
                    return null;
                });
            }
            ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
            try {
                for (Future<Void> life : threads.invokeAll(lives)) {
                    life.get();
                }
            } finally {
                threads.shutdownNow();
            }
            brokersOfFluxHaveKeysOfTheirOwn(admin, namespace.name());
            assertThat(controller.stop()).isZero();
        } finally {
            admin.resources(ClusterTrainingRuntime.class).delete();
            admin.persistentVolumes().withLabel(VOLUME).delete();
        }
    }

    /** Its pods end one after the other, as far as its steps wait for each other. */
    private static void run(TrainJob job, TestCluster cluster, String namespace) {
        KubernetesClient admin = cluster.adminClient();
        String name = job.getMetadata().getName();
        await(name)
                .atMost(LIMIT)
                .until(() -> admin.resources(JobSet.class)
                                .inNamespace(namespace)
                                .withName(name)
                                .get()
                        != null);
        if (job.getSpec().isSuspended()) {
            return;
        }
        Map<String, Integer> steps = steps(admin, namespace, name);
        if (steps.isEmpty()) {
            int nodes = job.getSpec().trainerOrEmpty().numNodes() == null
                    ? pods(admin, namespace, name)
                    : job.getSpec().trainerOrEmpty().numNodes();
            cluster.pods(namespace).endAll(nodes, labels(name), Outcome.SUCCEEDED);
        }
        steps.forEach((step, pods) -> cluster.pods(namespace).endAll(pods, labels(name, step), Outcome.SUCCEEDED));
        await(name).atMost(LIMIT).until(() -> admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .get()
                .statusOrEmpty()
                .isTrue("Complete"));
    }

    /** FLUX-01, FLUX-38, FLUX-41, FLUX-44: the API server has taken what the plugin makes beside the JobSet. */
    private static void brokersOfFluxHaveKeysOfTheirOwn(KubernetesClient admin, String namespace) {
        Secret certificate = admin.secrets()
                .inNamespace(namespace)
                .withName("lammps-flux-curve")
                .get();
        assertThat(certificate.getImmutable()).isTrue();
        assertThat(new String(
                        Base64.getDecoder().decode(certificate.getData().get("curve.cert")), StandardCharsets.US_ASCII))
                .containsPattern("name = \"lammps\"\ncurve\n    public-key = \".{40}\"\n    secret-key = \".{40}\"");
        assertThat(certificate.getMetadata().getOwnerReferences())
                .extracting(OwnerReference::getName)
                .containsExactly("lammps");
        assertThat(admin.configMaps()
                        .inNamespace(namespace)
                        .withName("lammps-flux-entrypoint")
                        .get()
                        .getData())
                .containsOnlyKeys("init.sh", "entrypoint.sh");
    }

    @Test
    @DisplayName(
            "what a controller of the start script loads until it leads comes from its archive of classes (OPS-126)")
    void aStartFindsItsClassesInTheArchive(TestCluster cluster, TestNamespace namespace, @TempDir Path files)
            throws Exception {
        Path loaded = files.resolve("classes.log");
        Path program = Files.writeString(
                files.resolve("start"),
                "#!/bin/sh\nexport TRAINYARD_JAVA_OPTS='-Xlog:class+load:file=" + loaded + "'\nexec '"
                        + Distribution.program() + "' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        try (ControllerProcess controller = ControllerProcess.startWith(
                program,
                files,
                cluster.kubeconfig(),
                "leaderElection: {leaderElect: true, resourceNamespace: " + namespace.name() + "}\n")) {
            await().atMost(LIMIT).until(() -> controller.output().contains("starting to reconcile"));
            controller.stop();
        }

        List<String> classes = Files.readAllLines(loaded).stream()
                .filter(line -> line.contains(" source: "))
                .toList();
        List<String> others = classes.stream()
                .filter(line -> !line.contains("source: shared objects file"))
                .toList();
        assertThat(classes).hasSizeLessThan(MAX_CLASSES);
        assertThat(others).hasSizeLessThan(MAX_CLASSES_FROM_ELSEWHERE);
    }

    @Test
    @DisplayName("a vendor's jar in the folder of plugins is listed and called, beside ours")
    void aVendorsJarIsListedAndCalled(TestCluster cluster, TestNamespace namespace, @TempDir Path files)
            throws Exception {
        Path plugins = VendorJar.besideOurs(files);

        assertThat(output("plugins", "--plugins-dir", plugins.toString())).contains("greeting", "torch");

        KubernetesClient admin = cluster.adminClient();
        try (ControllerProcess controller =
                Distribution.startController(files, cluster.kubeconfig(), "--plugins-dir", plugins.toString())) {
            load(admin, Files.readString(Path.of("..", "examples", "plain.yaml")), namespace.name());
            JobSet jobSet = await().atMost(LIMIT)
                    .until(
                            () -> admin.resources(JobSet.class).inNamespace(namespace.name()).list().getItems().stream()
                                    .findFirst(),
                            java.util.Optional::isPresent)
                    .orElseThrow();
            assertThat(controller.process().isAlive()).isTrue();
            List<Pod> running = cluster.pods(namespace.name())
                    .awaitRunning(2, labels(jobSet.getMetadata().getName()));
            assertThat(running.get(0).getSpec().getContainers().get(0).getEnv())
                    .extracting(EnvVar::getName)
                    .contains("GREETING");
        }
    }

    /** Nobody makes volumes in a cluster without machines. */
    private static PersistentVolume volumeForAnyClaim(int index) {
        return new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(VOLUME + "-" + index)
                .addToLabels(VOLUME, "")
                .endMetadata()
                .withNewSpec()
                .addToCapacity("storage", new Quantity("100Gi"))
                .withAccessModes("ReadWriteOnce")
                .withNewHostPath()
                .withPath("/examples")
                .endHostPath()
                .endSpec()
                .build();
    }

    /** The steps of a job whose steps wait for each other, in that order, with their numbers of pods; empty for other jobs. */
    private static Map<String, Integer> steps(KubernetesClient admin, String namespace, String name) {
        List<Map<String, Object>> jobs = replicatedJobs(admin, namespace, name);
        Map<String, Integer> steps = new LinkedHashMap<>();
        if (jobs.stream().anyMatch(job -> job.containsKey("dependsOn"))) {
            jobs.forEach(job -> steps.put(String.valueOf(job.get("name")), pods(job)));
        }
        return steps;
    }

    private static int pods(KubernetesClient admin, String namespace, String name) {
        return replicatedJobs(admin, namespace, name).stream()
                .mapToInt(ControllerProcessIT::pods)
                .sum();
    }

    private static int pods(Map<String, Object> replicatedJob) {
        return Tree.wholeNumber(replicatedJob, "template", "spec", "parallelism")
                .orElse(1);
    }

    private static List<Map<String, Object>> replicatedJobs(KubernetesClient admin, String namespace, String name) {
        return admin.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get()
                .replicatedJobs();
    }

    private static Map<String, String> labels(String trainJob) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob);
    }

    private static Map<String, String> labels(String trainJob, String step) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob, "jobset.sigs.k8s.io/replicatedjob-name", step);
    }

    private static void applyAll(KubernetesClient admin, Path folder, String namespace) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                load(admin, Files.readString(file), namespace);
            }
        }
    }

    private static void load(KubernetesClient admin, String yaml, String namespace) {
        for (HasMetadata object : admin.load(
                        new java.io.ByteArrayInputStream(yaml.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .items()) {
            if (object.getKind().equals("Namespace")) {
                continue;
            }
            if (!namespace.isEmpty()) {
                object.getMetadata().setNamespace(namespace);
            }
            admin.resource(object).serverSideApply();
        }
    }

    private static String output(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new java.util.ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}

package io.trainyard.launcher.initializer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.EditReplacePatchable;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.node.ClusterNode;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.launcher.process.Kubectl;
import io.trainyard.launcher.python.PythonEnvironment;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * TrainJobs whose data lie in a real S3 server: on a real control plane with this machine as its node, and in a local run. Skipped where Python cannot
 * install the server, unless {@code -Dinitializer.required=true}.
 */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("Jobs that fetch from S3, with processes as pods")
final class DataJobsIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Path SUITE = Path.of("..", "clients", "initializer").toAbsolutePath();
    private static final Path INPUT =
            Path.of("src", "test", "resources", "data").toAbsolutePath();
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern YAML_BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");
    private static final String NODE = "machine-with-data";
    private static final String VOLUME = "volume-of-data-";
    private static final String MANY = "/my-bucket/many/";
    private static final int OBJECTS = 24;
    private static final int OBJECT_SIZE = 400_000;
    private static final int PIECE = 50_000;
    /** What the server still counts for eight connections whose other end was killed. */
    private static final long LATE = 8L * 2 * PIECE;

    @TempDir
    private static Path folder;

    private static String python;
    private static S3Server store;
    private static Process kubelet;
    private static ControllerProcess controller;

    @BeforeAll
    static void start(TestCluster cluster) throws Exception {
        boolean required = Boolean.getBoolean("initializer.required");
        PythonEnvironment.Attempt attempt =
                PythonEnvironment.prepare(SUITE.resolve("tests/requirements.txt"), required);
        if (!required) {
            Assumptions.assumeTrue(attempt.environment().isPresent(), attempt.problem());
        }
        Path interpreter = attempt.environment()
                .orElseThrow(() -> new AssertionError(attempt.problem()))
                .python();
        python = interpreter.toString();
        Random random = new Random(16);
        write(random, "datasets/fashion-mnist/train/images.bin", 900_000);
        write(random, "datasets/fashion-mnist/labels.csv", 5_000);
        write(random, "models/pretrained-resnet/config.json", 300);
        write(random, "models/pretrained-resnet/weights/model.safetensors", 700_000);
        for (int index = 0; index < OBJECTS; index++) {
            write(random, "many/%02d.bin".formatted(index), OBJECT_SIZE);
        }
        store = S3Server.start(interpreter, SUITE, "my-bucket", folder.resolve("bucket"), folder.resolve("s3.log"));
        startNode(cluster);
        controller = Distribution.startController(folder, cluster.kubeconfig());
        KubernetesClient admin = cluster.adminClient();
        load(admin, "", Files.readString(INPUT.resolve("runtimes.yaml")));
        await("the node").atMost(LIMIT).until(() -> isReady(admin));
        // As large a machine as the jobs ask for. What they get is this one.
        patch(
                admin.nodes().withName(NODE).subresource("status"),
                "{\"status\": {\"allocatable\": {\"cpu\": \"64\", \"memory\": \"512Gi\"}}}");
    }

    private static void write(Random random, String name, int size) throws IOException {
        Path file = folder.resolve("bucket").resolve(name);
        Files.createDirectories(file.getParent());
        byte[] content = new byte[size];
        random.nextBytes(content);
        Files.write(file, content);
    }

    private static void startNode(TestCluster cluster) throws IOException {
        kubelet = ClusterNode.start(
                cluster,
                folder,
                NODE,
                "--python=" + python,
                "--gpus=4",
                "--label=node-type=gpu-node",
                "--label=gpu-type=nvidia-a100",
                "--taint=nvidia.com/gpu=present",
                "--mount=training-workspace-pvc=" + workspace("cluster"),
                "--mount=shared=" + Files.createDirectories(folder.resolve("shared")));
    }

    /** The user's claim, with the training program in it. */
    private static Path workspace(String name) throws IOException {
        Path claim = Files.createDirectories(folder.resolve("workspace-" + name));
        Files.copy(INPUT.resolve("train.py"), claim.resolve("train.py"));
        return claim;
    }

    private static boolean isReady(KubernetesClient admin) {
        Node node = admin.nodes().withName(NODE).get();
        return node != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }

    @AfterAll
    static void end(TestCluster cluster) throws InterruptedException {
        if (controller != null) {
            controller.close();
        }
        if (kubelet != null) {
            kubelet.destroy();
            kubelet.waitFor(40, TimeUnit.SECONDS);
            kubelet.destroyForcibly();
        }
        if (store != null) {
            store.close();
        }
        KubernetesClient admin = cluster.adminClient();
        admin.resources(ClusterTrainingRuntime.class).delete();
        admin.persistentVolumes().withLabel("test", "data").delete();
    }

    private static void load(KubernetesClient admin, String namespace, String yaml) {
        for (HasMetadata object : admin.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .items()) {
            if (!namespace.isEmpty()) {
                object.getMetadata().setNamespace(namespace);
            }
            admin.resource(object).serverSideApply();
        }
    }

    /** Claims, and a volume for each and for one that a job makes: nobody else makes any here. */
    private static void claims(KubernetesClient admin, TestNamespace namespace, String... names) {
        for (int index = 0; index <= names.length; index++) {
            admin.resource(new PersistentVolumeBuilder()
                            .withNewMetadata()
                            .withGenerateName(VOLUME)
                            .addToLabels("test", "data")
                            .endMetadata()
                            .withNewSpec()
                            .addToCapacity("storage", new Quantity("20Gi"))
                            .withAccessModes("ReadWriteMany", "ReadWriteOnce")
                            .withNewHostPath()
                            .withPath("/data")
                            .endHostPath()
                            .endSpec()
                            .build())
                    .create();
        }
        for (String name : names) {
            load(
                    admin,
                    namespace.name(),
                    """
                    apiVersion: v1
                    kind: PersistentVolumeClaim
                    metadata: {name: %s}
                    spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
                    """
                            .formatted(name));
        }
    }

    private static String secret() {
        return """
                apiVersion: v1
                kind: Secret
                metadata: {name: s3-credentials, namespace: kubeflow}
                stringData: {AWS_ACCESS_KEY_ID: testing-key, AWS_SECRET_ACCESS_KEY: testing-secret, AWS_ENDPOINT_URL: "%s"}
                """
                .formatted(store.address());
    }

    private static String fetching(String name, String variables) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %1$s}
                spec:
                  runtimeRef: {name: shared-claim}
                  initializer:
                    dataset:
                      storageUri: s3://my-bucket/many
                      secretRef: {name: s3-credentials}
                      env: [{name: TARGET_PATH, value: /shared/%1$s}%2$s]
                  trainer:
                    command: [python, -c, "import os; print(len(os.listdir('/shared/%1$s')))"]
                """
                .formatted(name, variables);
    }

    private static void awaitComplete(KubernetesClient admin, TestNamespace namespace, String name) {
        await(name).atMost(LIMIT).until(() -> admin.resources(TrainJob.class)
                .inNamespace(namespace.name())
                .withName(name)
                .get()
                .statusOrEmpty()
                .isTrue("Complete"));
    }

    /** SHA-256 of each file by its path, as the training program writes it down. */
    private static Map<String, Object> digests(Path root) throws Exception {
        Map<String, Object> digests = new TreeMap<>();
        try (var files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = root.relativize(file).toString();
                if (!path.startsWith(".trainyard")) {
                    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                    digests.put(path, HexFormat.of().formatHex(digest));
                }
            }
        }
        return digests;
    }

    private static long size(Path root) throws IOException {
        long size = 0;
        try (var files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file ->
                            file.toString().endsWith(".bin") || file.getParent().endsWith("tmp"))
                    .toList()) {
                size += Files.size(file);
            }
        }
        return size;
    }

    private static void assertTrained(Path workspace) throws Exception {
        for (int node = 0; node < 4; node++) {
            Map<String, Object> found =
                    Json.parseObject(Files.readAllBytes(workspace.resolve("results/" + node + ".json")));
            assertThat(found)
                    .as("node " + node)
                    .containsEntry("dataset", digests(folder.resolve("bucket/datasets/fashion-mnist")))
                    .containsEntry("model", digests(folder.resolve("bucket/models/pretrained-resnet")))
                    .containsEntry("PET_NNODES", "4")
                    .containsEntry("CUSTOM_ENV", "custom-value")
                    .containsEntry("NCCL_DEBUG", "INFO")
                    .containsEntry("arguments", List.of("--epochs=10", "--batch-size=64", "--learning-rate=0.001"));
            assertThat(workspace.resolve("logs/setup-" + node)).hasContent("distributed");
        }
    }

    @Test
    @DisplayName(
            "the complete TrainJob that users know trains on four nodes with its data set and model, once its gate is opened (INIT-21, INIT-30)")
    void theCompleteTrainJobTrains(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        claims(admin, namespace, "training-workspace-pvc");
        load(admin, namespace.name(), secret());

        load(admin, namespace.name(), Files.readString(INPUT.resolve("complete-job.yaml")));

        String name = "pytorch-distributed-training";
        await("four pods behind the gate")
                .atMost(LIMIT)
                .until(() -> gated(admin, namespace).size() == 4);
        for (Pod pod : gated(admin, namespace)) {
            admin.pods()
                    .inNamespace(namespace.name())
                    .withName(pod.getMetadata().getName())
                    .patch(
                            PatchContext.of(PatchType.JSON),
                            "[{\"op\": \"remove\", \"path\": \"/spec/schedulingGates\"}]");
        }
        awaitComplete(admin, namespace, name);
        assertTrained(folder.resolve("workspace-cluster"));
    }

    private static List<Pod> gated(KubernetesClient admin, TestNamespace namespace) {
        return admin.pods().inNamespace(namespace.name()).list().getItems().stream()
                .filter(pod -> !pod.getSpec().getSchedulingGates().isEmpty())
                .toList();
    }

    @Test
    @DisplayName(
            "what docs/guides/data.md says to type makes the Secret, starts the job and follows its initializer, with the runtime that is shipped (INIT-03)")
    void theLinesOfThePage(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        String page = Files.readString(ROOT.resolve("docs/guides/data.md"));
        List<String> typed =
                page.lines().filter(line -> line.startsWith("    kubectl ")).toList();
        assertThat(typed).hasSize(3);
        claims(admin, namespace);
        load(admin, "", Files.readString(ROOT.resolve("deploy/runtimes/torch-with-data.yaml")));
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        Path job = Files.write(files.resolve("job.yaml"), Json.bytes(jobOfThePage(page)));
        // The runtime tolerates no taint and asks for no machine; the others only play theirs.
        List<Taint> taints = admin.nodes().withName(NODE).get().getSpec().getTaints();
        taint(admin, List.of());
        cordonOthers(admin, true);
        try {
            String secret = typed.get(0)
                            .replace("ACCESS_KEY_ID=…", "ACCESS_KEY_ID=testing-key")
                            .replace("SECRET_ACCESS_KEY=…", "SECRET_ACCESS_KEY=testing-secret")
                    + " --from-literal=ENDPOINT=" + store.address();
            assertThat(kubectl.run(words(secret))).isEqualTo(new Kubectl.Result(0, "secret/bucket-key created\n"));
            assertThat(kubectl.run(words(typed.get(1).replace("job.yaml", job.toString()))))
                    .isEqualTo(new Kubectl.Result(0, "trainjob.trainer.kubeflow.org/mnist created\n"));
            List<Kubectl.Result> followed = new ArrayList<>();
            await("the initializer's log").atMost(LIMIT).until(() -> {
                followed.add(kubectl.run(words(typed.get(2))));
                return followed.get(followed.size() - 1).code() == 0;
            });

            assertThat(followed.get(followed.size() - 1).output())
                    .contains("2 files")
                    .doesNotContain("testing-secret");
            awaitComplete(admin, namespace, "mnist");
        } finally {
            cordonOthers(admin, false);
            taint(admin, taints);
        }
    }

    /** Without a version: the controllers of the control plane write to nodes, too. */
    private static void patch(EditReplacePatchable<Node> node, String patch) {
        node.patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static void taint(KubernetesClient admin, List<Taint> taints) {
        patch(admin.nodes().withName(NODE), "{\"spec\": {\"taints\": " + Serialization.asJson(taints) + "}}");
    }

    private static void cordonOthers(KubernetesClient admin, boolean unschedulable) {
        for (Node each : admin.nodes().list().getItems()) {
            if (!each.getMetadata().getName().equals(NODE)) {
                patch(
                        admin.nodes().withName(each.getMetadata().getName()),
                        "{\"spec\": {\"unschedulable\": " + unschedulable + "}}");
            }
        }
    }

    /** The job that the page begins with: its data set lies in this bucket, and it has neither a model nor a program. */
    private static Map<String, Object> jobOfThePage(String page) {
        Matcher block = YAML_BLOCK.matcher(page);
        assertThat(block.find()).isTrue();
        String yaml = block.group(1).replace("s3://my-bucket/mnist", "s3://my-bucket/datasets/fashion-mnist");
        Map<String, Object> job = Tree.copy(Tree.object(Objects.requireNonNull(Yaml.parse(yaml))));
        Tree.remove(job, "spec", "initializer", "model");
        Tree.put(
                job,
                List.of("python", "-c", "import os; print(sorted(os.listdir('/workspace/dataset')))"),
                "spec",
                "trainer",
                "command");
        return job;
    }

    private static String[] words(String line) {
        String[] words = line.strip().split(" ");
        return Arrays.copyOfRange(words, 1, words.length);
    }

    @Test
    @DisplayName(
            "the same TrainJob trains in a local run, which leaves nothing in /workspace (INIT-90, INIT-91, LOCAL-54a)")
    void theCompleteTrainJobTrainsLocally() throws Exception {
        boolean clean = !Files.exists(Path.of("/workspace"));
        Path claim = workspace("local");
        Path secret = Files.writeString(folder.resolve("secret.yaml"), secret());
        Path log = folder.resolve("run.log");

        Process run = new ProcessBuilder(
                        Distribution.program().toString(),
                        "run",
                        INPUT.resolve("complete-job.yaml").toString(),
                        INPUT.resolve("runtimes.yaml").toString(),
                        secret.toString(),
                        "--python=" + python,
                        "--gpus=4",
                        "--ignore-gates",
                        "--mount=training-workspace-pvc=" + claim,
                        "--state=" + folder.resolve("local"),
                        "--follow=all")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = run.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        run.destroy();

        String output = Files.readString(log);
        if (output.contains("PathsRewritten") && !Boolean.getBoolean("namespaces.required")) {
            Assumptions.abort("this machine allows no namespaces");
        }
        assertThat(ended ? run.exitValue() : -1).as(output).isZero();
        assertThat(output)
                .contains("TrainJob pytorch-distributed-training: Complete", "trained on 2 files, beginning with 2")
                .doesNotContain("testing-secret");
        assertTrained(claim);
        if (clean) {
            assertThat(Path.of("/workspace")).doesNotExist();
        }
    }

    @Test
    @DisplayName(
            "an initializer that is killed at a random moment starts again in its pod and goes on where it was (INIT-78)")
    void aKilledInitializerGoesOn(TestCluster cluster, TestNamespace namespace) throws Exception {
        long seed = Long.getLong("initializer.seed", 17);
        System.out.println("-Dinitializer.seed=" + seed);
        long goal = new Random(seed).nextLong((long) OBJECTS * OBJECT_SIZE);
        KubernetesClient admin = cluster.adminClient();
        claims(admin, namespace, "shared");
        load(admin, namespace.name(), secret());
        long before = store.sentBelow(MANY);
        store.pace(PIECE, Duration.ofMillis(30));

        load(admin, namespace.name(), fetching("killed", ""));

        await("the moment")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> store.sentBelow(MANY) >= before + goal);
        ProcessHandle initializer = kubelet.descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("trainyard_initializer"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no initializer runs"));
        assertThat(initializer.destroyForcibly()).isTrue();
        // What is sent to a process that is still dying is nobody's.
        initializer.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        long held = size(folder.resolve("shared/killed"));
        long sent = store.sentBelow(MANY);
        store.pace(0, Duration.ZERO);

        awaitComplete(admin, namespace, "killed");
        assertThat(digests(folder.resolve("shared/killed"))).isEqualTo(digests(folder.resolve("bucket/many")));
        assertThat(store.sentBelow(MANY) - sent)
                .as("seed %d: what was there is not fetched again", seed)
                .isLessThanOrEqualTo((long) OBJECTS * OBJECT_SIZE - held + LATE);
        List<Pod> pods = admin.pods().inNamespace(namespace.name()).list().getItems();
        assertThat(pods.stream().filter(pod -> pod.getMetadata().getName().contains("dataset-initializer")))
                .singleElement()
                .satisfies(pod -> assertThat(
                                pod.getStatus().getContainerStatuses().get(0).getRestartCount())
                        .isEqualTo(1));
    }

    @Test
    @DisplayName(
            "two jobs at once with the cache on one claim fetch the same address once, and both have all of it (INIT-84, INIT-86)")
    void twoJobsShareACache(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        claims(admin, namespace, "shared");
        load(admin, namespace.name(), secret());
        long before = store.sentBelow(MANY);
        store.pace(100_000, Duration.ofMillis(20));

        List<String> names = new ArrayList<>(List.of("first", "second"));
        for (String name : names) {
            load(admin, namespace.name(), fetching(name, ", {name: CACHE_PATH, value: /shared/cache}"));
        }

        for (String name : names) {
            awaitComplete(admin, namespace, name);
            assertThat(digests(folder.resolve("shared/" + name))).isEqualTo(digests(folder.resolve("bucket/many")));
        }
        assertThat(store.sentBelow(MANY) - before).isEqualTo((long) OBJECTS * OBJECT_SIZE);
        assertThat(Files.getAttribute(folder.resolve("shared/first/00.bin"), "unix:ino"))
                .as("one file, linked twice")
                .isEqualTo(Files.getAttribute(folder.resolve("shared/second/00.bin"), "unix:ino"));
    }
}

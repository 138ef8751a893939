package io.trainyard.launcher.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.code.CodeArchive;
import io.trainyard.launcher.node.ClusterNode;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.launcher.process.Signals;
import io.trainyard.spi.model.TrainJob;
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
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user without an image of his own, whose rights are those of the documentation; {@link ClusterNode} is the machine. */
@DisplayName("Code of a laptop in a real control plane (LOCAL-194 to LOCAL-199, LOCAL-201, LOCAL-202)")
@RealCluster(customResourceDefinitions = "../deploy/crds")
final class SubmitIT {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String MACHINE = "machine-of-submit";
    private static final List<AutoCloseable> OPEN = new ArrayList<>();

    @TempDir
    private static Path folder;

    private static Path code;
    private static Path kubeconfig;

    /** What the page for users says that somebody needs. */
    private static final String RIGHTS =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: submitter}
            rules:
              - {apiGroups: [trainer.kubeflow.org], resources: [trainjobs], verbs: [create, get]}
              - {apiGroups: [""], resources: [configmaps], verbs: [create, patch, delete]}
              - {apiGroups: [trainer.kubeflow.org], resources: [trainingruntimes], verbs: [get]}
              - {apiGroups: [""], resources: [pods], verbs: [list]}
              - {apiGroups: [""], resources: [pods/log], verbs: [get]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: submitter}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: submitter}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: submitter}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: submitter-runtimes}
            rules: [{apiGroups: [trainer.kubeflow.org], resources: [clustertrainingruntimes], verbs: [get, list]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: submitter-runtimes}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: submitter-runtimes}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: submitter}]
            """;

    /** What it says that somebody needs besides for an upload, but for the one that comes afterwards. */
    private static final String RIGHTS_TO_UPLOAD =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: uploader}
            rules:
              - {apiGroups: [""], resources: [persistentvolumeclaims], verbs: [get]}
              - {apiGroups: [""], resources: [pods], verbs: [create, get, list, delete]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: uploader}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: uploader}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: submitter}]
            """;

    private static final String RIGHT_TO_EXEC =
            "\n  - {apiGroups: [\"\"], resources: [pods/exec], verbs: [create, get]}\n---";

    private static final String CLAIM =
            """
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: volume-of-submit}
            spec:
              accessModes: [ReadWriteMany]
              capacity: {storage: 1Gi}
              hostPath: {path: /code}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: code}
            spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: another-volume-of-submit}
            spec:
              accessModes: [ReadWriteMany]
              capacity: {storage: 1Gi}
              hostPath: {path: /another}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: another}
            spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
            """;

    /** As for disks of machines: which volume it gets is known when it is known where its first pod runs. */
    private static final String LATE_CLAIM =
            """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: late-of-submit}
            provisioner: kubernetes.io/no-provisioner
            volumeBindingMode: WaitForFirstConsumer
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: late-volume-of-submit}
            spec:
              storageClassName: late-of-submit
              accessModes: [ReadWriteOnce]
              capacity: {storage: 1Gi}
              hostPath: {path: /late}
              nodeAffinity:
                required:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [machine-of-submit]}]
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: late}
            spec:
              storageClassName: late-of-submit
              accessModes: [ReadWriteOnce]
              resources: {requests: {storage: 1Gi}}
            """;

    /** The shipped runtime of that name, for the machine of this test. */
    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: plain-distributed}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  failurePolicy: {maxRestarts: 0}
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          backoffLimit: 0
                          template:
                            spec:
                              restartPolicy: Never
                              nodeSelector: {kubernetes.io/hostname: machine-of-submit}
                              tolerations: [{key: trainyard.dev/processes, operator: Exists}]
                              containers: [{name: node, image: "python:3.11-slim"}]
            """;

    @BeforeAll
    static void start(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        Process kubelet = ClusterNode.start(
                cluster,
                folder,
                MACHINE,
                "--mount=code=" + Files.createDirectories(folder.resolve("claim")),
                "--mount=another=" + Files.createDirectories(folder.resolve("another-claim")),
                "--mount=late=" + Files.createDirectories(folder.resolve("late-claim")));
        OPEN.add(() -> {
            kubelet.destroyForcibly();
            admin.nodes().withName(MACHINE).delete();
        });
        OPEN.add(Distribution.startController(folder, cluster.kubeconfig()));
        apply(admin, namespace, RIGHTS + "---\n" + RUNTIME + "---\n" + CLAIM);
        OPEN.add(() -> admin.persistentVolumes().withName("volume-of-submit").delete());
        OPEN.add(() ->
                admin.persistentVolumes().withName("another-volume-of-submit").delete());
        kubeconfig = kubeconfigOfTheUser(cluster, namespace);
        code = Files.createDirectories(folder.resolve("code"));
        Files.createDirectories(code.resolve("model"));
        Files.writeString(code.resolve("model/__init__.py"), "");
        Files.writeString(code.resolve("model/net.py"), "def forward(x):\n    return x * 2\n");
        Files.writeString(
                code.resolve("train.py"),
                """
                import os, sys
                from model.net import forward
                print('rank', os.environ['JOB_COMPLETION_INDEX'], 'gives', forward(int(sys.argv[1])), sorted(os.listdir('.')))
                sys.exit(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
                """);
        Files.writeString(code.resolve(".env"), "TOKEN=x\n");
        byte[] noise = new byte[2 << 20];
        new Random(1).nextBytes(noise);
        Files.write(Files.createDirectories(code.resolve("data")).resolve("set.bin"), noise);
    }

    private static void apply(KubernetesClient admin, TestNamespace namespace, String documents) {
        for (String document : documents.split("(?m)^---$")) {
            admin.load(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)))
                    .inNamespace(namespace.name())
                    .serverSideApply();
        }
    }

    @AfterAll
    static void close() throws Exception {
        for (int i = OPEN.size() - 1; i >= 0; i--) {
            OPEN.get(i).close();
        }
        OPEN.clear();
    }

    /** With two contexts, of which the current one leads nowhere. */
    private static Path kubeconfigOfTheUser(TestCluster cluster, TestNamespace namespace) throws IOException {
        Map<String, Object> config = Tree.object(Yaml.parse(Files.readString(cluster.kubeconfig())));
        Map<String, Object> user = Tree.objects(config, "users").get(0);
        Tree.object(user.get("user")).put("as", "submitter");
        Map<String, Object> context = Tree.objects(config, "contexts").get(0);
        Map<String, Object> named = Tree.update(
                Tree.with(context, "name", "work"),
                inner -> Tree.with(inner, "namespace", namespace.name()),
                "context");
        Map<String, Object> changed = Tree.with(config, "contexts", List.of(named));
        return Files.writeString(
                folder.resolve("user.kubeconfig"), YamlWriter.write(Tree.with(changed, "current-context", "nowhere")));
    }

    /** So that each test begins without the right to upload. */
    @AfterEach
    void takeRights(TestCluster cluster, TestNamespace namespace) {
        cluster.adminClient()
                .rbac()
                .roleBindings()
                .inNamespace(namespace.name())
                .withName("uploader")
                .delete();
    }

    private record Run(int code, String out, String err) {}

    private static Run submit(String... arguments) throws Exception {
        Process process = start(arguments);
        boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        return new Run(
                ended ? process.exitValue() : -1,
                Files.readString(folder.resolve("out.txt")),
                Files.readString(folder.resolve("err.txt")));
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(Signals.WITH_INTERRUPTS);
        command.addAll(List.of(
                Distribution.program().toString(),
                "submit",
                "--kubeconfig",
                kubeconfig.toString(),
                "--context",
                "work"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(code.toFile())
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    @Test
    @DisplayName(
            "a script runs on two nodes with its own module, its logs are shown to the end, secrets and data stay behind, and the code goes with the TrainJob")
    void theCodeArrives(TestCluster cluster, TestNamespace namespace) throws Exception {
        Run run = submit("--nodes", "2", "--name", "trains", "--watch", "--", "python3", "train.py", "21");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("left out: data/", "secrets: .env;");
        for (int rank = 0; rank < 2; rank++) {
            assertThat(run.out())
                    .containsPattern(
                            "trains-node-0-" + rank + "-\\w+ \\| rank " + rank + " gives 42 \\['model', 'train.py'\\]");
        }
        assertThat(run.out()).endsWith("TrainJob trains: Complete\n");

        KubernetesClient admin = cluster.adminClient();
        assertThat(admin.pods().inNamespace(namespace.name()).list().getItems())
                .extracting(Pod::getSpec)
                .allMatch(pod -> pod.getNodeName().equals(MACHINE));
        ConfigMap archive = archive(admin, namespace);
        assertThat(archive.getImmutable()).isTrue();
        assertThat(archive.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getName()).isEqualTo("trains"));
        Run again = submit("--name", "trains", "--", "python3", "train.py", "1");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err())
                .contains("trains-code in namespace " + namespace.name() + " already: choose another name");

        admin.resources(TrainJob.class)
                .inNamespace(namespace.name())
                .withName("trains")
                .delete();
        await("the code is collected").atMost(LIMIT).until(() -> archive(admin, namespace) == null);
    }

    @Test
    @DisplayName(
            "code of more than 1 MiB goes along in several ConfigMaps, is whole in each pod, and goes with the TrainJob (LOCAL-196, LOCAL-197)")
    void largeCode(TestCluster cluster, TestNamespace namespace) throws Exception {
        Path large = Files.createDirectories(folder.resolve("large"));
        byte[] noise = new byte[2_500_000];
        new Random(4).nextBytes(noise);
        Files.write(large.resolve("table.bin"), noise);
        Files.writeString(
                large.resolve("train.py"),
                "import hashlib\nprint('table', hashlib.sha256(open('table.bin', 'rb').read()).hexdigest())\n");

        Run run = submit("--name", "large", "--code", large.toString(), "--watch", "--", "python3", "train.py");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains("| table "
                        + HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(noise)));
        KubernetesClient admin = cluster.adminClient();
        assertThat(parts(admin, namespace))
                .extracting(part -> part.getMetadata().getName())
                .containsExactlyInAnyOrder("large-code", "large-code-2", "large-code-3");

        admin.resources(TrainJob.class)
                .inNamespace(namespace.name())
                .withName("large")
                .delete();
        await("all of the code is collected").atMost(LIMIT).until(() -> parts(admin, namespace)
                .isEmpty());
    }

    @Test
    @DisplayName(
            "code that is too large for ConfigMaps goes onto a claim through a pod that is gone afterwards, and is not sent twice; what is missing is told (LOCAL-201, LOCAL-202)")
    void ontoAClaim(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        Path huge = Files.createDirectories(folder.resolve("huge"));
        byte[] noise = new byte[9_000_000];
        new Random(5).nextBytes(noise);
        Files.write(huge.resolve("table.bin"), noise);
        Files.writeString(
                huge.resolve("train.py"),
                "import hashlib\nprint('table', hashlib.sha256(open('table.bin', 'rb').read()).hexdigest())\n");

        assertThat(upload(huge, "code", "zero").err()).contains("persistentvolumeclaims \"code\" is forbidden");
        apply(admin, namespace, RIGHTS_TO_UPLOAD);
        assertThat(upload(huge, "cod", "zero"))
                .satisfies(run -> assertThat(run.code()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("--code-claim: there is no volume claim cod"));
        Run mayNotExec = upload(huge, "code", "zero");
        assertThat(mayNotExec.code()).isEqualTo(1);
        assertThat(mayNotExec.err()).contains("your role needs create and get of pods/exec");
        letUpload(admin, namespace);

        Run first = upload(huge, "code", "first");
        assertThat(first.code()).as(first.out() + first.err()).isZero();
        assertThat(first.err()).containsPattern("uploaded 8.6 MiB to trainyard/first-[0-9a-f]{12} on the claim code");
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(noise));
        assertThat(first.out()).contains("| table " + digest);
        admin.resources(TrainJob.class)
                .inNamespace(namespace.name())
                .withName("first")
                .delete();
        await("the first is gone")
                .atMost(LIMIT)
                .until(() -> admin.resources(TrainJob.class)
                                .inNamespace(namespace.name())
                                .withName("first")
                                .get()
                        == null);
        Run again = upload(huge, "code", "first");
        assertThat(again.out()).as(again.err()).contains("| table " + digest);
        assertThat(again.err()).contains("the claim code has this code already, in trainyard/first-");

        try (Stream<Path> left = Files.list(folder.resolve("claim/trainyard"))) {
            assertThat(left).hasSize(1);
        }
        awaitNoPodOfAnUpload(admin, namespace);
    }

    @Test
    @DisplayName(
            "Ctrl-C while code is sent ends with 130, and leaves no pod, no TrainJob and nothing on the claim (LOCAL-201, LOCAL-202)")
    void stoppedWhileItIsSent(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        letUpload(admin, namespace);
        Path endless = Files.createDirectories(folder.resolve("endless"));
        byte[] noise = new byte[150_000_000];
        new Random(6).nextBytes(noise);
        Files.write(endless.resolve("table.bin"), noise);
        Files.writeString(endless.resolve("train.py"), "");

        Process sending = start(uploadArguments(endless, "another", "stopped"));
        Path errors = folder.resolve("err.txt");
        await("some of it is sent")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !sending.isAlive() || Files.readString(errors).contains("sent 10 %"));
        Signals.send(sending, "INT");

        assertThat(sending.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(errors))
                .contains("stopped; no TrainJob was created")
                .doesNotContain("warning: the pod");
        assertThat(sending.exitValue()).isEqualTo(130);
        assertThat(admin.resources(TrainJob.class)
                        .inNamespace(namespace.name())
                        .withName("stopped")
                        .get())
                .isNull();
        awaitNoPodOfAnUpload(admin, namespace);
        assertThat(folder.resolve("another-claim/trainyard")).isEmptyDirectory();
    }

    @Test
    @DisplayName(
            "a claim that gets its volume with its first pod gets it with the upload, on the machine that trains then (LOCAL-202)")
    void aVolumeThatComesWithThePod(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        letUpload(admin, namespace);
        apply(admin, namespace, LATE_CLAIM);
        try {
            Path small = Files.createDirectories(folder.resolve("small"));
            Files.writeString(small.resolve("train.py"), "print('trained', 6 * 7)\n");

            Run run = upload(small, "late", "late");

            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(run.err()).contains("note: the claim late has no volume yet; it gets one with the first pod");
            assertThat(run.out()).contains("| trained 42");
        } finally {
            admin.persistentVolumes().withName("late-volume-of-submit").delete();
            admin.storage().v1().storageClasses().withName("late-of-submit").delete();
        }
    }

    private static void letUpload(KubernetesClient admin, TestNamespace namespace) {
        apply(admin, namespace, RIGHTS_TO_UPLOAD.replaceFirst("\n---", RIGHT_TO_EXEC));
    }

    private static void awaitNoPodOfAnUpload(KubernetesClient admin, TestNamespace namespace) {
        await("no pod is left").atMost(LIMIT).until(() -> admin.pods()
                .inNamespace(namespace.name())
                .withLabel("trainyard.dev/code-upload")
                .list()
                .getItems()
                .isEmpty());
    }

    private static Run upload(Path code, String claim, String name) throws Exception {
        return submit(uploadArguments(code, claim, name));
    }

    private static String[] uploadArguments(Path code, String claim, String name) {
        return new String[] {
            "--code-claim",
            claim,
            "--upload",
            "--code",
            code.toString(),
            "--name",
            name,
            "--watch",
            "--",
            "python3",
            "train.py"
        };
    }

    private static List<ConfigMap> parts(KubernetesClient admin, TestNamespace namespace) {
        return admin.configMaps()
                .inNamespace(namespace.name())
                .withLabel("trainyard.dev/code-of", "large")
                .list()
                .getItems();
    }

    private static ConfigMap archive(KubernetesClient admin, TestNamespace namespace) {
        return admin.configMaps()
                .inNamespace(namespace.name())
                .withName("trains-code")
                .get();
    }

    @Test
    @DisplayName("a job that fails ends with 1 and says why; one that is refused leaves no code behind")
    void failures(TestCluster cluster, TestNamespace namespace) throws Exception {
        Run failed = submit("--name", "fails", "--watch", "--", "python3", "train.py", "1", "3");
        assertThat(failed.code()).as(failed.out() + failed.err()).isEqualTo(1);
        assertThat(failed.out()).contains("TrainJob fails: Failed", "why: ");

        Run refused = submit("--name", "Refused", "--", "python3", "train.py", "1");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("the TrainJob cannot be submitted", "Refused");
        assertThat(submit("--runtime", "plain-distribted", "--", "python3", "train.py")
                        .err())
                .contains("runtime \"plain-distribted\" does not exist; ");
        assertThat(cluster.adminClient()
                        .configMaps()
                        .inNamespace(namespace.name())
                        .withLabel("trainyard.dev/code-of")
                        .list()
                        .getItems())
                .allSatisfy(left -> assertThat(left.getMetadata().getOwnerReferences())
                        .as(left.getMetadata().getName())
                        .isNotEmpty());
    }

    @Test
    @DisplayName("what may be packed is what an API server takes, to the byte")
    void theLimit(TestCluster cluster, TestNamespace namespace) {
        byte[] most = new byte[CodeArchive.MAX_PART_BYTES];
        new Random(2).nextBytes(most);
        KubernetesClient admin = cluster.adminClient();

        assertThat(admin.resource(configMap(namespace, "most", most)).create()).isNotNull();
        byte[] more = new byte[CodeArchive.MAX_PART_BYTES + 1];
        assertThatThrownBy(
                        () -> admin.resource(configMap(namespace, "more", more)).create())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("Too long");
    }

    private static ConfigMap configMap(TestNamespace namespace, String name, byte[] content) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace.name())
                .endMetadata()
                .addToBinaryData(CodeMount.KEY, Base64.getEncoder().encodeToString(content))
                .build();
    }
}

package io.trainyard.launcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.code.CodeArchive;
import io.trainyard.launcher.code.CodeFolder;
import io.trainyard.local.validation.NewObjectValidator;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A TrainJob that brings its code (LOCAL-194, LOCAL-197)")
final class CodeMountTest {
    @TempDir
    private Path folder;

    private static Map<String, Object> added(CodeMount.Source source, String below, String runtime, String... command)
            throws IOException {
        ClusterTrainingRuntime definition = new KubernetesSerialization()
                .unmarshal(
                        Files.readString(Path.of("../deploy/runtimes", runtime + ".yaml")),
                        ClusterTrainingRuntime.class);
        Map<String, Object> job = new CodeMount(source, below)
                .addTo(
                        Tree.of(
                                "apiVersion",
                                "trainer.kubeflow.org/v1alpha1",
                                "kind",
                                "TrainJob",
                                "metadata",
                                Tree.of("name", "job"),
                                "spec",
                                Tree.of(
                                        "runtimeRef",
                                        Tree.of("name", runtime),
                                        "trainer",
                                        Tree.of("command", List.of(command)))),
                        definition);
        assertThat(new NewObjectValidator().errors(job)).isEmpty();
        assertThat(TreeConversion.withoutNulls(TreeConversion.toTree(CodeMount.object(job))))
                .containsKeys("metadata", "spec");
        return job;
    }

    private static List<String> patched(Map<String, Object> job) {
        Map<String, Object> patch = Tree.objects(job, "spec", "runtimePatches").get(0);
        List<String> found = new ArrayList<>();
        for (Map<String, Object> replicated :
                Tree.objects(patch, "trainingRuntimeSpec", "template", "spec", "replicatedJobs")) {
            Map<String, Object> pod = Tree.child(replicated, "template", "spec", "template", "spec");
            Tree.objects(pod, "containers").get(0).forEach((key, value) -> {
                if (key.equals("name")) {
                    found.add(Tree.text(replicated, "name") + "/" + value + ": "
                            + String.join(
                                    ", ",
                                    Tree.objects(pod, "volumes").stream()
                                            .map(volume -> String.valueOf(volume.keySet()))
                                            .toList()));
                }
            });
        }
        return found;
    }

    @Test
    @DisplayName("has volumes where its runtime trains, and not where it fetches data; its command unpacks first")
    void whereItTrains() throws IOException {
        CodeMount.Source archive = new CodeMount.Archive("job-code", 1, "");
        Map<String, Object> plain = added(archive, "", "torch-with-data", "torchrun", "train.py");
        assertThat(patched(plain)).containsExactly("node/node: [name, configMap], [name, emptyDir]");
        List<Object> command = Tree.list(plain, "spec", "trainer", "command");
        assertThat(command)
                .startsWith("sh", "-c")
                .endsWith("trainyard", "torchrun", "train.py")
                .hasSize(6);
        assertThat(String.valueOf(command.get(2))).endsWith("cd \"$code\"\nexec \"$@\"\n");

        Map<String, Object> mpi =
                added(archive, "", "mpi-distributed", "mpirun", "--bind-to", "none", "python3", "solve.py");
        assertThat(patched(mpi))
                .containsExactly(
                        "node/node: [name, configMap], [name, emptyDir]",
                        "launcher/node: [name, configMap], [name, emptyDir]");
        assertThat(Tree.list(mpi, "spec", "trainer", "command"))
                .startsWith("mpirun", "--bind-to", "none", "sh", "-c")
                .endsWith("trainyard", "python3", "solve.py");

        Map<String, Object> claimed =
                added(new CodeMount.Claim("code", ""), "", "plain-distributed", "python3", "x.py");
        assertThat(patched(claimed)).containsExactly("node/node: [name, persistentVolumeClaim]");
        assertThat(Tree.list(claimed, "spec", "trainer", "command").get(2))
                .isEqualTo("set -e\ncode=/trainyard/code\ncd \"$code\"\nexec \"$@\"\n");
    }

    @Test
    @DisplayName(
            "sees of a claim the folder that was brought there, and starts in the user's folder within it (LOCAL-201)")
    void fromAFolderOfAClaim() throws IOException {
        Map<String, Object> job = added(
                new CodeMount.Claim("code", "trainyard/train-0123456789ab"),
                "sub",
                "plain-distributed",
                "python3",
                "x.py");

        Map<String, Object> patch = Tree.objects(job, "spec", "runtimePatches").get(0);
        Map<String, Object> pod = Tree.child(
                Tree.objects(patch, "trainingRuntimeSpec", "template", "spec", "replicatedJobs")
                        .get(0),
                "template",
                "spec",
                "template",
                "spec");
        assertThat(Tree.objects(Tree.objects(pod, "containers").get(0), "volumeMounts"))
                .containsExactly(Tree.of(
                        "name",
                        "trainyard-code",
                        "mountPath",
                        "/trainyard/code",
                        "subPath",
                        "trainyard/train-0123456789ab"));
        assertThat(Tree.list(job, "spec", "trainer", "command").get(2))
                .isEqualTo("set -e\ncode=/trainyard/code\ncd \"$code\"/'sub'\nexec \"$@\"\n");
    }

    @Test
    @DisplayName(
            "its command unpacks once in a pod, however many processes start at once and again, with tar or with Python alone")
    void unpacking() throws Exception {
        Path code = Files.createDirectories(folder.resolve("source/it's here"));
        Files.writeString(code.resolve("name.txt"), "found\n");
        byte[] archive = CodeArchive.of(CodeFolder.at(folder.resolve("source"), List.of()))
                .bytes();
        Map<String, Object> job = added(
                new CodeMount.Archive("job-code", 1, ""),
                "it's here",
                "plain-distributed",
                "sh",
                "-c",
                "cat name.txt; echo \"$1\"",
                "x",
                "a b");
        Path tools = Files.createDirectories(folder.resolve("bin"));
        for (String tool : List.of("sh", "mktemp", "chmod", "ln", "rm", "cat", "python3", "gzip", "tar")) {
            Files.createSymbolicLink(tools.resolve(tool), tool(tool));
        }
        for (boolean withTar : List.of(true, false)) {
            if (!withTar) {
                Files.delete(tools.resolve("tar"));
            }
            Path root = Files.createTempDirectory(folder, "pod");
            Files.createDirectories(root.resolve("code"));
            Files.write(Files.createDirectories(root.resolve("archive")).resolve(CodeMount.KEY), archive);
            List<String> command = Tree.list(job, "spec", "trainer", "command").stream()
                    .map(word -> String.valueOf(word).replace("/trainyard/", root + "/"))
                    .toList();
            List<Process> processes = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
                builder.environment().put("PATH", tools.toString());
                processes.add(builder.start());
            }
            for (Process process : processes) {
                assertThat(new String(process.getInputStream().readAllBytes())).isEqualTo("found\na b\n");
                assertThat(process.waitFor()).isZero();
            }
            try (Stream<Path> left = Files.list(root.resolve("code"))) {
                assertThat(left).as("the link and one folder").hasSize(2);
            }
        }
    }

    @Test
    @DisplayName(
            "large code comes in several ConfigMaps, which its command joins; one part that is another one is noticed (LOCAL-196)")
    void parts() throws Exception {
        byte[] noise = new byte[CodeArchive.MAX_PART_BYTES + 5_000];
        new Random(3).nextBytes(noise);
        Files.write(Files.createDirectories(folder.resolve("large")).resolve("weights.bin"), noise);
        CodeArchive archive = CodeArchive.of(CodeFolder.at(folder.resolve("large"), List.of()));
        assertThat(archive.parts())
                .extracting(part -> part.length)
                .hasSize(2)
                .first()
                .isEqualTo(1 << 20);
        CodeMount.Archive source = new CodeMount.Archive("job-code", 2, archive.checksum());
        assertThat(source.configMaps()).containsExactly("job-code", "job-code-2");
        Map<String, Object> job = added(source, "", "plain-distributed", "sh", "-c", "wc -c < weights.bin");
        assertThat(patched(job)).containsExactly("node/node: [name, projected], [name, emptyDir]");

        Path tools = Files.createTempDirectory(folder, "bin");
        for (String tool : List.of("sh", "mktemp", "chmod", "ln", "rm", "cat", "wc", "sha256sum", "gzip", "tar")) {
            Files.createSymbolicLink(tools.resolve(tool), tool(tool));
        }
        Path pod = pod(archive.parts());
        Ended ended = start(job, pod, tools);
        assertThat(ended.output().strip()).isEqualTo(String.valueOf(noise.length));
        assertThat(ended.code()).isZero();
        try (Stream<Path> left = Files.list(pod.resolve("code"))) {
            assertThat(left).as("the link and one folder").hasSize(2);
        }

        byte[] other = archive.parts().get(1);
        other[other.length / 2] ^= 1;
        Ended damaged = start(job, pod(List.of(archive.parts().get(0), other)), tools);
        assertThat(damaged.output()).contains("the code has not arrived as it was sent");
        assertThat(damaged.code()).isEqualTo(1);
    }

    private Path pod(List<byte[]> parts) throws IOException {
        Path root = Files.createTempDirectory(folder, "pod");
        Files.createDirectories(root.resolve("code"));
        Files.createDirectories(root.resolve("archive"));
        for (int i = 0; i < parts.size(); i++) {
            Files.write(root.resolve("archive/part-" + (i + 1)), parts.get(i));
        }
        return root;
    }

    private record Ended(int code, String output) {}

    private static Ended start(Map<String, Object> job, Path root, Path tools) throws Exception {
        List<String> command = Tree.list(job, "spec", "trainer", "command").stream()
                .map(word -> String.valueOf(word).replace("/trainyard/", root + "/"))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", tools.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        return new Ended(process.waitFor(), output);
    }

    private static Path tool(String name) {
        return Stream.of("/bin", "/usr/bin", "/usr/local/bin")
                .map(place -> Path.of(place, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}

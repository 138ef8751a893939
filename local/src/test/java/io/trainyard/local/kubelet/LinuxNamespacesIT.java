package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.trainyard.local.client.Resource;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.process.LinuxNamespaces;
import io.trainyard.local.kubelet.volume.VolumeWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths, and names, as in a container, without an engine (LOCAL-69, LOCAL-78, LOCAL-79, INIT-91). */
final class LinuxNamespacesIT {
    private static final int NOBODY = 65534;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsNamespaces() {
        if (Boolean.getBoolean("namespaces.required")) {
            return;
        }
        assumeThatCode(() -> LinuxNamespaces.open(folder, System.getenv("PATH")))
                .doesNotThrowAnyException();
    }

    private Laptop laptop() {
        return new Laptop(folder.resolve("run"), Laptop::withNamespaces);
    }

    @Test
    @DisplayName("programs see their host name, the names of others and their mount paths (LOCAL-69)")
    void programsSeeTheirHostNameTheNamesOfOthersAndTheirMountPaths() {
        String pod =
                """
                metadata: {name: demo-%1$d, labels: {jobset.sigs.k8s.io/jobset-name: demo}}
                spec:
                  restartPolicy: Never
                  hostname: demo-node-0-%1$d
                  subdomain: demo
                  volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    workingDir: /workspace-of-test
                    env: [{name: FIRST, value: demo-node-0-0.demo}]
                    command: [sh, -c, 'until getent hosts demo-node-0-1.demo >/dev/null; do sleep 0.1; done; uname -n; pwd; echo $FIRST; touch here /usr/share/of-test/deep/there /dev/termination-log; getent hosts demo-node-0-1.demo; ls /usr/share | wc -l; id -u; printf done > /dev/termination-log']
                    volumeMounts: [{name: a, mountPath: /workspace-of-test}, {name: b, mountPath: /usr/share/of-test/deep}]
                """;
        try (Laptop laptop = new Laptop(folder, Laptop::withNamespaces)) {
            laptop.run(pod.formatted(0));
            laptop.awaitPod("demo-0", "running", status -> "Running".equals(status.get("phase")));
            laptop.run(pod.formatted(1));
            laptop.awaitPhase("demo-0", "Succeeded");
            laptop.awaitPhase("demo-1", "Succeeded");

            assertThat(laptop.log("demo-0", "main"))
                    .startsWith("demo-node-0-0\n/workspace-of-test\ndemo-node-0-0.demo\n127.")
                    .contains("demo-node-0-1");
            Path volumes = laptop.podFolder("demo-0").root().resolve("volumes");
            assertThat(volumes.resolve("a/here")).exists();
            assertThat(volumes.resolve("b/there")).exists();
            assertThat(laptop.podFolder("demo-0").terminationMessage("main")).hasContent("done");
            assertThat(Files.exists(Path.of("/workspace-of-test"))).isFalse();
            assertThat(Files.exists(Path.of("/usr/share/of-test"))).isFalse();
        }
    }

    @Test
    @DisplayName(
            "each container sees its mounts at their paths, inner ones inside outer ones; nothing of it is left on the machine (LOCAL-78)")
    void mountsAreWhereTheContainerAsksForThem() {
        String pod =
                """
                metadata: {name: mounts}
                spec:
                  restartPolicy: Never
                  volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    workingDir: /of-test/deep
                    env: [{name: user, value: kept}, {name: INNER, value: /of-test/deep/inner}]
                    command: [python3, -c, "import os; p = '/of-' + 'test/deep/inner/file'; open(p, 'w').write('x'); open('here', 'w').close(); print(os.getcwd(), os.environ['user'], os.environ['INNER'], os.environ['TRAINYARD_MOUNT_A'], os.getuid(), os.path.ismount('/of-test/deep'))"]
                    volumeMounts: [{name: a, mountPath: /of-test/deep}, {name: b, mountPath: /of-test/deep/inner}]
                """;
        try (Laptop laptop = laptop()) {
            laptop.run(pod);
            laptop.awaitPhase("mounts", "Succeeded");

            assertThat(laptop.log("mounts", "main"))
                    .startsWith("/of-test/deep kept /of-test/deep/inner /of-test/deep ")
                    .endsWith(" True\n");
            Path volumes = laptop.podFolder("mounts").root().resolve("volumes");
            assertThat(volumes.resolve("a/here")).exists();
            assertThat(volumes.resolve("b/file")).hasContent("x");
            assertThat(Path.of("/of-test")).doesNotExist();
        }
    }

    @Test
    @DisplayName(
            "the folder of data sets and models belongs to the container, also where nothing is mounted; an earlier run's data is not there (INIT-91)")
    void theWorkspaceIsTheContainersOwn() {
        try (Laptop laptop = laptop()) {
            laptop.runOnce(
                    "first",
                    "mkdir -p /workspace/dataset && echo old > /workspace/dataset/file && find /workspace -type f");
            laptop.awaitPhase("first", "Succeeded");
            laptop.runOnce("second", "find /workspace -type f; touch /workspace/checkpoint");
            laptop.awaitPhase("second", "Succeeded");

            assertThat(laptop.log("first", "main")).isEqualTo("/workspace/dataset/file\n");
            assertThat(laptop.log("second", "main")).isEmpty();
            assertThat(laptop.podFolder("second").workspace("main").resolve("checkpoint"))
                    .exists();
            assertThat(Path.of("/workspace")).doesNotExist();
        }
    }

    @Test
    @DisplayName(
            "results with absolute links are sent as the program that made the links sees them, into /tmp of the machine, too (INIT-90)")
    void absoluteLinksInResultsLeadToResults() throws IOException {
        Path results = Files.createDirectories(folder.resolve("results"));
        String pod =
                """
                metadata: {name: sends}
                spec:
                  restartPolicy: Never
                  volumes: [{name: work, emptyDir: {}}]
                  initContainers:
                  - name: trains
                    image: none
                    command: [sh, -c, "mkdir -p /workspace/output/epoch=3 && cd /workspace/output && echo weights > epoch=3/state && ln -s /workspace/output/epoch=3 latest && ln -s /workspace/output circle"]
                    volumeMounts: [{name: work, mountPath: /workspace}]
                  containers:
                  - name: output
                    image: trainyard-initializer
                    args: [output]
                    env: [{name: OUTPUT_URI, value: "file://%s"}]
                    volumeMounts: [{name: work, mountPath: /workspace}]
                """
                        .formatted(results);
        InitializerOptions program = new InitializerOptions(
                Optional.of(
                        Path.of("..", "clients", "initializer").toAbsolutePath().normalize()),
                Optional.empty(),
                Optional.empty());
        try (Laptop laptop = new Laptop(folder.resolve("run"), options -> Laptop.withNamespaces(options)
                .withPrograms(Settings.programs(ExecutorKind.process, List.of(), program)))) {
            laptop.run(pod);
            laptop.awaitPhase("sends", "Succeeded");

            assertThat(results.resolve("latest/state")).hasContent("weights\n");
            assertThat(laptop.log("sends", "output"))
                    .contains("2 files")
                    .contains("left out: circle (a link in a circle");
        }
    }

    @Test
    @DisplayName("what is mounted for reading can only be read, also by root (LOCAL-79)")
    void readOnlyMountsAreReadOnly() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("file"), "of the user");
        String pod =
                """
                metadata: {name: reads}
                spec:
                  restartPolicy: Never
                  volumes: [{name: data, hostPath: {path: %s}}, {name: out, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, "cat /of-test/file; echo changed > /of-test/file || echo refused; echo fine > /of-test-out/x"]
                    volumeMounts: [{name: data, mountPath: /of-test, readOnly: true}, {name: out, mountPath: /of-test-out}]
                """
                        .formatted(data);
        try (Laptop laptop = new Laptop(
                folder.resolve("run"),
                options -> Settings.mounting(Map.of(), true, false, Laptop.withNamespaces(options)))) {
            laptop.run(pod);
            laptop.awaitPhase("reads", "Succeeded");

            assertThat(laptop.log("reads", "main")).contains("of the user", "Read-only", "refused");
            assertThat(data.resolve("file")).hasContent("of the user");
        }
    }

    @Test
    @DisplayName("a program that lies in a volume is found there (LOCAL-63)")
    void aProgramInAVolumeIsFound() {
        String pod =
                """
                metadata: {name: inside}
                spec:
                  restartPolicy: Never
                  volumes: [{name: bin, configMap: {name: scripts, defaultMode: 493}}]
                  containers:
                  - {name: main, image: none, command: [/of-test/bin/hello], volumeMounts: [{name: bin, mountPath: /of-test/bin}]}
                """;
        try (Laptop laptop = laptop()) {
            laptop.create(
                    Resource.CONFIG_MAPS, "{metadata: {name: scripts}, data: {hello: \"#!/bin/sh\\necho $0\\n\"}}");
            laptop.run(pod);
            laptop.awaitPhase("inside", "Succeeded");

            assertThat(laptop.log("inside", "main")).isEqualTo("/of-test/bin/hello\n");
        }
    }

    @Test
    @DisplayName(
            "a mount that would hide the system, or the user's work, is a folder elsewhere as without namespaces (LOCAL-78)")
    void whatIsNeededOfTheMachineIsNotHidden() throws IOException {
        String pod =
                """
                metadata: {name: hides}
                spec:
                  restartPolicy: Never
                  volumes: [{name: v, emptyDir: {}}]
                  containers:
                  - {name: main, image: none, command: [sh, -c, "ls -d /usr/bin; pwd; touch %1$s/made"], volumeMounts: [{name: v, mountPath: %1$s}]}
                """
                        .formatted(folder.toRealPath());
        try (Laptop laptop = laptop()) {
            laptop.run(pod);
            laptop.awaitPhase("hides", "Succeeded");

            assertThat(laptop.log("hides", "main")).contains("/usr/bin\n");
            assertThat(laptop.podFolder("hides").root().resolve("volumes/v/made"))
                    .exists();
            assertThat(folder.resolve("made")).doesNotExist();
        }
    }

    @Test
    @DisplayName("a machine that allows no namespaces rewrites paths and says so once (LOCAL-78)")
    void withoutNamespacesPathsAreRewrittenWithAWarning() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path refusing = Files.writeString(bin.resolve("unshare"), "#!/bin/sh\necho not permitted >&2; exit 1\n");
        Files.setPosixFilePermissions(refusing, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> variables = Map.of("PATH", bin + ":" + System.getenv("PATH"));
        String pod =
                """
                metadata: {name: %s}
                spec:
                  restartPolicy: Never
                  volumes: [{name: v, emptyDir: {}}]
                  containers:
                  - {name: main, image: none, command: [sh, -c, "touch /of-test/x /workspace/y"], volumeMounts: [{name: v, mountPath: /of-test}]}
                """;
        try (Laptop laptop = new Laptop(folder.resolve("run"), Laptop::withNamespaces, variables)) {
            laptop.run(pod.formatted("one"));
            laptop.awaitPhase("one", "Succeeded");
            laptop.run(pod.formatted("two"));
            laptop.awaitPhase("two", "Succeeded");

            assertThat(laptop.awaitEvent("one", "PathsRewritten"))
                    .contains("not permitted", "/of-test", "command, args and env");
            assertThat(laptop.eventReasons("two")).doesNotContain("PathsRewritten");
            assertThat(laptop.podFolder("one").root().resolve("volumes/v/x")).exists();
            assertThat(laptop.podFolder("one").workspace("main").resolve("y")).exists();
        }
    }

    @Test
    @DisplayName("what every container mounts takes few programs, since each costs more than the mounts (LOCAL-163)")
    void theViewTakesFewPrograms() throws Exception {
        List<String> command = new ArrayList<>(List.of("unshare"));
        if (!"root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        // Where ids of processes begin anew, the next one tells how many there were.
        command.addAll(List.of("--mount", "--uts", "--pid", "--fork", "--", "/bin/sh", "-c", script(), "unshare"));
        Path log = Files.createFile(folder.resolve("log"));
        Path other = Files.createDirectories(folder.resolve("with a space"));
        command.addAll(List.of(folder.resolve("stage").toString(), "/etc/hosts", "of-test", "/of-test", "", "3"));
        command.addAll(List.of("rw", "/dev/log-of-test", log.toString()));
        command.addAll(List.of("rw", "/of-test", other.toString()));
        command.addAll(List.of("rw", "/usr/local", other.toString()));
        command.addAll(List.of("/bin/sh", "-c", "touch here; echo said > /dev/log-of-test; true & echo $!"));
        Process view = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(view.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeFalse(said.startsWith("unshare:"), said);

        assertThat(Integer.parseInt(said.strip())).isLessThanOrEqualTo(15);
        assertThat(other.resolve("here")).exists();
        assertThat(log).hasContent("said");
    }

    private static String script() throws IOException {
        try (InputStream resource = LinuxNamespaces.class.getResourceAsStream("namespaces.sh")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("an ordinary user has the same, and stays who he is (INIT-91)")
    void anOrdinaryUserHasThem() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
        assumeTrue("root".equals(System.getProperty("user.name")), "is an ordinary user already");
        Path place = Files.createTempDirectory(Path.of("/tmp"), "nobody");
        try {
            Path workspace = Files.createDirectories(place.resolve("workspace"));
            for (Path each : List.of(place, workspace)) {
                Files.setAttribute(each, "unix:uid", NOBODY);
            }
            String user = NOBODY + ":" + NOBODY;
            List<String> command = new ArrayList<>(List.of(
                    "setpriv",
                    "--reuid",
                    "" + NOBODY,
                    "--regid",
                    "" + NOBODY,
                    "--clear-groups",
                    "unshare",
                    "--user",
                    "--map-root-user",
                    "--mount",
                    "--",
                    "/bin/sh",
                    "-c",
                    script(),
                    "unshare"));
            command.addAll(List.of(place.resolve("stage").toString(), "", "", "/workspace", user));
            command.addAll(List.of("1", "rw", "/workspace", workspace.toString()));
            command.addAll(List.of("/bin/sh", "-c", "touch made; echo $(id -u) $(pwd)"));
            Process view = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(view.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assumeFalse(said.startsWith("unshare:"), said);

            assertThat(said).isEqualTo(NOBODY + " /workspace\n");
            assertThat(Files.getAttribute(workspace.resolve("made"), "unix:uid"))
                    .isEqualTo(NOBODY);
            assertThat(Path.of("/workspace")).doesNotExist();
        } finally {
            VolumeWriter.delete(place);
        }
    }
}

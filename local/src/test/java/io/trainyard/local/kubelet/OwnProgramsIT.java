package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of the user's own sees the machine as his shell does (LOCAL-65, LOCAL-78, LOCAL-131). */
final class OwnProgramsIT {
    private static final Map<String, String> SHELL = Map.of(
            "PYENV_VERSION",
            "3.12.1",
            "http_proxy",
            "http://127.0.0.1:9",
            "no_proxy",
            ".corp.example",
            "MY_SECRET",
            "s3cret");

    @TempDir
    private Path folder;

    private Laptop laptop;

    @BeforeEach
    void start() {
        laptop = new Laptop(
                folder.resolve("run"),
                options -> Laptop.withNamespaces(Settings.kubelet(
                        "", options.folders(), options.programs(), Map.of("default/mine", Set.of("GIVEN")))),
                SHELL);
    }

    @AfterEach
    void stop() {
        laptop.close();
    }

    private void run(String name, String job, String env, String... command) {
        String words = Stream.of(command)
                .map(word -> "'" + word + "'")
                .reduce((a, b) -> a + ", " + b)
                .orElseThrow();
        laptop.run(
                """
                metadata: {name: %s, labels: {jobset.sigs.k8s.io/jobset-name: %s}}
                spec:
                  restartPolicy: Never
                  hostname: %s-node-0-0
                  subdomain: %s
                  containers:
                  - {name: node, image: none, env: [%s], command: [%s]}
                """
                        .formatted(name, job, job, job, env, words));
    }

    private List<String> output(String name) {
        laptop.awaitPhase(name, "Succeeded");
        return laptop.log(name, "node").lines().toList();
    }

    @Test
    @DisplayName(
            "one process gets its words, its folder, and the variables of the shell with nothing but Trainyard's own on top (LOCAL-65)")
    void oneProcess() {
        run(
                "one",
                "mine",
                "{name: GIVEN, value: \"http://127.0.0.1:5055 /workspace mine-node-0-0.mine:29500\"}, {name: JOB_COMPLETION_INDEX, value: \"0\"}",
                "sh",
                "-c",
                "echo \"$@\"; pwd; env",
                "sh",
                "/workspace/x",
                "mine-node-0-0.mine:29500",
                "127.0.0.1:5055");

        List<String> lines = output("one");

        assertThat(lines.get(0)).isEqualTo("/workspace/x mine-node-0-0.mine:29500 127.0.0.1:5055");
        assertThat(lines.get(1)).isEqualTo(laptop.folder().toString());
        assertThat(lines)
                .contains(
                        "GIVEN=http://127.0.0.1:5055 /workspace mine-node-0-0.mine:29500",
                        "PYENV_VERSION=3.12.1",
                        "no_proxy=.corp.example");
        Set<String> own = Set.of("GIVEN", "PYTHONUNBUFFERED", "PWD", "OLDPWD", "SHLVL", "_");
        assertThat(lines.subList(2, lines.size()).stream()
                        .map(line -> line.substring(0, Math.max(0, line.indexOf('='))))
                        .filter(name -> !name.isEmpty() && !name.startsWith("TRAINYARD_"))
                        .filter(name -> !System.getenv().containsKey(name) && !SHELL.containsKey(name)))
                .allMatch(own::contains);
    }

    @Test
    @DisplayName(
            "it sees the /tmp of the machine, and its name; no value of the shell's is written to the disk (LOCAL-131)")
    void theMachineAsItIs() throws IOException {
        Path file = Files.createTempFile(Path.of("/tmp"), "of-the-user", ".txt");
        try {
            Files.writeString(file, "data of the user\n");
            run("sees", "mine", "", "sh", "-c", "cat " + file + "; uname -n; sleep 1");
            run("other", "other", "", "sh", "-c", "uname -n");

            laptop.awaitPod("sees", "running", status -> "Running".equals(status.get("phase")));
            try (Stream<Path> files = Files.walk(laptop.folder())) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(each, java.nio.charset.StandardCharsets.ISO_8859_1))
                            .as(each.toString())
                            .doesNotContain("s3cret");
                }
            }
            assertThat(output("sees"))
                    .containsExactly(
                            "data of the user",
                            Files.readString(Path.of("/proc/sys/kernel/hostname"))
                                    .strip());
            assertThat(laptop.podFolder("sees").root().resolve("tmp")).doesNotExist();
        } finally {
            Files.delete(file);
        }
    }

    @Test
    @DisplayName(
            "what tells it of its group holds addresses, which no proxy stands before; what the user has given stays (LOCAL-69)")
    void oneOfAGroup() {
        run(
                "group",
                "mine",
                "{name: PET_MASTER_ADDR, value: mine-node-0-0.mine}, {name: GIVEN, value: mine-node-0-0.mine}",
                "sh",
                "-c",
                "echo $PET_MASTER_ADDR; echo $GIVEN; echo $no_proxy; echo $NO_PROXY");

        List<String> lines = output("group");

        assertThat(lines.get(0)).startsWith("127.");
        assertThat(lines.get(1)).isEqualTo("mine-node-0-0.mine");
        for (String list : lines.subList(2, 4)) {
            assertThat(Arrays.asList(list.split(","))).contains(".corp.example", lines.get(0), "127.0.0.1");
        }
    }

    @Test
    @DisplayName("pods of others reach each other past the proxy, too, also by their names (LOCAL-65)")
    void podsOfOthers() {
        run(
                "pod",
                "other",
                "{name: FIRST, value: other-node-0-0.other}",
                "sh",
                "-c",
                "echo $no_proxy; echo ${MY_SECRET-none}");

        List<String> lines = output("pod");

        assertThat(Arrays.asList(lines.get(0).split(","))).contains("other-node-0-0.other", "127.0.0.1");
        assertThat(lines.get(1)).isEqualTo("none");
    }
}

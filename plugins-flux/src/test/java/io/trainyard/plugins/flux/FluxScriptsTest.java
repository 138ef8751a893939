package io.trainyard.plugins.flux;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.compile.CompiledJob;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of a pod, run by a real bash with a Flux that only writes down what it is asked to do. */
final class FluxScriptsTest {
    @TempDir
    private Path root;

    private final CompiledJob job = FluxJobs.wave(
                    "{numNodes: 2, numProcPerNode: 2, command: [lmp, '-v', 'a  \"b\" $HOME', ''], resourcesPerNode: {limits:"
                            + " {nvidia.com/gpu: 2}}}")
            .compiled();

    private record Run(int code, String output) {}

    @BeforeEach
    void imageOfFlux() throws IOException {
        for (String folder :
                List.of("mnt/flux", "opt/views/._view/hash/bin", "opt/software/lib", "image/opt", "curve", "bin")) {
            Files.createDirectories(root.resolve(folder));
        }
        Files.writeString(root.resolve("opt/software/lib/libflux.so"), "");
        Files.writeString(root.resolve("curve/curve.cert"), "secret");
        program(
                root.resolve("opt/views/._view/hash/bin/flux"),
                """
                printf '<%%s>' "$@" >>%1$s/calls
                echo >>%1$s/calls
                case "$1 $2" in
                  "R encode") echo '{"version": 1}' ;;
                  *) exit "$(head -n 1 %1$s/codes; sed -i 1d %1$s/codes)" ;;
                esac
                """
                        .formatted(root));
        program(root.resolve("bin/sleep"), "echo slept $1 >>" + root + "/calls\n");
        Files.writeString(root.resolve("codes"), "0\n");
        Files.writeString(root.resolve("calls"), "");
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Runs a script with the pod's folders moved into ours. */
    private Run run(String script, String host, List<Object> arguments) throws Exception {
        String moved = FluxJobs.script(job, script)
                .replace("/mnt/flux", root + "/mnt/flux")
                .replace("cp /curve/", "cp " + root + "/curve/")
                .replace("/opt/", root + (script.equals("init.sh") ? "/opt/" : "/image/opt/"));
        Files.createDirectories(root.resolve("image/opt/software"));
        List<String> command = new ArrayList<>(
                List.of("bash", Files.writeString(root.resolve(script), moved).toString()));
        arguments.forEach(word -> command.add(String.valueOf(word)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("output").toFile());
        builder.environment().put("HOSTNAME", host);
        builder.environment().put("PATH", root + "/bin:" + System.getenv("PATH"));
        Process process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), Files.readString(root.resolve("output")));
    }

    private Run start(String host) throws Exception {
        List<Object> command = Tree.list(FluxJobs.container(job), "command");
        return run("entrypoint.sh", host, command.subList(2, command.size()));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(root.resolve("calls"));
    }

    private void installed() throws Exception {
        Run run = run("init.sh", "wave-node-0-0", List.of());
        assertThat(run).as(run.output()).isEqualTo(new Run(0, ""));
    }

    @Test
    @DisplayName("FLUX-16 to FLUX-28: the installer leaves Flux, the list of hosts and the broker's configuration")
    void installs() throws Exception {
        installed();
        Path config = root.resolve("mnt/flux/config");

        assertThat(config.resolve("etc/flux/system/cron.d")).isDirectory();
        assertThat(config.resolve("var/lib/flux")).isDirectory();
        assertThat(config.resolve("run/flux")).isDirectory();
        assertThat(config.resolve("etc/flux/system/hostlist")).hasContent("wave-node-0-[0-1]");
        assertThat(config.resolve("etc/flux/config/broker.toml"))
                .content()
                .contains(
                        "default_bind = \"tcp://eth0:%p\"",
                        "default_connect = \"tcp://%h.wave.lab.svc.cluster.local:%p\"",
                        "{ host = \"wave-node-0-[0-1]\" },");
        assertThat(root.resolve("mnt/flux/view/bin/flux")).isExecutable();
        assertThat(root.resolve("mnt/flux/software/lib/libflux.so")).exists();
        assertThat(root.resolve("mnt/flux/flux-operator-done.txt")).exists();
    }

    @Test
    @DisplayName(
            "FLUX-13, FLUX-29 to FLUX-34, FLUX-36: the first pod describes the resources and runs the program, word by word")
    void leads() throws Exception {
        installed();
        Run run = start("wave-node-0-0");

        assertThat(run.code()).as(run.output()).isZero();
        String config = root + "/mnt/flux/config";
        assertThat(calls())
                .containsExactly(
                        "<R><encode><--hosts=wave-node-0-[0-1]><--cores=0-1><--gpus=0-1>",
                        "<start><-o><--config><" + config + "/etc/flux/config><-Scron.directory=" + config
                                + "/etc/flux/system/cron.d><-Stbon.fanout=256><-Srundir=" + config
                                + "/run/flux><-Sstatedir=" + config + "/var/lib/flux><-Slocal-uri=local://" + config
                                + "/run/flux/local><-Slog-stderr-level=0><-Slog-stderr-mode=local><flux><run><-N><2><-n><4><-g><1>"
                                + "<lmp><-v><a  \"b\" $HOME><>");
        Path certificate = root.resolve("mnt/flux/config/etc/curve/curve.cert");
        assertThat(certificate).hasContent("secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(certificate)))
                .endsWith("------");
        assertThat(root.resolve("mnt/flux/config/etc/flux/system/R")).hasContent("{\"version\": 1}");
        assertThat(root.resolve("image/opt/software/lib/libflux.so")).exists();
        assertThat(root.resolve("mnt/flux/flux-view.sh")).content().contains("fluxsocket=local://" + config);
    }

    @Test
    @DisplayName("FLUX-37: the pod ends as the program did")
    void fails() throws Exception {
        installed();
        Files.writeString(root.resolve("codes"), "42\n");

        assertThat(start("wave-node-0-0").code()).isEqualTo(42);
    }

    @Test
    @DisplayName("FLUX-35: the others try again until they could follow the first pod, and start no program")
    void follows() throws Exception {
        installed();
        Files.writeString(root.resolve("codes"), "1\n1\n0\n");
        Run run = start("wave-node-0-1");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(calls()).filteredOn(call -> call.equals("slept 15")).hasSize(2);
        assertThat(calls())
                .filteredOn(call -> call.startsWith("<start>"))
                .hasSize(3)
                .noneMatch(call -> call.contains("lmp"));
    }

    @Test
    @DisplayName("FLUX-15, FLUX-34: without a program the first pod runs a broker for people")
    void interactive() throws Exception {
        installed();
        Run run = run("entrypoint.sh", "wave-node-0-0", List.of());

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(calls().get(1)).startsWith("<broker><--config-path>").doesNotContain("<run>");
    }
}

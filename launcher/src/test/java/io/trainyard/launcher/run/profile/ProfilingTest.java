package io.trainyard.launcher.run.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.run.python.StartupModules;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How ranks are recorded: programs and profilers of a few lines, in the Python of this machine. */
@DisplayName("A rank that is recorded (LOCAL-176)")
final class ProfilingTest {
    /** Does with its arguments what py-spy does: it writes when the process has ended that it looks at. */
    private static final String PY_SPY =
            """
            #!/bin/sh
            echo "container: $TRAINYARD_CONTAINER" > "%1$s"
            echo "$@" >> "%1$s"
            while kill -0 "$3" 2>/dev/null; do sleep 0.01; done
            echo flame > "$7"
            """;

    /** What a PyTorch of this test has; the real one is for a run of its own. */
    private static final String TORCH_PROFILER =
            """
            class profile:
                def start(self):
                    print('records', flush=True)
                def stop(self):
                    pass
                def export_chrome_trace(self, path):
                    open(path, 'w').write('{}')
            """;

    @TempDir
    private Path folder;

    private ProfileFolder profiles() {
        return new ProfileFolder(folder.resolve("profile"));
    }

    private record Ended(int code, String output) {}

    private Ended python(MachineSettings.Profiling wish, String rank, String code) throws Exception {
        Map<String, String> variables = new LinkedHashMap<>(StartupModules.write(folder.resolve("python")));
        variables.putAll(profiles().prepare(wish));
        Path program = Files.writeString(
                Files.createDirectories(folder.resolve("work")).resolve("train.py"), code);
        ProcessBuilder builder = new ProcessBuilder("python3", program.toString())
                .directory(program.getParent().toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(variables);
        builder.environment().put("RANK", rank);
        builder.environment().put("TRAINYARD_CONTAINER", "mark");
        builder.environment().put("PYTHONPATH", folder.resolve("python") + File.pathSeparator + folder.resolve("own"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        return new Ended(process.waitFor(), output);
    }

    private MachineSettings.Profiling pySpy(Optional<Long> rank) throws IOException {
        Path program = Files.writeString(
                folder.resolve("py-spy"),
                PY_SPY.formatted(folder.resolve("arguments").toString()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return new MachineSettings.Profiling(rank, Optional.of(program));
    }

    private static MachineSettings.Profiling torch() {
        return new MachineSettings.Profiling(Optional.of(0L), Optional.empty());
    }

    private void torchIsInstalled() throws IOException {
        Path torch = Files.createDirectories(folder.resolve("own/torch"));
        Files.writeString(torch.resolve("__init__.py"), "loaded = True\n");
        Files.writeString(torch.resolve("profiler.py"), TORCH_PROFILER);
    }

    private List<String> lines(MachineSettings.Profiling wish) {
        return profiles().lines(wish, path -> path.getFileName().toString());
    }

    @Test
    @DisplayName(
            "py-spy looks at the rank, not at what that starts, and outlives it, since it belongs to no container; each attempt has a file of its own")
    void fromOutside() throws Exception {
        MachineSettings.Profiling wish = pySpy(Optional.of(1L));
        String code =
                "import os, subprocess, sys\nprint('pid', os.getpid(), flush=True)\nsubprocess.run([sys.executable, 'other.py'])\n";
        python(wish, "1", code);
        assertThat(lines(wish)).containsExactly("Profile of rank 1: rank-1.svg (a flame graph, for a browser)");
        Ended ended = python(wish, "1", code);

        assertThat(lines(wish)).containsExactly("Profile of rank 1: rank-1-2.svg (a flame graph, for a browser)");
        assertThat(profiles().root().resolve("rank-1.svg")).hasContent("flame");
        String pid = ended.output().lines().findFirst().orElse("").replace("pid ", "");
        assertThat(folder.resolve("arguments"))
                .hasContent("container: \nrecord --pid " + pid + " --format flamegraph --output "
                        + profiles().root().resolve("rank-1-2.svg.part"));
        assertThat(profiles().root().resolve("rank-1-3.log")).doesNotExist();
    }

    @Test
    @DisplayName("others are not recorded unless all are; a sitecustomize of the user counts as before")
    void others() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("own")).resolve("sitecustomize.py"), "print('own')\n");
        MachineSettings.Profiling wish = pySpy(Optional.of(1L));
        assertThat(python(wish, "0", "").output()).isEqualTo("own\n");
        assertThat(lines(wish)).containsExactly("No profile: there was no rank 1 that runs Python");

        MachineSettings.Profiling all = pySpy(Optional.empty());
        python(all, "0", "");
        python(all, "1", "");
        assertThat(lines(all)).hasSize(2).allMatch(line -> line.startsWith("Profile of rank "));
    }

    @Test
    @DisplayName("a py-spy that is not allowed to look does no harm to the program; the run says what it said")
    void refused() throws Exception {
        Path program =
                Files.writeString(folder.resolve("py-spy"), "#!/bin/sh\necho Error: Permission denied >&2; exit 1\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        MachineSettings.Profiling wish = new MachineSettings.Profiling(Optional.of(0L), Optional.of(program));

        Ended ended = python(wish, "0", "print('trains')\n");

        assertThat(ended).isEqualTo(new Ended(0, "trains\n"));
        assertThat(lines(wish)).containsExactly("No profile of rank 0: Error: Permission denied");
    }

    @Test
    @DisplayName(
            "PyTorch's profiler records from the import of torch to the end, also one by SIGTERM, whose exit code stays")
    void fromInside() throws Exception {
        torchIsInstalled();
        Ended ended = python(torch(), "0", "print('begins', flush=True)\nimport torch\nprint(torch.loaded)\n");
        assertThat(ended).isEqualTo(new Ended(0, "begins\nrecords\nTrue\n"));
        assertThat(lines(torch()))
                .containsExactly(
                        "Profile of rank 0: rank-0.trace.json (for https://ui.perfetto.dev or chrome://tracing)");

        Ended terminated = python(
                torch(), "0", "import os, signal, torch\nos.kill(os.getpid(), signal.SIGTERM)\nprint('not reached')\n");
        assertThat(terminated).isEqualTo(new Ended(128 + 15, "records\n"));
        assertThat(lines(torch()).get(0)).contains("rank-0-2.trace.json");
    }

    @Test
    @DisplayName("a program that never imports torch has no trace, and is told why")
    void withoutTorch() throws Exception {
        assertThat(python(torch(), "0", "import json\n")).isEqualTo(new Ended(0, ""));
        assertThat(lines(torch()))
                .containsExactly("No profile: there was no rank 0 that runs Python and imports torch");
    }
}

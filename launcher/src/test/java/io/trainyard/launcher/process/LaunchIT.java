package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer with a script and no YAML; the program of the distribution, real processes. */
final class LaunchIT {
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    private Path folder;

    private record Run(int code, String out, String err) {}

    private Run trainyard(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // Whatever cluster this machine knows is not meant.
        builder.environment().put("KUBECONFIG", folder.resolve("no-cluster").toString());
        Process process = builder.start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        return new Run(ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
    }

    @Test
    @DisplayName(
            "a command line trains on two nodes in its own folder; what --save and init write becomes the same objects (LOCAL-190, LOCAL-192, LOCAL-193)")
    void aCommandLineTrains() throws Exception {
        Files.writeString(folder.resolve("model.py"), "def forward(x):\n    return x * 2\n");
        Files.writeString(
                folder.resolve("train.py"),
                """
                import os, sys
                from model import forward
                print('rank', os.environ['RANK'], 'gives', forward(int(sys.argv[1])), os.environ['MODE'])
                """);
        String[] launch = {
            "launch", "--nodes", "2", "--nproc", "auto", "--env", "MODE=fast", "--follow", "all", "--no-page"
        };
        String[] program = {"--", "python3", "train.py", "21"};

        Run run = trainyard(joined(launch, program));
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err())
                .startsWith("2 nodes × auto processes: python3 train.py 21 with RANK, WORLD_SIZE and MASTER_ADDR, since"
                        + " nothing that train.py imports is a framework\n");
        assertThat(run.out()).contains("rank 0 gives 42 fast", "rank 1 gives 42 fast");
        assertThat(run.err()).contains("train: Complete after ");

        Run saved = trainyard(joined(launch, new String[] {"--save", "job.yaml"}, program));
        assertThat(saved.code()).as(saved.err()).isZero();
        assertThat(trainyard("run", "job.yaml", "--dry-run").out())
                .isEqualTo(trainyard(joined(launch, new String[] {"--dry-run"}, program))
                        .out());
        assertThat(trainyard("init", "train.py", "--nodes", "2").code()).isZero();
        Run rendered = trainyard("run", "train.yaml", "--dry-run");
        assertThat(rendered.code()).as(rendered.err()).isZero();
        assertThat(rendered.out()).contains("kind: JobSet");
    }

    @Test
    @DisplayName(
            "words, variables and addresses arrive byte for byte, also by way of a file, with a server of mine on that port (LOCAL-320, LOCAL-73)")
    void whatIsTypedArrives() throws Exception {
        Files.writeString(
                folder.resolve("show.py"),
                """
                import os, sys
                print('got', sys.argv[1:], os.environ.get('TEXT'))
                """);
        try (ServerSocket mine = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "http://127.0.0.1:" + mine.getLocalPort();
            String[] words = {"pa$$word", "$(HOSTNAME)", "^a$$|b", "$$(X)", address, "a  b"};
            String text = "a $$ b $(HOSTNAME) c " + address;
            String got = "got ['pa$$word', '$(HOSTNAME)', '^a$$|b', '$$(X)', '" + address + "', 'a  b'] ";
            String[] launch = {"launch", "--no-page", "--env", "TEXT=" + text};
            String[] program = joined(new String[] {"--", "python3", "show.py"}, words);

            assertThat(trainyard(joined(launch, program)).out()).contains(got + text);
            assertThat(trainyard(joined(new String[] {"run", "show.py", "--no-page", "--"}, words))
                            .out())
                    .contains(got);
            assertThat(trainyard(joined(launch, new String[] {"--save", "saved.yaml"}, program))
                            .code())
                    .isZero();
            assertThat(trainyard("run", "saved.yaml", "--no-page").out()).contains(got + text);
        }
    }

    @Test
    @DisplayName(
            "nodes that never connect are said to train for themselves, by the run and by why; those that do are not (LOCAL-370)")
    void nobodyTrainsAloneInSilence() throws Exception {
        assumeThat(Path.of("/proc/self/maps")).exists();
        Files.writeString(
                folder.resolve("train.py"),
                """
                import mmap, os, socket, sys, time
                with open('libtorch_of_a_test.so', 'wb') as library:
                    library.write(bytes(4096))
                with open('libtorch_of_a_test.so', 'rb') as library:
                    loaded = mmap.mmap(library.fileno(), 0, access=mmap.ACCESS_READ)
                if sys.argv[1] == 'meet':
                    group = os.path.abspath('port')
                    if os.environ['RANK'] == '0':
                        server = socket.create_server(('127.0.0.1', 0))
                        with open(group + '.new', 'w') as file:
                            file.write(str(server.getsockname()[1]))
                        os.rename(group + '.new', group)
                        other = server.accept()[0]
                    else:
                        while not os.path.exists(group):
                            time.sleep(0.1)
                        other = socket.create_connection(('127.0.0.1', int(open(group).read())))
                time.sleep(5)
                """);
        String[] launch = {"launch", "--framework", "plain", "--nodes", "2", "--no-page", "--", "python3", "train.py"};
        String sentence = "ach of the 2 nodes trained for itself: no rank ever connected to another";

        Run met = trainyard(joined(launch, new String[] {"meet"}));
        assertThat(met.code()).as(met.out() + met.err()).isZero();
        assertThat(met.err()).doesNotContain("for itself");

        Run alone = trainyard(joined(launch, new String[] {"alone"}));
        assertThat(alone.code()).isZero();
        assertThat(alone.err()).contains(sentence, "ACCELERATE_USE_CPU=true");
        assertThat(trainyard("why", "latest").out()).contains(sentence);
    }

    @Test
    @DisplayName("options of a program are never taken for those of torchrun, which reads abbreviations (LOCAL-321)")
    void optionsOfTheProgramAreItsOwn() throws Exception {
        String python = TorchOfThisMachine.python().orElse("");
        assumeThat(python).isNotEmpty();
        Files.writeString(folder.resolve("train.py"), "import sys, torch\nprint('arguments', sys.argv[1:])\n");
        String[] run = {"run", "train.py", "--no-page", "--python", python, "--nproc", "1"};

        assertThat(trainyard(joined(run, new String[] {"--", "--n", "5", "--log", "info", "--local"}))
                        .out())
                .contains("arguments ['--n', '5', '--log', 'info', '--local']");
    }

    @Test
    @DisplayName(
            "what would go to a cluster is shown where none is configured, with a line about what is not known (LOCAL-204)")
    void aRehearsalNeedsNoCluster() throws Exception {
        Files.writeString(folder.resolve("train.py"), "import torch\n");

        Run run = trainyard("submit", "--dry-run", "--nodes", "2", "--name", "mine", "--", "python3", "train.py");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .startsWith("apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\n")
                .contains("name: mine-code", "numNodes: 2");
        assertThat(run.err().lines().filter(line -> line.startsWith("note: ")))
                .singleElement()
                .satisfies(note -> assertThat(note)
                        .contains(
                                "the cluster could not be asked (",
                                "the runtime torch-distributed, taken as it comes"));
        assertThat(trainyard("submit", "--name", "mine", "--", "python3", "train.py")
                        .code())
                .isEqualTo(1);
    }

    private static String[] joined(String[]... parts) {
        List<String> all = new ArrayList<>();
        for (String[] part : parts) {
            all.addAll(List.of(part));
        }
        return all.toArray(String[]::new);
    }
}

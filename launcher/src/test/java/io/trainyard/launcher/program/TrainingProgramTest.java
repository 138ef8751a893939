package io.trainyard.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.trainyard.launcher.cli.input.ProgramFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What a command line trains with (LOCAL-190)")
final class TrainingProgramTest {
    private static final Map<String, String> FILES = files(
            "train.py",
            "import torch",
            "indirect.py",
            "import settings\nfrom models.net import Net",
            "models/__init__.py",
            "from flax import linen",
            "sub/main.py",
            "import helper",
            "sub/helper.py",
            "import paddle",
            "circle.py",
            "import circle",
            "both.py",
            "import jax\ntry:\n    import torch\nexcept ImportError:\n    pass",
            "pkg/__main__.py",
            "import torch",
            "pkg/job.py",
            "import jax",
            "hvd.py",
            "import torch\nimport horovod.torch as hvd",
            "app/__main__.py",
            "from .data import rows\nfrom app.deep.net import Net",
            "app/deep/net.py",
            "import torch",
            "starts.sh",
            "#!/bin/bash\nset -e\nexport A=1\nexec torchrun \\\n  --nproc_per_node=2 train.py \"$@\"\n",
            "plain.sh",
            "# torchrun is not here\npython prepare.py",
            "python.sh",
            "#!/bin/bash\nset -e\npython3 train.py\n",
            "jax.sh",
            "python3 both.py\n",
            "mpi.sh",
            "mpirun -n 2 python3 ranks.py\n",
            "ranks.sh",
            "python3 ranks.py\n",
            "accelerate.sh",
            "#!/bin/bash\naccelerate launch --cpu train.py\n",
            "deepspeed.sh",
            "deepspeed --num_gpus 2 train.py\n",
            "alone.sh",
            "torchrun --standalone --nproc_per_node=${1:-1} train.py\n",
            "one.sh",
            "torchrun --nnodes 1 --rdzv_endpoint=localhost:5973 train.py\n",
            "ranks.py",
            "from mpi4py import MPI",
            "xtrain.py",
            "#!/usr/bin/python3\nimport torch",
            "env/bin/poetry",
            "#!env/bin/python\nfrom poetry.console.application import main",
            "env/bin/mytrain",
            "#!env/bin/python\nimport sys\nfrom mypackage.cli import main",
            "env/lib/python3.11/site-packages/mypackage/__init__.py",
            "",
            "env/lib/python3.11/site-packages/mypackage/cli.py",
            "import torch",
            "spawns.py",
            "import torch\nos.environ[\"MASTER_ADDR\"] = \"localhost\"\nos.environ['MASTER_PORT'] = '12355'",
            "fits.py",
            "import lightning as L\nL.Trainer(devices=1).fit(model)");

    private static Map<String, String> files(String... namesAndTexts) {
        Map<String, String> files = new HashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            files.put(namesAndTexts[i], namesAndTexts[i + 1]);
        }
        return files;
    }

    private static final Path PYTHON = Path.of("/usr/bin/python3");

    @TempDir
    private static Path folder;

    private static Code code;

    /** What is installed lies in {@code env}. */
    @BeforeAll
    static void writeFiles() throws IOException {
        assumeThat(PYTHON).exists();
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling(""));
            Files.writeString(path, file.getValue().replace("#!env", "#!" + folder + "/env"));
        }
        for (String name : List.of("python", "python3")) {
            Files.createSymbolicLink(folder.resolve("env/bin").resolve(name), PYTHON);
        }
        for (String name : List.of("xtrain.py", "env/bin/poetry", "env/bin/mytrain")) {
            assertThat(folder.resolve(name).toFile().setExecutable(true)).isTrue();
        }
        code = new ProgramFiles(folder, Map.of("PATH", folder + "/env/bin"));
    }

    private static TrainingProgram program(String words, Group group) {
        return TrainingProgram.of(LiteralText.of(List.of(words.split(" "))), Optional.empty(), group, code);
    }

    private static TrainingProgram program(String words) {
        return program(words, new Group(Optional.of(2), Optional.empty()));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "python train.py --lr 1, python train.py --lr 1",
        "train.py --n 5, python3 train.py --n 5",
        "./xtrain.py, ./xtrain.py",
        "starts.sh 3, bash starts.sh 3",
        "torchrun --nproc_per_node=2 train.py, torchrun --nproc_per_node=2 train.py",
        "mpirun -n 2 python3 ranks.py, mpirun -n 2 python3 ranks.py",
        "accelerate launch train.py, accelerate launch train.py",
        "deepspeed --num_gpus 2 train.py, deepspeed --num_gpus 2 train.py",
        "taskset -c 0 python3 train.py, taskset -c 0 python3 train.py",
        "nvidia-smi -L, nvidia-smi -L"
    })
    @DisplayName(
            "without a group exactly what was typed is started, as one process that no framework serves (LOCAL-190)")
    void oneProcessIsWhatWasTyped(String words, String command) {
        TrainingProgram program = program(words, Group.NONE);

        assertThat(String.join(" ", program.command())).isEqualTo(command);
        assertThat(program.served()).isEqualTo(Framework.PLAIN);
        assertThat(program.variables("job")).isEmpty();
        assertThat(program.told()).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "python train.py --lr 1, TORCH, torchrun -- train.py --lr 1",
        "train.py, TORCH, torchrun train.py",
        "python3 -u train.py, TORCH, torchrun train.py",
        "python3.11 train.py, TORCH, python3.11 -m torch.distributed.run train.py",
        "/opt/bin/python train.py, TORCH, /opt/bin/python -m torch.distributed.run train.py",
        "python -W ignore train.py, TORCH, torchrun --no_python -- python -W ignore train.py",
        "python -m pkg --lr 1, TORCH, torchrun -m -- pkg --lr 1",
        "python -um pkg, TORCH, torchrun -m pkg",
        "python -m pkg.job x, JAX, python -m pkg.job x",
        "python indirect.py, JAX, python indirect.py",
        "python sub/main.py, PADDLE, python -m paddle.distributed.launch sub/main.py",
        "python circle.py, PLAIN, python circle.py",
        "python nowhere.py, PLAIN, python nowhere.py",
        "python both.py, JAX, python both.py",
        "python hvd.py, HOROVOD, mpirun python hvd.py",
        "python -m torch.distributed.run x.py, TORCH, python -m torch.distributed.run x.py",
        "python -m paddle.distributed.launch x.py, PADDLE, python -m paddle.distributed.launch x.py",
        "python3 -m mpi4py ranks.py, MPI, mpirun python3 -m mpi4py ranks.py",
        "mpirun.openmpi -n 4 ./a.out, MPI, mpirun.openmpi -n 4 ./a.out",
        "/usr/bin/mpirun -n 4 ./a.out, MPI, /usr/bin/mpirun -n 4 ./a.out",
        "torchrun --max-restarts 2 train.py, TORCH, torchrun --max-restarts 2 train.py",
        "accelerate launch train.py --lr 1, TORCH, torchrun -- train.py --lr 1",
        "accelerate-launch train.py, TORCH, torchrun train.py",
        "python3 -m accelerate.commands.launch train.py, TORCH, torchrun train.py",
        "accelerate launch -m pkg --n 1, TORCH, torchrun -m -- pkg --n 1",
        "deepspeed train.py, TORCH, torchrun train.py",
        "python3 -m deepspeed.launcher.runner train.py, TORCH, torchrun train.py",
        "./train.sh x, PLAIN, bash ./train.sh x",
        "python -m app, TORCH, torchrun -m app",
        "uv run train.py --lr 1, TORCH, uv run torchrun -- train.py --lr 1",
        "uv run --with numpy python -u train.py, TORCH, uv run --with numpy torchrun train.py",
        "conda run -n py311 torchrun train.py, TORCH, conda run -n py311 torchrun train.py",
        "poetry run python pkg/job.py, JAX, poetry run python pkg/job.py",
        "env A=1 python train.py, TORCH, env A=1 torchrun train.py",
        "taskset -c 0 python3 train.py, TORCH, taskset -c 0 torchrun train.py",
        "stdbuf -oL python3 train.py, TORCH, stdbuf -oL torchrun train.py",
        "timeout 100 python3 train.py, TORCH, timeout 100 torchrun train.py",
        "nice -n 5 numactl -N 0 python3 train.py, TORCH, nice -n 5 numactl -N 0 torchrun train.py",
        "mytrain --epochs 1, TORCH, torchrun --no_python -- mytrain --epochs 1",
        "nice ./xtrain.py, TORCH, nice torchrun ./xtrain.py",
        "uv sync, PLAIN, uv sync",
        "bash starts.sh 3, TORCH, bash starts.sh 3",
        "starts.sh, TORCH, bash starts.sh",
        "bash python.sh, TORCH, bash python.sh",
        "bash mpi.sh, MPI, bash mpi.sh",
        "bash jax.sh, JAX, bash jax.sh",
        "plain.sh, PLAIN, bash plain.sh",
        "nvidia-smi -L, PLAIN, nvidia-smi -L",
        "python, PLAIN, python",
        "python -, PLAIN, python -",
        "python -m, PLAIN, python -m"
    })
    void isTold(String words, Framework framework, String command) {
        TrainingProgram program = program(words);

        assertThat(program.framework()).isEqualTo(framework);
        assertThat(String.join(" ", program.command())).isEqualTo(command);
    }

    @Test
    @DisplayName("code on the command line counts, and torchrun starts it through Python")
    void codeOfTheCommandLine() {
        TrainingProgram program = TrainingProgram.of(
                List.of("python3", "-c", "import torch; print(1)"),
                Optional.empty(),
                new Group(Optional.of(1), Optional.empty()),
                code);

        assertThat(program.command())
                .containsExactly("torchrun", "--no_python", "--", "python3", "-c", "import torch; print(1)");
        assertThat(program.reason()).isEqualTo("its code imports torch");
    }

    @Test
    @DisplayName("accelerate with options of its own gets the place of each node from the runtime's variables")
    void accelerate() {
        assertThat(program(
                                "accelerate launch --mixed_precision bf16 train.py --lr 1",
                                new Group(Optional.of(2), Optional.of("4")))
                        .command())
                .containsExactly(
                        "accelerate",
                        "launch",
                        "--multi_gpu",
                        "--num_machines=2",
                        "--num_processes=8",
                        "--machine_rank=$(PET_NODE_RANK)",
                        "--main_process_ip=$(PET_MASTER_ADDR)",
                        "--main_process_port=$(PET_MASTER_PORT)",
                        "--mixed_precision",
                        "bf16",
                        "train.py",
                        "--lr",
                        "1");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "python jax.py pa$$word $(X), python jax.py pa$$$word $$(X)",
        "uv run --with $$a python jax.py $(X), uv run --with $$$a python jax.py $$(X)",
        "sh -c echo$(RANK), sh -c echo$$(RANK)",
        "mpirun -n 2 ./a.out $$, mpirun -n 2 ./a.out $$$"
    })
    @DisplayName("dollars are written so that Kubernetes leaves them as they were typed (LOCAL-320)")
    void dollarsStayAsTheyWereTyped(String words, String command) {
        assertThat(String.join(" ", program(words).command())).isEqualTo(command);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "python train.py, '2 nodes × 1 process: torchrun train.py, since train.py imports torch'",
        "accelerate launch train.py, '2 nodes × 1 process: torchrun train.py, since torchrun does here what accelerate does without options, and accelerate starts it'",
        "bash starts.sh, '2 nodes: bash starts.sh, since starts.sh starts torchrun'",
        "bash python.sh, '2 nodes × 1 process: bash python.sh with RANK, WORLD_SIZE and MASTER_ADDR, since in python.sh train.py imports torch'",
        "nvidia-smi, '2 nodes × 1 process: nvidia-smi with RANK, WORLD_SIZE and MASTER_ADDR, since nothing tells of a framework'"
    })
    @DisplayName("one line says what a group starts, and why (LOCAL-190)")
    void aLineSaysWhatIsStarted(String words, String line) {
        assertThat(program(words).told()).containsExactly(line);
    }

    @Test
    @DisplayName(
            "where nothing tells of a framework, variables say who each process is; on one node they are its processes (LOCAL-190)")
    void variablesSayWhoAProcessIs() {
        TrainingProgram nodes = program("./a.out");
        TrainingProgram processes = program("./a.out", new Group(Optional.empty(), Optional.of("3")));

        assertThat(names(nodes.variables("job")))
                .containsExactly("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT");
        assertThat(nodes.variables("job").toString()).contains("job-node-0-0.job", "name=WORLD_SIZE, value=2");
        assertThat(processes.nodes()).contains(3);
        assertThat(processes.processes()).isEmpty();
        assertThat(program("python train.py").variables("job")).isEmpty();
        assertThatThrownBy(() -> program("./a.out", new Group(Optional.of(2), Optional.of("2")))
                        .nodes())
                .isInstanceOf(UnclearProgramException.class)
                .hasMessage("--nproc 2: ./a.out is one process on each node; --nodes 4 starts 4");
    }

    private static List<String> names(List<Map<String, Object>> variables) {
        return variables.stream().map(each -> String.valueOf(each.get("name"))).toList();
    }

    @Test
    @DisplayName("the text of a shell counts as its script does (LOCAL-190)")
    void theTextOfAShell() {
        List<String> words = List.of("bash", "-c", "python3 train.py");
        TrainingProgram program =
                TrainingProgram.of(words, Optional.empty(), new Group(Optional.of(2), Optional.empty()), code);

        assertThat(program.framework()).isEqualTo(Framework.TORCH);
        assertThat(program.ranked()).isTrue();
        assertThat(program.command()).isEqualTo(words);
        assertThat(TrainingProgram.script(words)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "bash accelerate.sh, 'accelerate.sh starts accelerate, which does not learn of 2 nodes × 1 process there, so each node would train alone; type: trainyard launch --nodes 2 -- accelerate launch --cpu train.py'",
        "bash deepspeed.sh, 'type: trainyard launch --nodes 2 -- torchrun train.py'",
        "bash ranks.sh, 'type: trainyard launch --nodes 2 -- python3 ranks.py'",
        "deepspeed --num_gpus 2 train.py, 'type: trainyard launch --nodes 2 -- torchrun train.py'",
        "accelerate launch --cpu train.py, 'each node would train alone; type: trainyard launch --nodes 2 --env ACCELERATE_USE_CPU=true -- torchrun train.py'",
        "tune run lora, name a runtime that tells it with --runtime"
    })
    @DisplayName("a group that a launcher would not learn of is refused with the line to type (LOCAL-360)")
    void whatWouldTrainAloneIsRefused(String words, String message) {
        assertThatThrownBy(() -> program(words))
                .isInstanceOf(UnclearProgramException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "bash alone.sh, alone.sh: torchrun --standalone gives each of the 2 nodes a meeting place of its own",
        "bash one.sh, 'one.sh: torchrun --nnodes=1 is not the 2 nodes that there are, so each trains alone'",
        "bash one.sh, one.sh: torchrun --rdzv_endpoint=localhost:5973 is another place",
        "python spawns.py, spawns.py makes a group of its own on localhost:12355",
        "python fits.py, Trainer(num_nodes=2"
    })
    @DisplayName("what keeps the nodes apart is said before the start (LOCAL-360)")
    void whatKeepsNodesApartIsSaid(String words, String note) {
        assertThat(program(words).notes()).anySatisfy(each -> assertThat(each).contains(note));
        assertThat(program(words, Group.NONE).notes()).isEmpty();
    }

    @Test
    @DisplayName("a torchrun that waits for nodes which nobody starts is pointed out (LOCAL-360)")
    void torchrunWaitsForNodes() {
        assertThat(program("torchrun --nnodes=3 train.py", Group.NONE).notes())
                .singleElement()
                .asString()
                .contains("trainyard launch --nodes 3 -- torchrun --nnodes=3 train.py");
        assertThat(program("torchrun --no_python -- a.out --nnodes=3", Group.NONE)
                        .notes())
                .isEmpty();
    }

    @Test
    @DisplayName("references of ours are replaced, those in words of the user are not (LOCAL-320)")
    void onlyReferencesOfOursAreReplaced() {
        assertThat(program("accelerate launch --tee $(A) train.py $(PET_NODE_RANK)")
                        .command())
                .contains("--machine_rank=$(PET_NODE_RANK)", "$$(A)", "$$(PET_NODE_RANK)")
                .doesNotContain("$(PET_NODE_RANK)");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "accelerate launch --num-processes 4 train.py, leave --num_processes out",
        "accelerate launch, name a script"
    })
    @DisplayName("what cannot be told is asked for")
    void isAskedFor(String words, String message) {
        assertThatThrownBy(() -> program(words))
                .isInstanceOf(UnclearProgramException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest(name = "{0} is called {1}")
    @CsvSource({
        "python src/Fine_Tune.v2.py, fine-tune-v2",
        "python -m pkg.train, train",
        "./my.bin --x, my",
        "python 2024.py, train",
        "nvidia-smi, nvidia-smi"
    })
    void aNameIsMade(String words, String name) {
        assertThat(program(words).jobName()).isEqualTo(name);
    }
}

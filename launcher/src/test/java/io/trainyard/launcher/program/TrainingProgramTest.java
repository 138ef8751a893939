package io.trainyard.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What a command line trains with (LOCAL-190)")
final class TrainingProgramTest {
    private static final Map<String, String> FILES = files(
            "train.py", "import torch",
            "indirect.py", "import settings\nfrom models.net import Net",
            "models/__init__.py", "from flax import linen",
            "sub/main.py", "import helper",
            "sub/helper.py", "import paddle",
            "circle.py", "import circle",
            "both.py", "import jax\ntry:\n    import torch\nexcept ImportError:\n    pass",
            "pkg/__main__.py", "import torch",
            "pkg/job.py", "import jax",
            "hvd.py", "import torch\nimport horovod.torch as hvd",
            "app/__main__.py", "from .data import rows\nfrom app.deep.net import Net",
            "app/deep/net.py", "import torch",
            "starts.sh", "#!/bin/bash\nset -e\nexport A=1\nexec torchrun \\\n  --nproc_per_node=2 train.py \"$@\"\n",
            "plain.sh", "# torchrun is not here\npython prepare.py");

    private static Map<String, String> files(String... namesAndTexts) {
        Map<String, String> files = new HashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            files.put(namesAndTexts[i], namesAndTexts[i + 1]);
        }
        return files;
    }

    private static TrainingProgram program(String words) {
        return TrainingProgram.of(
                List.of(words.split(" ")),
                Optional.empty(),
                2,
                Optional.of("4"),
                path -> Optional.ofNullable(FILES.get(path)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "python train.py --lr 1, TORCH, torchrun -- train.py --lr 1",
        "train.py, TORCH, torchrun -- train.py",
        "python3 -u train.py, TORCH, torchrun -- train.py",
        "python3.11 train.py, TORCH, python3.11 -m torch.distributed.run -- train.py",
        "/opt/bin/python train.py, TORCH, /opt/bin/python -m torch.distributed.run -- train.py",
        "python -W ignore train.py, TORCH, torchrun --no_python -- python -W ignore train.py",
        "python -m pkg --lr 1, TORCH, torchrun -m -- pkg --lr 1",
        "python -um pkg, TORCH, torchrun -m -- pkg",
        "python -m pkg.job x, JAX, python -m pkg.job x",
        "python indirect.py, JAX, python indirect.py",
        "python sub/main.py, PADDLE, python -m paddle.distributed.launch -- sub/main.py",
        "python circle.py, PLAIN, python circle.py",
        "python nowhere.py, PLAIN, python nowhere.py",
        "python both.py, JAX, python both.py",
        "python hvd.py, HOROVOD, mpirun python hvd.py",
        "python -m torch.distributed.run x.py, TORCH, python -m torch.distributed.run x.py",
        "python -m paddle.distributed.launch x.py, PADDLE, python -m paddle.distributed.launch x.py",
        "/usr/bin/mpirun -n 4 ./a.out, MPI, /usr/bin/mpirun -n 4 ./a.out",
        "torchrun --max-restarts 2 train.py, TORCH, torchrun --max-restarts 2 train.py",
        "accelerate launch train.py --lr 1, TORCH, torchrun -- train.py --lr 1",
        "accelerate launch -m pkg --n 1, TORCH, torchrun -m -- pkg --n 1",
        "deepspeed train.py, TORCH, torchrun -- train.py",
        "./train.sh x, PLAIN, bash ./train.sh x",
        "python -m app, TORCH, torchrun -m -- app",
        "uv run train.py --lr 1, TORCH, uv run torchrun -- train.py --lr 1",
        "uv run --with numpy python -u train.py, TORCH, uv run --with numpy torchrun -- train.py",
        "conda run -n py311 torchrun train.py, TORCH, conda run -n py311 torchrun train.py",
        "poetry run python pkg/job.py, JAX, poetry run python pkg/job.py",
        "env A=1 python train.py, TORCH, env A=1 torchrun -- train.py",
        "uv sync, PLAIN, uv sync",
        "bash starts.sh 3, TORCH, bash starts.sh 3",
        "starts.sh, TORCH, bash starts.sh",
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
                1,
                Optional.empty(),
                path -> Optional.empty());

        assertThat(program.command())
                .containsExactly("torchrun", "--no_python", "--", "python3", "-c", "import torch; print(1)");
        assertThat(program.reason()).isEqualTo("its code imports torch");
    }

    @Test
    @DisplayName("accelerate with options of its own gets the place of each node from the runtime's variables")
    void accelerate() {
        assertThat(program("accelerate launch --mixed_precision bf16 train.py --lr 1")
                        .command())
                .containsExactly(
                        "accelerate",
                        "launch",
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

    @Test
    @DisplayName("options of torchrun end where it is told so, or at the script (LOCAL-321)")
    void nodesOfTorchrun() {
        assertThat(TrainingProgram.nodes(List.of("torchrun", "--nnodes=3", "--", "a.out")))
                .contains(3);
        assertThat(TrainingProgram.nodes(List.of("torchrun", "--no_python", "--", "a.out", "--nnodes=3")))
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
        "accelerate launch, name a script",
        "deepspeed --num_gpus 2 train.py, leave its options out",
        "tune run lora, name the runtime of the model with --runtime"
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

package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A launcher that will not form the group which the TrainJob asks for (MLP-25)")
final class LauncherWarningsTest {

    @ParameterizedTest(name = "{0}: {2}, {1} nodes")
    @CsvSource(
            delimiter = '|',
            value = {
                "TORCH-50 | 4 | torchrun --standalone train.py | gives each of the 4 nodes a meeting place of its own, where it waits for the others, so nobody trains",
                "TORCH-51 | 4 | torchrun --nnodes=1 train.py | beats the 4 nodes of the TrainJob, so each trains alone; remove it, or write --nnodes=$(PET_NNODES)",
                "TORCH-51 | 4 | torchrun --nnodes 2 -- train.py | some of them are not let in",
                "TORCH-51 | 4 | torchrun --nnodes 2 train.py | some of them are not let in",
                "TORCH-51 | 4 | torchrun --nnodes=1:3 train.py | some of them are not let in",
                "TORCH-51 | 2 | torchrun --nnodes=8 train.py | waits for more nodes than there are: the TrainJob has 2",
                "TORCH-51 | 1 | torchrun --nnodes=2 train.py | waits for more nodes than there are",
                "TORCH-53 | 2 | torchrun --node-rank=0 train.py | the same on all 2 nodes, so they do not come together",
                "TORCH-53 | 2 | torchrun --rdzv_endpoint=localhost:29400 train.py | another place on each of the 2 nodes",
                "TORCH-53 | 2 | python -m torch.distributed.run --master_addr 127.0.0.1 x | another place on each",
                "TORCH-54 | 2 | python train.py | one process on each of the 2 nodes, without RANK and WORLD_SIZE",
                "TORCH-54 | 2 | python -m trl.scripts.sft | so each trains alone; write torchrun",
                "TORCH-55 | 2 | accelerate launch train.py | does not take the number of nodes from PET_NNODES, so each of the 2 nodes trains alone",
                "TORCH-55 | 2 | python -m accelerate.commands.launch train.py | each of the 2 nodes trains alone",
                "TORCH-55 | 2 | trl dpo --model m | write [torchrun, -m, trl.scripts.dpo]",
                "TORCH-55 | 2 | axolotl train a.yaml | --launcher, torchrun",
                "TORCH-56 | 4 | accelerate launch --num_machines 2 x | --num_machines=2 is not the number of nodes, which is 4",
                "TORCH-56 | 4 | accelerate launch --num_machines $(PET_NNODES) x | same machine_rank on all 4 nodes",
                "TORCH-56 | 4 | accelerate launch --config_file a.yaml x | same machine_rank on all 4 nodes",
                "TORCH-56 | 4 | accelerate launch --num_machines 4 --machine_rank $(PET_NODE_RANK) --num_processes 2 x | a multiple of 4",
                "TORCH-57 | 2 | llamafactory-cli train a.yaml | which nobody sets",
                "TORCH-57 | 2 | deepspeed train.py | finds no hostfile, so each of the 2 nodes trains alone",
                "TORCH-57 | 2 | mpirun -n 2 python train.py | knows no other hosts here",
                "TORCH-57 | 2 | horovodrun -np 4 python train.py | horovodrun knows no other hosts here",
                "TORCH-54 | 2 | uv run train.py | so each trains alone; write torchrun",
                "TORCH-54 | 2 | nsys profile python train.py | so each trains alone; write torchrun",
                "TORCH-51 | 4 | uv run torchrun --nnodes=2 train.py | so some of them are not let in"
            })
    @DisplayName("gets one warning that says what will happen and what to write instead")
    void contradictions(String rule, int nodes, String command, String expected) {
        Validation findings = validate(RuntimeInfos.torch().nodes(nodes).trainJobCommand(command.split(" ")));

        assertThat(findings.errors()).as(rule).isEmpty();
        assertThat(findings.warnings())
                .singleElement()
                .asString()
                .as(rule)
                .startsWith("spec.trainer: ")
                .contains(expected)
                .hasSizeLessThanOrEqualTo(256);
    }

    @ParameterizedTest(name = "{1}, {0} nodes")
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | torchrun train.py",
                "4 | torchrun train.py --nnodes=1 --standalone",
                "4 | torchrun -- train.py --nnodes=1 --standalone",
                "4 | torchrun -m -- train --nnodes=1 --standalone",
                "4 | torchrun --nnodes=4 train.py",
                "4 | torchrun --nnodes=2:8 --rdzv_backend=c10d train.py",
                "4 | torchrun --nnodes=$(TRAINER_NNODES) --node_rank=$(JOB_COMPLETION_INDEX) train.py",
                "4 | torchrun --rdzv_endpoint=$(TRAINER_NODE_0_HOSTNAME):29400 train.py",
                "1 | torchrun --standalone --nproc_per_node=2 train.py",
                "1 | python train.py",
                "1 | accelerate launch train.py",
                "1 | trl dpo --model m",
                "1 | llamafactory-cli train a.yaml",
                "1 | deepspeed train.py",
                "1 | mpirun -n 2 python train.py",
                "1 | torchrun --node-rank=0 --master_addr 127.0.0.1 train.py",
                "4 | axolotl train a.yaml --launcher torchrun",
                "4 | accelerate config default",
                "4 | accelerate launch --num_machines=4 --machine_rank=$(PET_NODE_RANK) --num_processes=8 train.py",
                "4 | deepspeed --hostfile=/hosts train.py",
                "4 | python",
                "4 | python -V",
                "4 | python -m pytest tests",
                "4 | python -m torch.utils.collect_env",
                "4 | uv run torchrun train.py",
                "4 | tune run recipe",
                "4 | ./start"
            })
    @DisplayName("is not found where the options agree, or nothing can be told")
    void agreement(int nodes, String command) {
        assertThat(validate(RuntimeInfos.torch().nodes(nodes).trainJobCommand(command.split(" ")))
                        .warnings())
                .filteredOn(warning -> !warning.contains("tune run"))
                .isEmpty();
    }

    @Test
    @DisplayName("TORCH-52: an option that beats numProcPerNode, and nothing where nobody asked for a number")
    void processes() {
        RuntimeInfos eight = RuntimeInfos.torch().processes(8).trainJobCommand("torchrun", "--nproc_per_node=2", "x");
        assertThat(validate(eight).warnings())
                .containsExactly(
                        "spec.trainer: torchrun --nproc_per_node=2 beats numProcPerNode, which is 8; remove one of them");
        assertThat(validate(RuntimeInfos.torch()
                                .request("cpu", "8")
                                .trainJobCommand("torchrun", "--nproc_per_node=2", "x"))
                        .warnings())
                .isEmpty();
        assertThat(validate(RuntimeInfos.torch().processes(8).trainJobCommand("python", "x"))
                        .warnings())
                .singleElement()
                .asString()
                .contains("one process, not the 8 of numProcPerNode");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import torch.distributed as dist\ndist.init_process_group('gloo')\nprint(dist.get_rank())",
                "import torch\nloss.backward()",
                "from transformers import Trainer; Trainer(model).train()",
                "  model.fit(data)",
                "$(PROGRAM)",
                "$PROGRAM"
            })
    @DisplayName("TORCH-54: a program in the command that may want a group trains alone")
    void textsThatMayWantAGroup(String text) {
        List<List<String>> forms = new ArrayList<>(forms(text));
        if (text.startsWith("$")) {
            forms.remove(forms.size() - 1);
        }
        forms.forEach(command -> assertThat(launcherWarnings(command))
                .as("%s", command)
                .singleElement()
                .asString()
                .contains("so each trains alone; start it from a file, with torchrun, or numProcPerNode: 1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import os\nprint('node', os.environ['PET_NODE_RANK'], 'of', os.environ['PET_NNODES'])",
                "import time\nfor step in range(10):\n    print(step)\n    time.sleep(1)",
                "print('no import of torch, nor of tensorflow')",
                "import torch; print(torch.__version__)",
                "import os, torch\nworld_size = 2",
                "from transformers import Trainer; print(Trainer)",
                "import os, torch.distributed as d\nd.init_process_group(rank=int(os.environ['JOB_COMPLETION_INDEX']))",
                "import os, torch\nos.environ['WORLD_SIZE'] = '2'",
                "import torch.distributed as d\nd.init_process_group('gloo', rank=1, world_size=2)",
                ""
            })
    @DisplayName("TORCH-54: a program in the command that wants no group, or says itself which, is left alone")
    void textsThatWantNoGroup(String text) {
        forms(text)
                .forEach(command ->
                        assertThat(launcherWarnings(command)).as("%s", command).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RANK=$PET_NODE_RANK WORLD_SIZE=$PET_NNODES python train.py",
                "export RANK=$PET_NODE_RANK WORLD_SIZE=$PET_NNODES\npython train.py",
                "python train.py --rank $PET_NODE_RANK",
                "python -m pip install x; ./train",
                "cat > t.py <<E\nimport torch\nE\npython - <<E\nprint(1)\nE"
            })
    @DisplayName("TORCH-54: nothing is said where the script of a shell gives rank and size, or Python runs a tool")
    void scriptsThatGiveRankAndSize(String script) {
        assertThat(launcherWarnings(List.of("sh", "-c", script))).isEmpty();
    }

    @Test
    @DisplayName("TORCH-54: of several programs, the warning names the one that may want a group")
    void oneOfSeveralPrograms() {
        assertThat(launcherWarnings(List.of("sh", "-c", "python -c 'print(1)'\npython train.py")))
                .hasSize(1);
        assertThat(launcherWarnings(List.of("sh", "-c", "python -V <<E\nprint(1)\nE\npython train.py <<E\n1\nE")))
                .hasSize(1);
        assertThat(validate(RuntimeInfos.torch()
                                .nodes(2)
                                .templateVariable("RANK", "$(PET_NODE_RANK)")
                                .templateVariable("WORLD_SIZE", "$(PET_NNODES)")
                                .trainJobCommand("python", "x"))
                        .warnings())
                .isEmpty();
    }

    private static List<List<String>> forms(String text) {
        return List.of(
                List.of("python3", "-c", text),
                List.of("/usr/bin/python3.11", "-uc", text, "an argument"),
                List.of("bash", "-c", "echo begin\npython3 -u - <<'PY'\n" + text + "\nPY\necho end"));
    }

    private static List<String> launcherWarnings(List<String> command) {
        return validate(RuntimeInfos.torch().nodes(2).trainJobCommand(command.toArray(String[]::new)))
                .warnings();
    }

    @Test
    @DisplayName("TORCH-54: who asks for one process on each node says that the program forms the group")
    void oneProcessOnEachNode() {
        assertThat(validate(RuntimeInfos.torch().nodes(2).processes(1).trainJobCommand("python", "x"))
                        .warnings())
                .isEmpty();
    }

    @Test
    @DisplayName(
            "TORCH-54 to TORCH-56: an elastic job counts with as many nodes as it may have; what beats its bounds is told once")
    void elastic() {
        assertThat(validate(RuntimeInfos.torch().elastic().trainJobCommand("python", "x"))
                        .warnings())
                .singleElement()
                .asString()
                .contains("one process on each of the 2 to 4 nodes");
        assertThat(validate(RuntimeInfos.torch().elastic().fixedSize().nodes(3).trainJobCommand("python", "x"))
                        .warnings())
                .singleElement()
                .asString()
                .contains("one process on each of the 3 nodes");
        assertThat(validate(RuntimeInfos.torch()
                                .elastic(new ElasticPolicy(1, 8, null, List.of()))
                                .fixedSize()
                                .nodes(1)
                                .trainJobCommand("python", "x"))
                        .warnings())
                .isEmpty();
        assertThat(validate(RuntimeInfos.torch()
                                .elastic()
                                .trainJobCommand(
                                        "accelerate", "launch", "--num_machines=4", "--machine_rank=$(R)", "x"))
                        .warnings())
                .containsExactly(
                        "spec.trainer: accelerate launch wants a number of machines that does not change, but the job has"
                                + " 2 to 4 nodes; write torchrun");
        assertThat(validate(RuntimeInfos.torch().elastic().trainJobCommand("torchrun", "--nnodes=1", "x"))
                        .warnings())
                .singleElement()
                .asString()
                .contains("not elastic");
    }

    @Test
    @DisplayName("TORCH-56: accelerate counts the processes of all nodes together")
    void processesOfAllNodes() {
        String[] command = {
            "accelerate", "launch", "--num_machines=2", "--machine_rank=$(PET_NODE_RANK)", "--num_processes=8", "x"
        };
        assertThat(validate(RuntimeInfos.torch()
                                .nodes(2)
                                .limit("nvidia.com/gpu", "8")
                                .trainJobCommand(command))
                        .warnings())
                .singleElement()
                .asString()
                .contains("counts the processes of all 2 nodes together, and should be 16");
        assertThat(validate(RuntimeInfos.torch().nodes(2).processes(4).trainJobCommand(command))
                        .warnings())
                .isEmpty();
    }

    @Test
    @DisplayName("TORCH-57: with the variables that it reads, LLaMA-Factory finds the others")
    void variablesOfLlamaFactory() {
        assertThat(validate(RuntimeInfos.torch()
                                .nodes(2)
                                .templateVariable("FORCE_TORCHRUN", "1")
                                .templateVariable("NNODES", "$(PET_NNODES)")
                                .trainJobCommand("llamafactory-cli", "train", "a.yaml"))
                        .warnings())
                .isEmpty();
    }

    @Test
    @DisplayName("MLP-24, TORCH-51: is found in the script of a shell, and in the command of the runtime")
    void scripts() {
        String script = "pip install -r r.txt\ncat > t.py <<'E'\npython\nE\nexec torchrun --nnodes=1 t.py";
        assertThat(validate(RuntimeInfos.torch().templateCount(3).command("bash", "-c", script))
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("spec.runtimeRef: command of the trainer container: torchrun --nnodes=1 beats the 3 nodes")
                .hasSizeLessThanOrEqualTo(256);
    }

    @Test
    @DisplayName("is told by an event, too")
    void event() {
        RuntimeInfos runtime = RuntimeInfos.torch().nodes(4).trainJobCommand("torchrun", "--standalone", "x");
        String warning = validate(runtime).warnings().get(0);
        RuntimeInfo info = runtime.build();
        Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);
        Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);

        assertThat(info.warnings()).containsExactly(new WarningEvent("LauncherMismatch", warning));
    }

    private static Validation validate(RuntimeInfos runtime) {
        return Plugins.validate(TrainJobs.mnist(), runtime.build());
    }
}

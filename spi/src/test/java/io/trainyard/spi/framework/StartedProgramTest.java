package io.trainyard.spi.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a command starts (MLP-24)")
final class StartedProgramTest {

    @Test
    @DisplayName("is its first word without the folder, with the rest as arguments")
    void aProgram() {
        assertThat(new CommandLine(List.of("/usr/bin/torchrun", "--nnodes=2", "train.py")).started())
                .containsExactly(new StartedProgram("torchrun", false, List.of("--nnodes=2", "train.py")));
        assertThat(new CommandLine(List.of()).started()).isEmpty();
        assertThat(new CommandLine(List.of("--lr", "0.1")).started())
                .as("arguments of an unknown entry point")
                .isEmpty();
    }

    @Test
    @DisplayName("is a module where Python is told to run one")
    void modules() {
        assertThat(new CommandLine(List.of("python3.11", "-u", "-X", "dev", "-m", "torch.distributed.run", "x.py"))
                        .started())
                .containsExactly(new StartedProgram("torch.distributed.run", true, List.of("x.py")));
        assertThat(new CommandLine(List.of("python", "train.py", "-m", "a")).started())
                .containsExactly(new StartedProgram("python", true, List.of("train.py", "-m", "a")));
        assertThat(new CommandLine(List.of("pythonic", "train.py")).started())
                .extracting(StartedProgram::python)
                .containsExactly(false);
    }

    @Test
    @DisplayName("are the commands of a shell's script, without what is before them")
    void scripts() {
        CommandLine line = new CommandLine(
                List.of(
                        "/bin/bash",
                        "-euo",
                        "pipefail",
                        "-c",
                        """
                # torchrun --nnodes=9 is not started
                cd /app && pip install -r req.txt; export A=1
                cat > /tmp/train.py <<'EOF'
                import os; os.system("torchrun --nnodes=8")
                EOF
                if true; then LR=0.1 exec torchrun --nnodes "$(( 1 + 1 ))" \\
                    --master_addr='a host' --x=$(hostname -i) 2>&1 > /dev/null /tmp/train.py; fi
                """));

        assertThat(line.started())
                .extracting(StartedProgram::name)
                .containsExactly("cd", "pip", "export", "cat", "if", "torchrun", "fi");
        assertThat(line.first("torchrun").orElseThrow().arguments())
                .containsExactly(
                        "--nnodes", "$(( 1 + 1 ))", "--master_addr=a host", "--x=$(hostname -i)", "/tmp/train.py");
    }

    @Test
    @DisplayName("is the shell itself where it runs a file, and shells in shells are looked through")
    void shells() {
        assertThat(new CommandLine(List.of("bash", "run.sh", "-c")).started())
                .extracting(StartedProgram::name)
                .containsExactly("bash");
        assertThat(new CommandLine(List.of("sh", "-lc", "bash -c 'python train.py'")).first("python"))
                .isPresent();
        assertThat(new CommandLine(List.of("sh", "-c")).started())
                .extracting(StartedProgram::name)
                .containsExactly("sh");
    }

    @Test
    @DisplayName("has options in either form, with dashes or underscores")
    void options() {
        StartedProgram program = new StartedProgram(
                "p", false, List.of("--nproc-per-node", "4", "--nnodes=$(N)", "-np=3", "x", "--nnodes", "7", "--last"));

        assertThat(program.option("nproc_per_node")).contains("4");
        assertThat(program.option("nnodes")).contains("$(N)");
        assertThat(program.option("n", "np")).contains("3");
        assertThat(program.option("last")).contains("");
        assertThat(program.option("none")).isEmpty();
        assertThat(program.has("--last")).isTrue();
    }

    @Test
    @DisplayName("has its own options before the program that it starts")
    void ownOptions() {
        StartedProgram program = new StartedProgram(
                "p", false, List.of("--flag", "--mca", "a", "b", "--n", "4", "--m=5", "train.py", "--late", "1"));

        StartedProgram own = program.ownOptions(Map.of("flag", 0, "mca", 2));

        assertThat(own.arguments()).containsExactly("--flag", "--mca", "a", "b", "--n", "4", "--m=5");
        assertThat(new StartedProgram("p", false, List.of("--n", "4"))
                        .ownOptions(Map.of())
                        .arguments())
                .containsExactly("--n", "4");
    }

    @Test
    @DisplayName("has no options behind two dashes: they are those of the program that it starts (LOCAL-321)")
    void optionsEndAtTwoDashes() {
        StartedProgram program =
                new StartedProgram("torchrun", false, List.of("--a=1", "--", "train.py", "--b=2", "--standalone"));

        assertThat(program.ownOptions(Map.of()).arguments()).containsExactly("--a=1");
        assertThat(program.option("a")).contains("1");
        assertThat(program.option("b")).isEmpty();
        assertThat(program.has("--standalone")).isFalse();
    }

    @Test
    @DisplayName("is told of any text without failing")
    void oddTexts() {
        for (String script : List.of("'", "\"a", "a\\", "$(", "$((", "<<", "a <<E\nb", "#", ";;", ">", "((", "$")) {
            assertThat(new CommandLine(List.of("sh", "-c", script))).isNotNull();
        }
        assertThat(new CommandLine(List.of("sh", "-c", "sh -c 'sh -c \"sh -c sh\"'")).started())
                .isNotNull();
    }
}

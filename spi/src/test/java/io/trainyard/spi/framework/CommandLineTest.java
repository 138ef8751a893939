package io.trainyard.spi.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("CommandLine")
final class CommandLineTest {

    @ParameterizedTest(name = "{1}")
    @MethodSource("commands")
    @DisplayName("finds the programs that a command starts")
    void programs(List<String> words, List<String> programs) {
        assertThat(new CommandLine(words).programs()).isEqualTo(programs);
    }

    static Stream<Arguments> commands() {
        return Stream.of(
                Arguments.of(List.of(), List.of()),
                Arguments.of(List.of("torchrun", "train.py"), List.of("torchrun")),
                Arguments.of(List.of("/opt/conda/bin/torchrun", "train.py"), List.of("torchrun")),
                Arguments.of(
                        List.of("python3.11", "-u", "-m", "torch.distributed.run"), List.of("torch.distributed.run")),
                Arguments.of(List.of("python", "train.py", "-m", "x"), List.of("python")),
                Arguments.of(List.of("python", "-m"), List.of("python")),
                Arguments.of(List.of("env", "A=1", "mpirun", "x"), List.of("mpirun")),
                Arguments.of(List.of("env"), List.of()),
                Arguments.of(List.of("bash", "train.sh"), List.of("bash")),
                Arguments.of(
                        List.of(
                                "/bin/bash",
                                "-lc",
                                "pip install x && cd /w; A=1 exec torchrun \\\n --nnodes 2 t.py | tee log"),
                        List.of("pip", "cd", "torchrun", "tee")),
                Arguments.of(List.of("bash", "-e", "-c", "echo \"torchrun; x\" 'mpirun'"), List.of("echo")),
                Arguments.of(
                        List.of("sh", "-c", "cat <<< \"a b\"\nread x <<< 'y z' && torchrun t.py <<< yes"),
                        List.of("cat", "read", "torchrun")),
                Arguments.of(List.of("uv", "run", "torchrun", "t.py"), List.of("torchrun")),
                Arguments.of(List.of("uv", "pip", "install"), List.of("uv")),
                Arguments.of(List.of("sh", "-c"), List.of("sh")),
                Arguments.of(List.of("sh", "-c", ""), List.of()),
                Arguments.of(
                        List.of("sh", "-c", "if true; then python -m accelerate.commands.launch t.py\nfi"),
                        List.of("if", "accelerate.commands.launch", "fi")));
    }

    @Test
    @DisplayName("finds the first of some programs")
    void first() {
        CommandLine command = new CommandLine(List.of("bash", "-c", "hostname; mpirun a; torchrun b"));

        assertThat(command.firstOf(Set.of("torchrun", "mpirun"))).contains("mpirun");
        assertThat(command.firstOf(Set.of("python"))).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("options")
    @DisplayName("finds an option in both of its forms, with dashes and underscores, also in a script")
    void option(List<String> words, String value) {
        assertThat(new CommandLine(words).option("nproc_per_node").orElse("")).isEqualTo(value);
    }

    static Stream<Arguments> options() {
        return Stream.of(
                Arguments.of(List.of("torchrun", "--nproc_per_node=4", "t.py"), "4"),
                Arguments.of(List.of("torchrun", "--nproc-per-node", "4", "t.py"), "4"),
                Arguments.of(List.of("torchrun", "-nproc_per_node", "4"), "4"),
                Arguments.of(List.of("bash", "-c", "torchrun --nproc-per-node \"$N\" t.py"), "$N"),
                Arguments.of(List.of("bash", "-c", "torchrun --nproc-per-node='2' t.py"), "2"),
                Arguments.of(List.of("torchrun", "nproc_per_node=4"), ""),
                Arguments.of(List.of("torchrun", "--nproc_per_node_max=4"), ""),
                Arguments.of(List.of("torchrun", "--nproc_per_node"), ""),
                Arguments.of(List.of("torchrun", "--nproc_per_node="), ""));
    }
}

package io.trainyard.launcher.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.trainyard.launcher.program.PythonAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("What Python says of a program (LOCAL-191)")
final class ProgramFilesTest {
    private static final Map<String, String> VARIABLES = Map.of("PATH", "/usr/bin");

    @TempDir
    private Path folder;

    @BeforeEach
    void requirePython() {
        assumeThat(Path.of("/usr/bin/python3")).exists();
    }

    private Map<String, String> answer(Map<String, String> variables) {
        return new ProgramFiles(folder, variables)
                .python("python3", "SCRIPT", "train.py")
                .lines();
    }

    static Stream<Arguments> code() {
        return Stream.of(
                Arguments.of("import torch", "torch"),
                Arguments.of("import os, torch.nn as nn", "torch"),
                Arguments.of("from torch.nn import functional as F", "torch"),
                Arguments.of("from torch import (\n  nn,  # import jax\n  optim)", "torch"),
                Arguments.of("import os; import torch", "torch"),
                Arguments.of("import \\\n  torch", "torch"),
                Arguments.of("\uFEFFimport torch", "torch"),
                Arguments.of("# import torch\nx = 1  # import jax", ""),
                Arguments.of("\"\"\"\nimport torch\n\"\"\"\nimport os", ""),
                Arguments.of("f'{1}import jax'", ""),
                Arguments.of("from . import torch\nfrom .torch import x\nfrom ..jax import y", ""),
                Arguments.of("try:\n    import torch\nexcept ImportError:\n    import os\n", "torch"),
                Arguments.of("def f():\n\timport torch\nimport jax", "jax"),
                Arguments.of("def f():\n\timport torch", "torch"),
                Arguments.of("if TYPE_CHECKING:\n    import torch\n    if x:\n        import jax\nimport os", ""),
                Arguments.of("if typing.TYPE_CHECKING:\n  import torch\nelse:\n  import jax", "jax"),
                Arguments.of("if False: import torch\nif 0:\n  import jax", ""),
                Arguments.of("async def f(x: int = 3) -> str:\n  import torch", "torch"),
                Arguments.of("", ""));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @MethodSource("code")
    @DisplayName("the module of a framework that a script imports")
    void isFound(String code, String module) throws IOException {
        Files.writeString(folder.resolve("train.py"), code);

        assertThat(answer(VARIABLES)).containsEntry("module", module);
    }

    @Test
    @DisplayName("modules beside the script, and on PYTHONPATH, are followed; broken ones are passed over")
    void modulesAreFollowed() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/lib"));
        Files.writeString(elsewhere.resolve("net.py"), "import jax");
        Files.writeString(folder.resolve("broken.py"), "import torch\nprint(");
        Files.writeString(folder.resolve("train.py"), "import broken, lib.net");

        assertThat(answer(VARIABLES)).containsEntry("module", "");
        assertThat(answer(Map.of("PATH", "/usr/bin", "PYTHONPATH", folder + "/elsewhere")))
                .containsEntry("module", "jax");
    }

    @Test
    @DisplayName("a syntax error and bytes of no text tell nothing")
    void errors() throws IOException {
        Files.writeString(folder.resolve("train.py"), "import torch\nprint 'python 2'\n");
        assertThat(answer(VARIABLES)).doesNotContainKey("module");

        Files.write(folder.resolve("train.py"), "import torch\n\0\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(answer(VARIABLES)).doesNotContainKey("module");
    }

    @Test
    @DisplayName("an expression deeper than Python reads, a file that is not there, and no Python at all tell nothing")
    void nothing() throws IOException {
        assertThat(answer(VARIABLES)).isEmpty();
        Files.writeString(folder.resolve("train.py"), "import torch\nx = " + "1 + ".repeat(100_000) + "1");
        assertThat(answer(VARIABLES)).isEmpty();
        assertThat(answer(Map.of())).isEqualTo(PythonAnswer.NONE.lines());
    }
}

package io.trainyard.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("What Python code imports (LOCAL-191)")
final class PythonImportsTest {
    static Stream<Arguments> code() {
        return Stream.of(
                Arguments.of("import torch", "torch", ""),
                Arguments.of("import os, torch.nn as nn, jax", "os torch jax", ""),
                Arguments.of("from torch.nn import functional as F", "torch", ""),
                Arguments.of("from torch import (\n  nn,  # import jax\n  optim)\nimport os", "torch os", ""),
                Arguments.of("import os; import torch", "os torch", ""),
                Arguments.of("import \\\n  torch", "torch", ""),
                Arguments.of("import\\\r\n torch\r\nimport os\r\n", "torch os", ""),
                Arguments.of("\uFEFFimport torch", "torch", ""),
                Arguments.of("# import torch\nx = 1  # import jax", "", ""),
                Arguments.of("\"\"\"\nimport torch\n\"\"\"\nimport os", "os", ""),
                Arguments.of("x = '''\nimport torch\n''' + \"import jax\"\nimport os", "os", ""),
                Arguments.of("x = r'\\'; y = 'import torch'", "", ""),
                Arguments.of("x = rb'''\nimport torch'''\nf'{x}import jax'", "", ""),
                Arguments.of("x = 'it''s\\\nimport torch'", "", ""),
                Arguments.of("important = 1\nimport_torch = 2\nx.import_ = 3", "", ""),
                Arguments.of("from . import torch\nfrom .torch import x\nfrom ..jax import y", "", ""),
                Arguments.of("try:\n    import torch\nexcept ImportError:\n    import jax\n", "", "torch jax"),
                Arguments.of("try: import torch\nexcept ImportError: torch = None", "", "torch"),
                Arguments.of("def f():\n\timport torch\nclass A:\n  import jax", "", "torch jax"),
                Arguments.of("if x[1:2]: import torch", "", "torch"),
                Arguments.of("def f():\n  import torch\nimport torch", "torch", ""),
                Arguments.of("if TYPE_CHECKING:\n    import torch\n    if x:\n        import jax\nimport os", "os", ""),
                Arguments.of("if typing.TYPE_CHECKING:\n  import torch\nelse:\n  import jax", "", "jax"),
                Arguments.of("if False: import torch\nif 0:\n  import jax", "", ""),
                Arguments.of("async def f(x: int = 3) -> str:\n  import torch", "", "torch"),
                Arguments.of("x = {\n 'a': [1,\n import torch\nimport os", "os torch", ""),
                Arguments.of("print('never closed\nimport torch", "torch", ""),
                Arguments.of("x = foo(1,\nfrom torch import nn\n", "torch", ""),
                Arguments.of("def broken(:\n  pass\n)))\nimport torch", "torch", ""),
                Arguments.of("import", "", ""),
                Arguments.of("from", "", ""),
                Arguments.of("import ,;:)(\\", "", ""),
                Arguments.of("'", "", ""),
                Arguments.of("'''", "", ""),
                Arguments.of("\\", "", ""),
                Arguments.of("", "", ""));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @MethodSource("code")
    void isFound(String code, String always, String sometimes) {
        PythonImports imports = PythonImports.of(code);

        assertThat(imports.always()).containsExactlyInAnyOrder(words(always));
        assertThat(imports.sometimes()).containsExactlyInAnyOrder(words(sometimes));
    }

    private static String[] words(String text) {
        return text.isEmpty() ? new String[0] : text.split(" ");
    }

    @Test
    @DisplayName("bytes of another encoding, and of no text at all, are passed over")
    void otherEncodings() {
        byte[] latin = "# caf\u00e9\nprint('\u00fc')\nimport torch\n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] marked = "\uFEFFimport torch".getBytes(StandardCharsets.UTF_8);
        byte[] noise = new byte[4096];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (i * 31 + i / 256);
        }

        assertThat(imports(latin).always()).containsExactly("torch");
        assertThat(imports(marked).always()).containsExactly("torch");
        assertThat(imports(noise)).isNotNull();
    }

    private static PythonImports imports(byte[] bytes) {
        return PythonImports.of(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @Test
    @Timeout(20)
    @DisplayName("10 MB take time in proportion, whatever they are")
    void largeFiles() {
        int size = 10_000_000;
        assertThat(PythonImports.of("import torch\nx = [" + "1, ".repeat(size / 3) + "]\nimport jax")
                        .always())
                .containsExactly("torch", "jax");
        assertThat(PythonImports.of("(".repeat(size)).always()).isEmpty();
        assertThat(PythonImports.of("from x ".repeat(size / 7)).always()).isEmpty();
        assertThat(PythonImports.of("(import a\n".repeat(size / 10)).always()).containsExactly("a");
    }
}

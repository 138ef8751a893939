package io.trainyard.foundation.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlWriterTest {
    @Test
    void objectsAreWrittenInBlocksAndInTheirOrder() {
        Map<String, Object> container = new LinkedHashMap<>();
        container.put("name", "node");
        container.put("command", List.of("torchrun", "--nnodes=2", "0644"));
        container.put("env", List.of(Map.of("name", "A"), Map.of("name", "B")));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "Pod");
        tree.put("spec", Map.of("containers", List.of(container)));
        tree.put("empty", Map.of());
        tree.put("none", List.of());

        assertThat(YamlWriter.write(tree))
                .isEqualTo(
                        """
                        kind: Pod
                        spec:
                          containers:
                          - name: node
                            command:
                            - torchrun
                            - --nnodes=2
                            - "0644"
                            env:
                            - name: A
                            - name: B
                        empty: {}
                        none: []
                        """);
    }

    @Test
    void severalLinesAreShownAsLines() {
        assertThat(YamlWriter.write(Map.of("script", "set -e\n\nrun me\n")))
                .isEqualTo("script: |\n  set -e\n\n  run me\n");
        assertThat(YamlWriter.write(List.of("a\n  b"))).isEqualTo("- |-\n  a\n    b\n");
    }

    @Test
    void documentsAreSeparated() {
        assertThat(YamlWriter.stream(List.of(Map.of("a", 1), Map.of("b", 2)))).isEqualTo("a: 1\n---\nb: 2\n");
        assertThat(YamlWriter.stream(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yes",
                "no",
                "on",
                "y",
                "N",
                "null",
                "~",
                "true",
                "1",
                "1.5",
                "1e3",
                "0x10",
                "1:30",
                "2026-11-20",
                ".5",
                "+1",
                "-1",
                "---",
                "a: b",
                "a #b",
                "#a",
                "a:",
                " a",
                "a ",
                "- a",
                "[a",
                "{a",
                "*a",
                "&a",
                "!a",
                "%a",
                "@a",
                "`a",
                "|",
                ">",
                "'a",
                "\"a",
                "<<",
                "=",
                ""
            })
    void textThatCouldBeTakenForSomethingElseIsQuoted(String text) {
        assertThat(YamlWriter.write(text)).startsWith("\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torchrun",
                "$(PET_MASTER_ADDR)",
                "/workspace/train.py",
                "--nnodes=2",
                "a:b",
                "trainer.kubeflow.org/v1alpha1",
                "two words",
                "it's"
            })
    void plainTextStaysPlain(String text) {
        assertThat(YamlWriter.write(text)).isEqualTo(text + "\n");
    }
}

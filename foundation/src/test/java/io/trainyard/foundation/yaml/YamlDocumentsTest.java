package io.trainyard.foundation.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlDocumentsTest {
    @Test
    void everyDocumentOfAFileIsReadAndEmptyOnesAreLeftOut() {
        Documents read = YamlDocuments.read("a.yaml", "---\na: 1\n---\n# nothing\n---\n- x\n...\n");

        assertThat(read.problems()).isEmpty();
        assertThat(read.documents()).extracting(Document::tree).containsExactly(Map.of("a", 1), List.of("x"));
    }

    @Test
    void aFieldIsLocatedByItsPath() {
        Document document = only(
                """
                metadata:
                  labels:
                    app.kubernetes.io/name: x
                spec:
                  env:
                  - name: A
                  - name: B
                    value: c
                """);

        assertThat(document.locate("spec.env[1].value")).hasToString("f.yaml:8:5");
        assertThat(document.locate("spec.env[1]")).hasToString("f.yaml:7:5");
        assertThat(document.locate("metadata.labels[app.kubernetes.io/name]")).hasToString("f.yaml:3:5");
        assertThat(document.locate("metadata.labels.app.kubernetes.io/name")).hasToString("f.yaml:3:5");
    }

    @Test
    void aFieldThatIsMissingIsLocatedAtItsNearestAncestor() {
        Document document = only("spec:\n  trainer:\n    image: x\n");

        assertThat(document.locate("spec.trainer.env[3].name")).hasToString("f.yaml:2:3");
        assertThat(document.locate("status")).hasToString("f.yaml:1:1");
    }

    @Test
    void aScalarIsAlsoKnownAsItWasWritten() {
        assertThat(only("version: 1.20").written("version")).contains("1.20");
        assertThat(only("version: {}").written("version")).isEmpty();
    }

    @Test
    void aKeyGivenTwiceIsAProblemWithBothLines() {
        Documents read = YamlDocuments.read("f.yaml", "a:\n  b: 1\n  c: 2\n  b: 3\n");

        assertThat(read.problems())
                .extracting(Problem::toString)
                .containsExactly("f.yaml:4:3: a.b: given twice; first on line 2");
        assertThat(read.documents().get(0).tree()).isEqualTo(Map.of("a", Map.of("b", 1, "c", 2)));
    }

    @Test
    void brokenSyntaxIsLocatedAndEarlierDocumentsStay() {
        Documents read = YamlDocuments.read("f.yaml", "a: 1\n---\nb: [1, 2\nc: 3\n");

        assertThat(read.documents()).hasSize(1);
        assertThat(read.problems()).hasSize(1);
        assertThat(read.problems().get(0).location().line()).isEqualTo(4);
        assertThat(read.problems().get(0).message()).startsWith("not valid YAML: ");
    }

    @Test
    void mergedMappingsGiveWayToWhatIsWrittenOut() {
        Document document = only("base: &b {x: 1, y: 2}\nmore: &m {z: 3}\nall:\n  y: 9\n  <<: [*b, *m]\n");

        assertThat(document.mapping().orElseThrow().get("all")).isEqualTo(Map.of("x", 1, "y", 9, "z", 3));
        assertThat(document.locate("all.x").line()).isEqualTo(1);
        assertThat(document.locate("all.y").line()).isEqualTo(4);
    }

    @Test
    void anAliasThatContainsItselfIsRefused() {
        assertThat(YamlDocuments.read("f.yaml", "a: &a [*a]").problems())
                .extracting(Problem::toString)
                .containsExactly("f.yaml:1:8: a[0]: *a contains itself");
    }

    @Test
    void aliasesThatGrowWithoutEndAreRefused() {
        StringBuilder bomb = new StringBuilder("l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String item = "*l" + (i - 1);
            bomb.append("l" + i + ": &l" + i + " ["
                    + String.join(
                            ", ",
                            Arrays.asList(new String[] {item, item, item, item, item, item, item, item, item, item}))
                    + "]\n");
        }

        assertThat(YamlDocuments.read("f.yaml", bomb.toString())
                        .problems()
                        .get(0)
                        .message())
                .startsWith("aliases repeat more than 100000 values");
    }

    @Test
    @DisplayName("a chain of aliases is no way to nest deeper than allowed (LOCAL-120)")
    void aliasesDoNotNestDeeper() {
        StringBuilder chain = new StringBuilder("l0: &l0 x\n");
        for (int i = 1; i < 40; i++) {
            chain.append("l" + i + ": &l" + i + " " + "[".repeat(50) + "*l" + (i - 1) + "]".repeat(50) + "\n");
        }

        assertThat(YamlDocuments.read("f.yaml", chain.toString()).problems())
                .extracting(Problem::message)
                .containsExactly("nested deeper than 100 levels");
    }

    @Test
    @DisplayName("a long text that aliases repeat counts each time (LOCAL-120)")
    void repeatedTextsCount() {
        String bomb = "t: &t " + "x".repeat(1 << 20) + "\nall: [" + "*t, ".repeat(40) + "*t]\n";

        assertThat(YamlDocuments.read("f.yaml", bomb).problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("or 16 MiB of text");
    }

    @Test
    @DisplayName("of a source that never ends no more is read than what is allowed (LOCAL-120)")
    void endlessSourcesAreRefused() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                Arrays.fill(target, offset, offset + length, (byte) 'x');
                return length;
            }
        };

        assertThat(YamlDocuments.readStream("f.yaml", endless).problems())
                .extracting(Problem::message)
                .containsExactly("is longer than 16 MiB, the most that is read; split it into several files");
    }

    @Test
    @DisplayName("JSON has the limits of YAML (LOCAL-120)")
    void jsonHasTheSameLimits() {
        String deep = "{\"a\": " + "[".repeat(150) + "]".repeat(150) + "}";

        assertThat(YamlDocuments.read("f.json", deep).problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("nested deeper than 100 levels");
        assertThat(YamlDocuments.read("f.json", "[" + "1,".repeat(2_000_000) + "1]")
                        .problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("more than 2000000 values");
    }

    @Test
    void nestingWithoutEndIsRefused() {
        assertThat(YamlDocuments.read("f.yaml", "[".repeat(5000)).problems()).isNotEmpty();
        assertThat(YamlDocuments.read("f.yaml", "a: " + "[".repeat(5000))
                        .problems()
                        .get(0)
                        .message())
                .isEqualTo("nested deeper than 100 levels");
    }

    @Test
    void jsonMayBeIndentedWithTabsAndHoldSeveralValues() {
        Documents read =
                YamlDocuments.read("f.json", "{\n\t\"a\": {\n\t\t\"b\": [1, 2.5, null, true]\n\t}\n}\n{\"c\": \"1\"}");

        assertThat(read.problems()).isEmpty();
        assertThat(read.documents())
                .extracting(Document::tree)
                .containsExactly(Map.of("a", Map.of("b", Arrays.asList(1, 2.5, null, true))), Map.of("c", "1"));
        assertThat(read.documents().get(0).locate("a.b[1]")).hasToString("f.json:3:12");
    }

    @Test
    void aMappingInBracesMayBeYaml() {
        assertThat(only("{a: 1, b: [x]}").tree()).isEqualTo(Map.of("a", 1, "b", List.of("x")));
    }

    @Test
    void brokenJsonIsLocated() {
        Documents read = YamlDocuments.read("f.json", "{\n\t\"a\": 1,\n\t\"b\": tru\n}");

        assertThat(read.problems().get(0).location().line()).isEqualTo(3);
        assertThat(read.problems().get(0).message()).startsWith("not valid JSON: ");
    }

    @Test
    void aJsonKeyGivenTwiceIsAProblem() {
        assertThat(YamlDocuments.read("f.json", "{\"a\": 1,\n \"a\": 2}").problems())
                .extracting(Problem::toString)
                .containsExactly("f.json:2:2: a: given twice; first on line 1");
    }

    @Test
    void aByteOrderMarkIsNoContent() {
        assertThat(only("\uFEFFa: 1").tree()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void aCharacterThatYamlForbidsIsLocated() {
        assertThat(YamlDocuments.read("f.yaml", "a: 1\nb: \u0007x\n").problems())
                .extracting(Problem::toString)
                .containsExactly("f.yaml:2:4: the character U+0007 is not allowed in YAML");
    }

    @Test
    void anUnknownTagIsAProblem() {
        assertThat(YamlDocuments.read("f.yaml", "a: !secret x").problems())
                .extracting(Problem::toString)
                .containsExactly("f.yaml:1:4: a: the tag !secret is not supported");
    }

    @Test
    void whatCannotBeReadIsAProblem(@TempDir Path folder) throws Exception {
        Path latin =
                Files.write(folder.resolve("latin.yaml"), "name: M\u00FCller".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(YamlDocuments.readFile(folder.resolve("none.yaml"))
                        .problems()
                        .get(0)
                        .message())
                .isEqualTo("no such file");
        assertThat(YamlDocuments.readFile(folder).problems().get(0).message()).isEqualTo("is a directory, not a file");
        assertThat(YamlDocuments.readFile(latin).problems().get(0).message()).isEqualTo("is not UTF-8 text");
    }

    @Test
    void aStreamIsReadToItsEnd() {
        ByteArrayInputStream stream = new ByteArrayInputStream("name: M\u00FCller".getBytes(StandardCharsets.UTF_8));

        assertThat(YamlDocuments.readStream("standard input", stream)
                        .documents()
                        .get(0)
                        .tree())
                .isEqualTo(Map.of("name", "M\u00FCller"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a: [", "a: 'x", "{", "\t- a", "a: b: c", "- a\nb: c", "&", "*x", "? [a]\n: b", "a: !!int x y: z"
            })
    void anythingBrokenIsReportedAndNeverThrown(String text) {
        assertThat(YamlDocuments.read("f.yaml", text).problems()).isNotEmpty();
    }

    private static Document only(String text) {
        Documents read = YamlDocuments.read("f.yaml", text);
        assertThat(read.problems()).isEmpty();
        assertThat(read.documents()).hasSize(1);
        return read.documents().get(0);
    }
}

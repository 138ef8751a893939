package io.trainyard.foundation.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table was read off sigs.k8s.io/yaml v1.6, the library of kubectl. */
final class YamlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1:30 | \"1:30\"",
                "190:20:30 | \"190:20:30\"",
                "0644 | 420",
                "0o17 | 15",
                "0x1F | 31",
                "0b101 | 5",
                "-0b11 | -3",
                "1_000 | 1000",
                "1.0 | 1",
                "1e3 | 1000",
                "08 | 8",
                "3. | 3",
                "1.20 | 1.2",
                ".5 | 0.5",
                "-1.25e-1 | -0.125",
                "09.5 | 9.5",
                "yes | true",
                "On | true",
                "NO | false",
                "off | false",
                "yEs | \"yEs\"",
                "~ | null",
                "Null | null",
                "2026-11-20 | \"2026-11-20\"",
                "2026-11-20T10:00:00Z | \"2026-11-20T10:00:00Z\"",
                "9223372036854775807 | 9223372036854775807",
                "!!str 5 | \"5\"",
                "!!int \"5\" | 5",
                "!!bool yes | true",
                "= | \"=\"",
                "0b2 | \"0b2\"",
                "_1 | \"_1\""
            })
    void aScalarMeansWhatItMeansToKubectl(String yaml, String json) {
        assertThat(Json.text(Yaml.parse("a: " + yaml))).isEqualTo("{\"a\":" + json + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"y", "Y", "n", "N"})
    void singleLettersAreTextHereThoughKubectlTakesThemForTrueAndFalse(String letter) {
        assertThat(Yaml.parse(letter)).isEqualTo(letter);
    }

    @Test
    void whatHasBeenReadMayBeChanged() {
        List<Object> list = new ArrayList<>();
        assertThat(Yaml.parse("{a: [1]}")).isInstanceOfSatisfying(Map.class, map -> {
            list.addAll((List<?>) map.get("a"));
            map.remove("a");
            assertThat((Map<?, ?>) map).isEmpty();
        });
        assertThat(list).containsExactly(1L);
    }

    @Test
    void nothingReadsAsNullAndEmptyDocumentsAreLeftOut() {
        assertThat(Yaml.parse("")).isNull();
        assertThat(Yaml.parseAll("a\n---\n---\nb\n")).containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: 1\na: 2", "a: [", "a\n---\nb", "a: .inf", "a: *b", "a: !unknown 1"})
    void whatIsNoSingleDocumentIsRefused(String yaml) {
        assertThatThrownBy(() -> Yaml.parse(yaml))
                .isInstanceOf(MalformedTextException.class)
                .hasMessageStartingWith("not YAML: ");
    }
}

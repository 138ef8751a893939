package io.trainyard.local.kubelet.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** POD-16. */
final class ExpansionTest {
    private static final Map<String, String> VARIABLES = Map.of("A", "1", "B", "$(A)");

    @ParameterizedTest
    @CsvSource({
        "$(A)-$(B), 1-$(A)",
        "$$(A), $(A)",
        "$$$(A), $1",
        "$(X), $(X)",
        "$(A, $(A",
        "a$, a$",
        "$A ${A}, $A ${A}",
        "$$$$, $$",
        "$(), $()",
        "$(A)$(A), 11"
    })
    void theVectorsOfTheRuleHold(String text, String expected) {
        assertThat(Expansion.expand(text, VARIABLES::get)).isEqualTo(expected);
    }

    @Property(seed = "20260101")
    void aTextWithoutDollarsStaysAsItIs(@ForAll String text) {
        String plain = text.replace("$", "");

        assertThat(Expansion.expand(plain, VARIABLES::get)).isEqualTo(plain);
    }

    @Property(seed = "20260101")
    void doublingEveryDollarProtectsAnyText(@ForAll("texts") String text) {
        assertThat(Expansion.expand(text.replace("$", "$$"), VARIABLES::get)).isEqualTo(text);
    }

    @Property(seed = "20260101")
    void withoutVariablesOnlyDoubledDollarsShrink(@ForAll("texts") String text) {
        String expanded = Expansion.expand(text, name -> null);

        assertThat(expanded.length()).isLessThanOrEqualTo(text.length());
        assertThat(expanded.replace("$", "")).isEqualTo(text.replace("$", ""));
    }

    @Test
    @DisplayName("LOCAL-72b: 1,000 variables, each with the one before twice, are refused as soon as one is too long")
    void doublingIsBounded() {
        Map<String, String> variables = new HashMap<>(Map.of("V0", "x"));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> {
                    for (int i = 1; i < 1000; i++) {
                        String text = "$(V%1$d)$(V%1$d)".formatted(i - 1);
                        variables.put("V" + i, Expansion.expand(text, variables::get));
                    }
                })
                .withMessage("'$(V20)$(V20)' becomes longer than 1048576 characters with the values of its variables,"
                        + " more than a program can be given");
    }

    @Test
    @DisplayName("LOCAL-72b: many long texts are refused together")
    void manyLongTextsAreRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> {
                    int length = 0;
                    for (int i = 0; i < 9; i++) {
                        length = Expansion.together("the variables", length, "x".repeat(Expansion.MAX_TEXT));
                    }
                })
                .withMessageStartingWith("the variables are together longer than 8388608 characters");
    }

    @Test
    @Timeout(10)
    @DisplayName("LOCAL-72b: a megabyte of references without an end is read once, not once for each")
    void referencesWithoutEnd() {
        String text = "$(".repeat(500_000);

        assertThat(Expansion.expand(text, VARIABLES::get)).isEqualTo(text);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("$()AB x").ofMaxLength(12);
    }
}

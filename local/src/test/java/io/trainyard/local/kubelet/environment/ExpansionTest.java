package io.trainyard.local.kubelet.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("$()AB x").ofMaxLength(12);
    }
}

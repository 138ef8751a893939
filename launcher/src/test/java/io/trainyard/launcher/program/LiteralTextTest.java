package io.trainyard.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.kubelet.environment.Expansion;
import io.trainyard.spi.framework.VariableReferences;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What is typed reaches the program byte for byte (LOCAL-320)")
final class LiteralTextTest {
    private static final Map<String, String> VARIABLES = Map.of("X", "1", "", "2", "A$", "3");

    @ParameterizedTest
    @CsvSource({
        "pa$$word, pa$$$word",
        "$(HOSTNAME), $$(HOSTNAME)",
        "^a$$|b, ^a$$$|b",
        "$$(X), $$$$(X)",
        "$HOME ${HOME} a$, $HOME ${HOME} a$",
        "$$, $$$"
    })
    void dollarsAreDoubledWhereKubernetesWouldTakeThemForItsOwn(String typed, String written) {
        assertThat(LiteralText.of(typed)).isEqualTo(written);
    }

    @Property(seed = "20260101")
    void kubernetesGivesTheProgramWhatWasTyped(@ForAll("texts") String typed) {
        assertThat(Expansion.expand(LiteralText.of(typed), VARIABLES::get)).isEqualTo(typed);
        assertThat(VariableReferences.in(List.of(LiteralText.of(typed)))).isEmpty();
    }

    @Provide
    private Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("$()AX \n").ofMaxLength(12);
    }
}

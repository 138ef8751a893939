package io.trainyard.spi.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class VariableReferencesTest {

    @ParameterizedTest
    @MethodSource("texts")
    void readsAsKubernetesExpands(String text, List<String> names) {
        // TORCH-36
        assertThat(VariableReferences.in(List.of(text))).containsExactlyElementsOf(names);
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("--nnodes=$(TRAINER_NNODES)", List.of("TRAINER_NNODES")),
                Arguments.of("$(A):$(B)$(A)", List.of("A", "B")),
                Arguments.of("$$(A)", List.of()),
                Arguments.of("$$$(A)", List.of("A")),
                Arguments.of("$$$$(A)", List.of()),
                Arguments.of("$(open", List.of()),
                Arguments.of("$", List.of()),
                Arguments.of("costs 5$", List.of()),
                Arguments.of("$A $(B", List.of()),
                Arguments.of("$x$(A)", List.of("A")),
                Arguments.of("", List.of()),
                Arguments.of("echo $(date) $(PET_X)", List.of("date", "PET_X")));
    }
}

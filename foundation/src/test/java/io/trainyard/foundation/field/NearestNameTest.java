package io.trainyard.foundation.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestNameTest {
    private static final List<String> KNOWN = List.of("numNodes", "numProcPerNode", "image", "env", "args", "command");

    @ParameterizedTest
    @CsvSource({
        "numNode, numNodes",
        "NumNodes, numNodes",
        "numNoeds, numNodes",
        "imgae, image",
        "envs, env",
        "arg, args",
        "comand, command"
    })
    void aSlipIsRecognised(String written, String meant) {
        assertThat(NearestName.of(written, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"replicas", "x", "volumes", "en_vir"})
    void anotherWordIsNotGuessed(String written) {
        assertThat(NearestName.of(written, KNOWN)).isEmpty();
    }

    @Test
    void theQuestionIsReadyToAppend() {
        assertThat(NearestName.question("imgae", KNOWN)).isEqualTo("; did you mean \"image\"?");
        assertThat(NearestName.question("replicas", KNOWN)).isEmpty();
    }
}

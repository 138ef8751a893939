package io.trainyard.launcher.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When there are colours (LOCAL-212). */
final class ColorChoiceTest {
    @Test
    @DisplayName(
            "a terminal gets colours, but not where NO_COLOR is set; a pipe gets none, nor does a dumb terminal, which counts as one")
    void byItself() {
        assertThat(ColorChoice.isOn(true, Map.of())).isTrue();
        assertThat(ColorChoice.isOn(true, Map.of("NO_COLOR", ""))).isTrue();
        assertThat(ColorChoice.isOn(true, Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(ColorChoice.isOn(false, Map.of())).isFalse();
    }
}

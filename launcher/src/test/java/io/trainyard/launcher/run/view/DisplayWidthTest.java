package io.trainyard.launcher.run.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Room on narrow terminals (LOCAL-213). */
final class DisplayWidthTest {
    @ParameterizedTest
    @CsvSource({
        "loss 0.5, 8",
        "学習中, 6",
        "e\u0301tape, 5",
        "🤗 Hub, 6",
        "█▏, 2",
        "✅ epoch 3 ⏳, 13",
        "🟢🫠, 4",
        "⚠️ nan, 6",
        "→ 3, 3"
    })
    void columnsOfAText(String text, int columns) {
        assertThat(DisplayWidth.of(text)).isEqualTo(columns);
    }

    @Test
    @DisplayName("a text that is cut never takes more columns than there are, and no character is torn apart")
    void cut() {
        assertThat(DisplayWidth.cut("学習中学習中", 10)).isEqualTo("学習中...");
        assertThat(DisplayWidth.cut("🤗🤗🤗", 5)).isEqualTo("🤗...");
        assertThat(DisplayWidth.cut("loss 0.5", 8)).isEqualTo("loss 0.5");
        assertThat(DisplayWidth.cut("loss 0.5", 3)).isEmpty();
    }
}

package io.trainyard.launcher.run.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Colours of ranks (LOCAL-212). */
final class RankColorsTest {
    /** What W3C asks of large text and of signs. */
    private static final double READABLE = 3.0;

    @Test
    @DisplayName("each colour stands out from white and from black")
    void readableInLightAndDark() {
        assertThat(Arrays.stream(RankColors.COLORS).boxed())
                .doesNotHaveDuplicates()
                .allSatisfy(color -> {
                    double light = luminance(color);
                    assertThat(1.05 / (light + 0.05)).as("%d on white", color).isGreaterThanOrEqualTo(READABLE);
                    assertThat((light + 0.05) / 0.05).as("%d on black", color).isGreaterThanOrEqualTo(READABLE);
                });
    }

    @Test
    @DisplayName("a rank has the same colour each time, neighbours have different ones, and text ends without colour")
    void stable() {
        assertThat(RankColors.paint("node-0-3 |", 3))
                .isEqualTo(RankColors.paint("node-0-3 |", 3))
                .endsWith("\u001b[0m");
        assertThat(RankColors.paint("x", 11)).isNotEqualTo(RankColors.paint("x", 12));
        assertThat(Arrays.stream(RankColors.COLORS).count()).isGreaterThanOrEqualTo(8);
    }

    /** Of a colour of the cube of 6 × 6 × 6, as W3C defines it. */
    private static double luminance(int color) {
        int inCube = color - 16;
        return 0.2126 * linear(inCube / 36) + 0.7152 * linear(inCube / 6 % 6) + 0.0722 * linear(inCube % 6);
    }

    private static double linear(int step) {
        double value = (step == 0 ? 0 : 55 + 40 * step) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}

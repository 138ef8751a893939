package io.trainyard.foundation.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values were read off the YAML library of kubectl, but for y and n. */
final class PlainScalarsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "42, 42",
        "-7, -7",
        "+3, 3",
        "0644, 420",
        "0x1F, 31",
        "0o17, 15",
        "0b101, 5",
        "-0x10, -16",
        "1_000, 1000",
        "1.0, 1",
        "1e3, 1000",
        "08, 8",
        "3., 3",
        "1_, 1",
        "0x_1, 1",
        "0_7, 7",
        "0.1e1, 1",
        "2147483647, 2147483647"
    })
    void aNumberWithoutFractionIsAnInteger(String text, int value) {
        assertThat(PlainScalars.resolve(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"1.5, 1.5", ".5, 0.5", "-1.25e-1, -0.125", "1e-3, 0.001"})
    void aNumberWithFractionIsADouble(String text, double value) {
        assertThat(PlainScalars.resolve(text)).isEqualTo(value);
    }

    @Test
    void integersGrowAsTheyMust() {
        assertThat(PlainScalars.resolve("2147483648")).isEqualTo(2147483648L);
        assertThat(PlainScalars.resolve("9223372036854775808")).isEqualTo(new BigInteger("9223372036854775808"));
    }

    @ParameterizedTest
    @CsvSource({
        "true, true",
        "True, true",
        "TRUE, true",
        "yes, true",
        "On, true",
        "false, false",
        "No, false",
        "OFF, false",
        "no, false"
    })
    void wordsForTrueAndFalse(String text, boolean value) {
        assertThat(PlainScalars.resolve(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "~", "null", "Null", "NULL"})
    void wordsForNothing(String text) {
        assertThat(PlainScalars.resolve(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "y",
                "N",
                "yEs",
                "nULL",
                "truee",
                "1:30",
                "2026-11-20",
                "10Gi",
                "1.2.3",
                "-",
                "+",
                ".",
                "1e",
                "e1",
                "0x",
                "0xg",
                "0b2",
                "1e99999",
                "--nproc",
                "12h",
                "-x",
                "..",
                "+.x"
            })
    void everythingElseIsText(String text) {
        assertThat(PlainScalars.resolve(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {".inf", "-.inf", "+.INF", ".nan", ".NaN", "1e999"})
    void numbersThatJsonCannotHoldAreRefused(String text) {
        assertThatThrownBy(() -> PlainScalars.resolve(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @DisplayName(
            "numbers that take minutes to read are refused, long texts that only begin like one are texts (LOCAL-120)")
    @ValueSource(strings = {"1", "-1", "0x1", "0.", "1.", "1_"})
    void numbersThatTakeMinutesToReadAreRefused(String begin) {
        assertThatThrownBy(() -> PlainScalars.resolve(begin + "1".repeat(1_000)))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("it has more than 1000 digits; put text in quotes");
        assertThat(PlainScalars.resolve(begin + "1".repeat(1_000) + "-sha")).isInstanceOf(String.class);
        assertThat(PlainScalars.resolve("1".repeat(1_000))).isEqualTo(new BigInteger("1".repeat(1_000)));
    }
}

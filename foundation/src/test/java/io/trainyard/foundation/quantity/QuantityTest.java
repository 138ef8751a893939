package io.trainyard.foundation.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "1000m, 1",
        "0.5, 500m",
        "0.1, 100m",
        "1024Mi, 1Gi",
        "1.5Gi, 1536Mi",
        "0.5Gi, 512Mi",
        "1000, 1k",
        "12000, 12k",
        "1100, 1100",
        "1e3, 1e3",
        "0, 0",
        "0Gi, 0",
        "1Ki, 1Ki",
        "512, 512",
        "0.5Ki, 512",
        "1.1Ki, 1127",
        "-1500m, -1500m",
        "1000000, 1M",
        "5E, 5E"
    })
    void eachAmountIsWrittenInOneWay(String text, String canonical) {
        assertThat(Quantity.parse(text).canonical()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1 Gi", "1KiB", "Gi", "1e", ".", "1..2", "--1"})
    void whatIsNoAmountIsRefused(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no quantity");
    }

    @Property
    void writingAndReadingKeepsTheValue(
            @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long milli) {
        BigDecimal value = BigDecimal.valueOf(milli, 3);
        String canonical = new Quantity(value, Quantity.Form.DECIMAL).canonical();
        assertThat(Quantity.parse(canonical).value()).isEqualByComparingTo(value);
        assertThat(Quantity.parse(canonical).canonical()).isEqualTo(canonical);
    }

    @Property
    void binaryAmountsKeepTheirValueToo(@ForAll @LongRange(min = 0, max = 1L << 50) long value) {
        String canonical = new Quantity(BigDecimal.valueOf(value), Quantity.Form.BINARY).canonical();
        assertThat(Quantity.parse(canonical).value()).isEqualByComparingTo(BigDecimal.valueOf(value));
    }
}

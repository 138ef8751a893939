package io.trainyard.foundation.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected texts were read off {@code resource.Quantity} of k8s.io/apimachinery v0.37. */
final class ResourceQuantityTest {
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
        "-1500m, -1500m",
        "1000000, 1M",
        "5E, 5E",
        "1E, 1E",
        "100E, 100E",
        "1e4, 10e3",
        "1e7, 10e6",
        "12e5, 1200e3",
        "1.5e3, 1500",
        "1e18, 1e18",
        "1e19, 10e18",
        "1e21, 1e21",
        "1e100, 10e99",
        "1e300, 1e300",
        "0e5, 0",
        "1e-3, 1e-3",
        "100e-3, 100e-3",
        "1000u, 1m",
        "1000000000n, 1",
        "1500k, 1500k",
        "0.5m, 500u",
        ".5, 500m",
        "1025Ki, 1025Ki",
        "1000Ki, 1000Ki",
        "-1.5Gi, -1536Mi",
        "99999999999999999999999999999, 99999999999999999999999999999"
    })
    void eachAmountIsWrittenInOneWay(String text, String canonical) {
        assertThat(ResourceQuantity.parse(text).canonical()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "1.1Ki, 1126400m",
        "0.0001Ki, 102400u",
        "-0.0001Ki, -102400u",
        "0.1Mi, 104857600m",
        "1.0000000001Gi, 1073741824107374183n"
    })
    void aBinaryAmountThatIsNotWholeIsWrittenWithDecimals(String text, String canonical) {
        assertThat(ResourceQuantity.parse(text).canonical()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1n, 1n",
        "-0.1n, -1n",
        "1e-10, 1e-9",
        "1e-999, 1e-9",
        "1.0000000001, 1000000001n",
        "1.123456789123, 1123456790n",
        "0.0000000001Ki, 103n"
    })
    void whatIsFinerThanABillionthIsRoundedUp(String text, String canonical) {
        assertThat(ResourceQuantity.parse(text).canonical()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "7Ei, 7Ei",
        "8Ei, 9223372036854775807",
        "10Ei, 9223372036854775807",
        "10000000000000000000000Ki, 9223372036854775807",
        "-10Ei, -9223372036854775807"
    })
    void anAmountWithABinarySuffixHasALargestValue(String text, String canonical) {
        assertThat(ResourceQuantity.parse(text).canonical()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "x", "1 Gi", " 1", "1KiB", "Gi", "1e", "1e+", "e3", ".", "1..2", "--1", "1_000", "0x10", "1e3Ki",
                "1e3k", "1e18Ki", "1e3e3", "\u0661"
            })
    void whatIsNoAmountIsRefused(String text) {
        assertThatThrownBy(() -> ResourceQuantity.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no quantity");
    }

    @Test
    void hugeNumbersAreRefusedInsteadOfCalculated() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (String text : new String[] {
                "1e30000000",
                "1e1000000",
                "1e-100000000",
                "1e1000",
                "1000e999",
                "1e99999999999",
                "1E2147483648",
                "1".repeat(1_000_000),
                "0." + "0".repeat(1_000_000) + "1",
                "1e" + "0".repeat(1_000_000) + "1"
            }) {
                assertThatThrownBy(() -> ResourceQuantity.parse(text))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("quantity")
                        .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(1000));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1500m, 1, 2", "2Gi, 1Mi, 2048", "1, 1m, 1000", "0, 1, 0", "5, 0, 5", "5, -1, 5", "1n, 1Ei, 1"})
    void aDivisorThatDoesNotFitExactlyCountsOnceMore(String amount, String divisor, String times) {
        assertThat(ResourceQuantity.parse(amount).dividedBy(ResourceQuantity.parse(divisor)))
                .hasToString(times);
    }

    @Property(seed = "20260101")
    void writingAndReadingKeepsTheValue(
            @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long milli) {
        BigDecimal value = BigDecimal.valueOf(milli, 3);
        String canonical = new ResourceQuantity(value, ResourceQuantity.Form.DECIMAL).canonical();
        assertThat(ResourceQuantity.parse(canonical).value()).isEqualByComparingTo(value);
        assertThat(ResourceQuantity.parse(canonical).canonical()).isEqualTo(canonical);
    }

    @Property(seed = "20260101")
    void binaryAmountsKeepTheirValueToo(@ForAll @LongRange(min = 0, max = 1L << 50) long value) {
        String canonical = new ResourceQuantity(BigDecimal.valueOf(value), ResourceQuantity.Form.BINARY).canonical();
        assertThat(ResourceQuantity.parse(canonical).value()).isEqualByComparingTo(BigDecimal.valueOf(value));
    }

    /** Whatever is written: it is refused, or small enough to calculate with, and written in a form that is read again as the same. */
    @Property(seed = "20260101")
    void whateverIsWrittenStaysSmallAndStable(@ForAll("texts") String text) {
        ResourceQuantity quantity;
        try {
            quantity = ResourceQuantity.parse(text);
        } catch (IllegalArgumentException refused) {
            return;
        }

        assertThat(quantity.value().scale()).isLessThanOrEqualTo(9);
        assertThat(quantity.value().precision() - quantity.value().scale()).isLessThanOrEqualTo(1000);
        ResourceQuantity again = ResourceQuantity.parse(quantity.canonical());
        assertThat(again.value()).isEqualByComparingTo(quantity.value());
        assertThat(again.canonical()).isEqualTo(quantity.canonical());
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> sign = Arbitraries.of("", "+", "-");
        Arbitrary<String> whole = Arbitraries.strings().numeric().ofMaxLength(40);
        Arbitrary<String> part = Arbitraries.strings().numeric().ofMaxLength(20).map(digits -> "." + digits);
        Arbitrary<String> suffix = Arbitraries.oneOf(
                Arbitraries.of("", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"),
                Arbitraries.integers().between(-100_000_000, 100_000_000).map(exponent -> "e" + exponent),
                Arbitraries.integers().between(-999, 999).map(exponent -> "E" + exponent));
        return Combinators.combine(sign, whole, Arbitraries.oneOf(Arbitraries.just(""), part), suffix)
                .as((a, b, c, d) -> a + b + c + d);
    }
}

package io.trainyard.core.apply;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("ResourceVersions")
final class ResourceVersionsTest {
    @ParameterizedTest(name = "{0} is at least {1}: {2}")
    @CsvSource({
        "5, 5, true",
        "6, 5, true",
        "4, 5, false",
        "10, 9, true",
        "9, 10, false",
        "123456789012345678901234567890, 99, true",
        ", 5, false",
        "5, , true",
        ", , true",
    })
    void theyAreNumbersOfAnyLength(String version, String other, boolean expected) {
        assertThat(ResourceVersions.isAtLeast(version, other)).isEqualTo(expected);
    }
}

package io.trainyard.launcher.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Advisories about libraries (OPS-93)")
final class AdvisoryTest {
    @ParameterizedTest(name = "from {0} until before {1}: {2} is affected: {3}")
    @CsvSource({
        "'', 1.5.10, 1.5.9, true",
        "'', 1.5.10, 1.5.10, false",
        "'', 1.5.10, 1.5.11, false",
        "2.19.0, 2.21.1, 2.18.6, false",
        "2.19.0, 2.21.1, 2.21.0, true",
        "'', 4.1.135.Final, 4.1.133.Final, true",
        "'', 4.1.135.Final, 4.1.140.Final, false",
        "'', 32.0.0, 33.5.0-jre, false",
        "'', 1.84, 1.82, true"
    })
    void aRangeOfVersions(String introduced, String fixed, String version, boolean affected) {
        Advisory advisory = new Advisory("X-1", "org.example:library", introduced, fixed, "an example");

        assertThat(advisory.affects("org.example:library", version)).isEqualTo(affected);
        assertThat(advisory.affects("org.example:other", version)).isFalse();
    }

    @Test
    @DisplayName("the stored list has a date, each entry once, and ranges that hold something")
    void theList() {
        assertThat(Advisory.collected()).isAfter(LocalDate.of(2026, 1, 1));
        assertThat(Advisory.stored())
                .hasSizeGreaterThan(40)
                .doesNotHaveDuplicates()
                .allSatisfy(advisory -> {
                    assertThat(advisory.id()).isNotBlank();
                    assertThat(advisory.library()).contains(":");
                    assertThat(advisory.affects(advisory.library(), advisory.fixed()))
                            .isFalse();
                    assertThat(advisory.introduced().isEmpty()
                                    || Advisory.compare(advisory.introduced(), advisory.fixed()) < 0)
                            .as(advisory.toString())
                            .isTrue();
                });
    }
}

package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("SiteCheck (OPS-71, OPS-74)")
final class SiteCheckTest {
    private static final String HOST = "trainyard.example.com:8090";

    @ParameterizedTest
    @CsvSource({
        "cross-site, https://evil.example.com",
        "same-site, https://other.example.com",
        "cross-site, ''",
        "garbage, ''",
        "'', https://evil.example.com",
        "'', 'null'",
        "'', https://trainyard.example.com",
        "'', 'http://['",
    })
    void aPageOfAnotherSiteMayNotEvenOpenAStream(String fetchSite, String origin) {
        assertThat(SiteCheck.allows(fetchSite, origin, HOST)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "same-origin, https://trainyard.example.com:8090",
        "none, ''",
        "'', https://trainyard.example.com:8090",
        "'', http://TRAINYARD.example.com:8090",
    })
    void ourOwnPageAndWhoTypesTheAddressMay(String fetchSite, String origin) {
        assertThat(SiteCheck.allows(fetchSite, origin, HOST)).isTrue();
    }

    @Test
    void aProgramThatIsNoBrowserTellsNothing() {
        assertThat(SiteCheck.allows("", "", HOST)).isTrue();
    }
}

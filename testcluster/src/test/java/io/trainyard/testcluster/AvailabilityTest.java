package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class AvailabilityTest {

    private static final Optional<String> NO_ETCD = Optional.of("no etcd in /cache, and no Go on the PATH");

    @Test
    @DisplayName("RC-1: without programs and Go, tests are skipped with one clear line")
    void aSkipSaysWhatIsMissingAndHowToForbidIt() {
        assertThat(new Availability(false, false).reasonToSkip(() -> NO_ETCD))
                .hasValueSatisfying(line -> assertThat(line)
                        .contains("skipped", "no etcd in /cache", "-Dtestcluster.required=true")
                        .doesNotContain("\n"));
    }

    @Test
    @DisplayName("RC-1: with the property that CI sets, nothing is skipped")
    void whatIsRequiredIsNotSkipped() {
        assertThat(new Availability(false, true).reasonToSkip(() -> NO_ETCD)).isEmpty();
    }

    @Test
    void nothingIsSkippedWhereNothingIsMissing() {
        assertThat(new Availability(false, false).reasonToSkip(Optional::empty)).isEmpty();
    }

    @Test
    void aUserMayChooseToSkip() {
        assertThat(new Availability(true, true).reasonToSkip(Optional::empty))
                .hasValueSatisfying(line -> assertThat(line).contains("testcluster.skip"));
    }
}

package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("HostCheck (OPS-71)")
final class HostCheckTest {
    private final HostCheck check = new HostCheck(Set.of("Trainyard.example.com"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:8090",
                "127.0.0.1:8090",
                "10.1.2.3",
                "[::1]:8090",
                "trainyard.example.com",
                "trainyard.example.com.:443",
                "page.localhost:1"
            })
    void addressesLocalhostAndListedNamesAreOurs(String host) {
        assertThat(check.allows(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evil.example.com",
                "localhost.evil.example.com",
                "127.0.0.1.evil.example.com",
                "evil.com:8090",
                "trainyard.example.com.evil.com",
                "127.0.0.1:8090:80",
                "localhost:8090.evil.com",
                "1.2.3.4.5"
            })
    void aNameThatAStrangerCanPointToUsIsNot(String host) {
        assertThat(check.allows(host)).isFalse();
    }

    @Test
    void aStarAllowsAnyName() {
        assertThat(new HostCheck(Set.of("*")).allows("whatever.example.org")).isTrue();
    }
}

package io.trainyard.local.kubelet.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.local.kubelet.logs.LogQueries;
import io.trainyard.local.kubelet.logs.LogQuery;
import io.vertx.core.MultiMap;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What the API server asks a kubelet for (LOCAL-28)")
final class ContainerLogsRequestTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final String PATH = "/containerLogs/ns/pod-0/node";

    private static MultiMap none() {
        return MultiMap.caseInsensitiveMultiMap();
    }

    @Test
    void withoutParametersTheWholeLogOfTheLatestRunIsMeant() {
        assertThat(ContainerLogsRequest.parse(PATH, none(), CLOCK)).contains(LogQueries.of("ns", "pod-0", "node"));
    }

    @Test
    void everyParameterIsUnderstood() {
        MultiMap parameters = none().add("follow", "true")
                .add("previous", "1")
                .add("timestamps", "true")
                .add("tailLines", "0")
                .add("sinceSeconds", "5")
                .add("limitBytes", "7");

        assertThat(ContainerLogsRequest.parse(PATH, parameters, CLOCK))
                .contains(new LogQuery(
                        "ns",
                        "pod-0",
                        "node",
                        true,
                        true,
                        true,
                        OptionalLong.of(0),
                        Optional.of(NOW.minusSeconds(5)),
                        OptionalLong.of(7)));
        assertThat(ContainerLogsRequest.parse(PATH, none().add("sinceTime", "2026-01-01T00:00:00+01:00"), CLOCK))
                .get()
                .extracting(LogQuery::since)
                .isEqualTo(Optional.of(Instant.parse("2025-12-31T23:00:00Z")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/pods",
                "/containerLogs/ns/pod",
                "/containerLogs/ns/pod/node/more",
                "/containerLogs/ns//node",
                "/containerLogs/ns/../node",
                "/containerLogs/ns/%2e%2e/node",
                "/containerLogs/ns/a%2fb/node"
            })
    void otherPathsLeadToNoLogAndNeverOutOfTheFolder(String path) {
        assertThat(ContainerLogsRequest.parse(path, none(), CLOCK)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "tailLines, -1",
        "tailLines, many",
        "limitBytes, 0",
        "sinceSeconds, 0",
        "sinceTime, yesterday",
        "follow, perhaps"
    })
    void mistakesNameTheParameter(String name, String value) {
        assertThatThrownBy(() -> ContainerLogsRequest.parse(PATH, none().add(name, value), CLOCK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(value);
    }
}

package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AlertHistoryTest {
    @Test
    void whatFiredIsNamedAndWhatWaitedIsMeasuredWithoutItsBreaks() throws JsonProcessingException {
        AlertHistory history = AlertHistory.of(
                new ObjectMapper()
                        .readTree(
                                """
                                [{"metric": {"alertname": "Long", "alertstate": "firing", "instance": "a"}, "values": [[10, "1"]]},
                                 {"metric": {"alertname": "Long", "alertstate": "pending", "instance": "a"}, "values": [[2, "1"], [4, "1"], [20, "1"], [22, "1"], [24, "1"]]},
                                 {"metric": {"alertname": "Long", "alertstate": "pending", "instance": "b"}, "values": [[2, "1"]]}]
                                """),
                Duration.ofSeconds(2));

        assertThat(history.fired())
                .singleElement()
                .asString()
                .startsWith("Long")
                .contains("\"instance\":\"a\"");
        assertThat(history.longestPending()).isEqualTo(Map.of("Long", Duration.ofSeconds(4)));
    }
}

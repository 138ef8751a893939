package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ShortenedRulesTest {
    private static final String RULES =
            """
            groups:
              - name: some
                rules:
                  - alert: Slow
                    expr: rate(all{path=~"[a-z]+"}[5m]) > 300 and sum(x[1h30m]) > 60
                    for: 10m
                    labels: {severity: warning}
                  - alert: Gone
                    expr: absent(up)
                  - record: all
                    expr: sum(rate(requests_total[1m]))
            """;

    @Test
    void eachWaitAndEachWindowIsDividedAndNothingElseChanges() {
        ShortenedRules rules = ShortenedRules.of(RULES, 10);

        assertThat(rules.waits())
                .containsOnly(Map.entry("Slow", Duration.ofMinutes(1)), Map.entry("Gone", Duration.ZERO));
        assertThat(rules.yaml())
                .contains("rate(all{path=~\\\"[a-z]+\\\"}[30000ms]) > 300 and sum(x[540000ms]) > 60")
                .contains("for: \"60000ms\"")
                .contains("sum(rate(requests_total[6000ms]))")
                .contains("severity: \"warning\"");
    }

    @Test
    void everyShippedAlertIsShortened() throws IOException {
        String shipped = Files.readString(ShortenedRules.SHIPPED);

        ShortenedRules rules = ShortenedRules.of(shipped, 15);

        assertThat(rules.waits())
                .hasSize((int) shipped.lines()
                        .filter(line -> line.contains("- alert:"))
                        .count())
                .containsEntry("TrainyardNoLeader", Duration.ofSeconds(8))
                .containsEntry("TrainJobsPending", Duration.ofMinutes(4));
        assertThat(rules.yaml()).doesNotContain("[5m]").contains("[20000ms]");
    }

    @Test
    void whatIsNoDurationIsRefused() {
        assertThatThrownBy(() -> ShortenedRules.parse("5 minutes")).hasMessageContaining("5 minutes");
        assertThatThrownBy(() -> ShortenedRules.parse("")).isInstanceOf(IllegalArgumentException.class);
    }
}

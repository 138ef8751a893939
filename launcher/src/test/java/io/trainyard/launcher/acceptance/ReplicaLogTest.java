package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplicaLogTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"level\":\"warn\",\"msg\":\"x\",\"error\":\"io.vertx.Oops: closed\"}",
                "{\"level\":\"info\",\"msg\":\"java.lang.IllegalStateException: no\"}",
                "{\"level\":\"info\",\"msg\":\"no\\n\\tat io.trainyard.Main.main\"}",
                "\tat io.trainyard.launcher.Main.main(Main.java:12)",
                "{\"level\":\"info\",\"msg\":\"no rights: Cannot invoke \\\"Meta.name()\\\" because \\\"meta\\\" is null\"}",
                "could not read: error=java.io.IOError"
            })
    void anExceptionIsSeen(String line) {
        assertThat(ReplicaLog.exceptions("{\"level\":\"info\",\"msg\":\"begin\"}\n" + line + "\n"))
                .containsExactly(line);
    }

    @Test
    void whatIsForPeopleIsCountedAndOrdinaryWordsAreNoException() {
        String log =
                """
                {"level":"info","ts":"2026-01-01T00:00:00.5Z","msg":"Leading as a"}
                {"level":"debug","msg":"nothing to do at noon"}
                {"level":"warn","ts":"2026-01-01T00:01:00.5Z","msg":"an error of the user: looks at pods (Main.java)"}
                """;

        assertThat(ReplicaLog.lines(log)).isEqualTo(2);
        assertThat(ReplicaLog.exceptions(log)).isEmpty();
        assertThat(ReplicaLog.life(log)).isEqualTo(Duration.ofMinutes(1));
        assertThat(ReplicaLog.life("")).isZero();
    }
}

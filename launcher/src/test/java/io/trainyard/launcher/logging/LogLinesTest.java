package io.trainyard.launcher.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.spi.model.ResourceKey;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.Level;

@ResourceLock(Resources.SYSTEM_ERR)
final class LogLinesTest {
    @Test
    @DisplayName("CFG-04: a line about a TrainJob says which, in the keys that controllers in Go use")
    void aLineAboutATrainJobNamesIt() throws Exception {
        String line = log(LogOptions.PRODUCTION, log -> log.atInfo()
                .addKeyValue("trainJob", new ResourceKey("team-a", "bert"))
                .log("done"));
        JsonNode json = new ObjectMapper().readTree(line);

        assertThat(json.get("controller").asText()).isEqualTo("trainjob_controller");
        assertThat(json.get("namespace").asText()).isEqualTo("team-a");
        assertThat(json.get("name").asText()).isEqualTo("bert");
    }

    @Test
    @DisplayName("CFG-04: the keys of a JSON line")
    void aJsonLineHasTheKeysThatReadersKnow() throws Exception {
        String line = log(LogOptions.PRODUCTION, log -> log.atInfo()
                .addKeyValue("controller", "trainjob_controller")
                .addKeyValue("namespace", "team-a")
                .addKeyValue("name", "bert")
                .addKeyValue("reconcileID", "1-2")
                .addKeyValue("count", 3)
                .addKeyValue("parts", List.of("a", "b"))
                .log("done {}", 5));
        JsonNode json = new ObjectMapper().readTree(line);

        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "level",
                        "ts",
                        "logger",
                        "caller",
                        "msg",
                        "controller",
                        "namespace",
                        "name",
                        "reconcileID",
                        "count",
                        "parts");
        assertThat(json.get("level").asText()).isEqualTo("info");
        assertThat(json.get("msg").asText()).isEqualTo("done 5");
        assertThat(json.get("logger").asText()).isEqualTo("io.trainyard.test");
        assertThat(json.get("caller").asText()).matches("LogLinesTest\\.java:\\d+");
        assertThat(json.get("count").isInt()).isTrue();
        assertThat(json.get("parts").isArray()).isTrue();
        assertThat(Instant.parse(json.get("ts").asText()))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat(json.get("ts").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");
    }

    @Test
    @DisplayName("CFG-02: stack traces from error on")
    void stackTracesAreForErrors() throws Exception {
        Exception failure = new IllegalStateException("broken");

        JsonNode warning = new ObjectMapper().readTree(log(LogOptions.PRODUCTION, log -> log.warn("odd", failure)));
        JsonNode error = new ObjectMapper().readTree(log(LogOptions.PRODUCTION, log -> log.error("bad", failure)));

        assertThat(warning.get("error").asText()).isEqualTo("java.lang.IllegalStateException: broken");
        assertThat(warning.has("stacktrace")).isFalse();
        assertThat(error.get("stacktrace").asText()).contains("\tat io.trainyard.launcher.logging.LogLinesTest");
    }

    @Test
    @DisplayName("CFG-02: --zap-devel")
    void theConsoleIsForPeople() {
        String line = log(
                LogOptions.DEVELOPMENT,
                log -> log.atDebug().addKeyValue("name", "bert").log("hello"));

        assertThat(line).matches("\\S+Z\tDEBUG\ttest\thello\tname=bert\\R");
        assertThat(log(LogOptions.DEVELOPMENT, log -> log.warn("odd", new IllegalStateException("broken"))))
                .contains("error=java.lang.IllegalStateException: broken")
                .contains("\tat ");
    }

    @ParameterizedTest
    @CsvSource({"INFO, false, true, false", "DEBUG, true, true, false", "TRACE, true, true, true"})
    @DisplayName("CFG-02: levels, calmer for libraries")
    void librariesAreCalmerThanOurOwnCode(Level level, boolean ownDebug, boolean libraryInfo, boolean libraryDebug) {
        LoggerContext context = new LoggerContext();
        LogSetup.configure(
                context,
                new LogOptions(level, LogEncoding.console, StackTraces.panic, TimeEncoding.rfc3339),
                "System.err");

        assertThat(context.getLogger("io.trainyard.core.X").isDebugEnabled()).isEqualTo(ownDebug);
        assertThat(context.getLogger("io.netty.X").isInfoEnabled()).isEqualTo(libraryInfo);
        assertThat(context.getLogger("io.netty.X").isDebugEnabled()).isEqualTo(libraryDebug);
    }

    @Test
    void commandsLogOnlyWarningsAndWithoutStackTraces() {
        LoggerContext context = new LoggerContext();
        new QuietLogging().configure(context);

        assertThat(context.getLogger("io.trainyard.core.X").isInfoEnabled()).isFalse();
        assertThat(context.getLogger("io.netty.X").isWarnEnabled()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "epoch, 1767323045.123456789",
        "millis, 1767323045123.456789",
        "nano, 1767323045123456789",
        "iso8601, 2026-01-02T03:04:05.123Z",
        "rfc3339, 2026-01-02T03:04:05Z",
        "rfc3339nano, 2026-01-02T03:04:05.123456789Z"
    })
    @DisplayName("CFG-02: --zap-time-encoding")
    void timeHasSixForms(String name, String text) {
        Instant time = Instant.parse("2026-01-02T03:04:05.123456789Z");

        assertThat(TimeEncoding.valueOf(name).encode(time)).hasToString(text);
    }

    /** What one line looks like. */
    private static String log(LogOptions options, Consumer<Logger> lines) {
        PrintStream before = System.err;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
        try {
            LoggerContext context = new LoggerContext();
            context.setMDCAdapter(new LogbackMDCAdapter());
            LogSetup.configure(context, options, "System.err");
            lines.accept(context.getLogger("io.trainyard.test"));
            context.stop();
        } finally {
            System.setErr(before);
        }
        return caught.toString(StandardCharsets.UTF_8);
    }
}

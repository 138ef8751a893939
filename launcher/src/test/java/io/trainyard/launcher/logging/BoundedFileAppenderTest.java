package io.trainyard.launcher.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The log of a service that stays")
final class BoundedFileAppenderTest {
    private static final long MOST = 10_000;

    @TempDir
    private Path folder;

    @Test
    void growsNoLargerThanItMayAndOneBeforeItIsKept() throws Exception {
        Path file = folder.resolve("100 %i").resolve("trainyard.log");
        Files.createDirectories(file.getParent());
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        BoundedFileAppender appender = new BoundedFileAppender(file, MOST);
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
        context.getLogger("test").addAppender(appender);

        for (int i = 0; i < 2_500; i++) {
            context.getLogger("test").info("line {} of many", i);
        }
        context.stop();

        Path before = file.resolveSibling("trainyard.log.1");
        assertThat(file.getParent().toFile().list()).containsExactlyInAnyOrder("trainyard.log", "trainyard.log.1");
        assertThat(Files.size(file)).isLessThanOrEqualTo(MOST);
        assertThat(Files.size(before)).isLessThan(MOST + 100);
        assertThat(Files.readAllLines(before).size() + Files.readAllLines(file).size())
                .isGreaterThan(400);
        assertThat(Files.readString(before) + Files.readString(file)).endsWith("line 2499 of many\n");
    }
}

package io.trainyard.launcher.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class UncaughtFailuresTest {
    @Test
    @DisplayName(
            "what ends a thread of a run stands in its log, with its stack trace, and not on the terminal (LOCAL-235)")
    void whatEndsAThreadIsLogged() throws InterruptedException {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger log = (Logger) LoggerFactory.getLogger(UncaughtFailures.class);
        lines.start();
        log.addAppender(lines);
        Thread thread = new Thread(
                () -> {
                    throw new RejectedExecutionException("event executor terminated");
                },
                "worker");
        thread.setUncaughtExceptionHandler(new UncaughtFailures());

        thread.start();
        thread.join();

        log.detachAppender(lines);
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getKeyValuePairs()).extracting(pair -> pair.value).containsExactly("worker");
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("event executor terminated");
        });
    }
}

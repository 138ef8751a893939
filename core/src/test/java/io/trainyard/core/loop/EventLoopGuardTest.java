package io.trainyard.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@DisplayName("EventLoopGuard (OPS-09, FAB-72)")
final class EventLoopGuardTest {
    private final SlowLoop loop = new SlowLoop();
    private final List<EventLoopGuard.Block> found = new ArrayList<>();
    private final EventLoopGuard guard =
            new EventLoopGuard(loop, loop::processorNanos, found::add, Duration.ofMillis(100));

    private final Logger logger = (Logger) LoggerFactory.getLogger(EventLoopGuard.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    private List<Duration> blocks() {
        return found.stream().map(EventLoopGuard.Block::duration).toList();
    }

    private List<Duration> computing() {
        return found.stream().map(EventLoopGuard.Block::computing).toList();
    }

    @Test
    void aQuickHandlerIsNotCounted() {
        guard.guard(() -> loop.pass(20)).run();

        assertThat(blocks()).isEmpty();
    }

    @Test
    void aSlowHandlerIsCountedAndMeasured() {
        guard.guard("a slow one", () -> loop.pass(21)).run();
        guard.guard(() -> loop.pass(500)).run();

        assertThat(blocks()).containsExactly(Duration.ofMillis(21), Duration.ofMillis(500));
        assertThat(guard.blocks()).isEqualTo(2);
    }

    @Test
    @DisplayName("what a handler computed is told apart from what it waited for a processor")
    void aHandlerWithoutAProcessorIsNotBusy() {
        guard.guard("starved", () -> {
                    loop.starve(400);
                    loop.pass(3);
                })
                .run();
        guard.guard("busy", () -> loop.pass(40)).run();

        assertThat(found)
                .containsExactly(
                        new EventLoopGuard.Block("starved", Duration.ofMillis(403), Duration.ofMillis(3)),
                        new EventLoopGuard.Block("busy", Duration.ofMillis(40), Duration.ofMillis(40)));
    }

    @Test
    void aGuardedHandlerInsideAnotherIsAPartOfThatOne() {
        guard.guard("outer", guard.guard("inner", () -> loop.pass(30))).run();

        assertThat(found).extracting(EventLoopGuard.Block::name).containsExactly("outer");
    }

    @Test
    void tasksOfAGuardedTimeAreMeasured() {
        guard.guard(loop).after(Duration.ofMillis(1), () -> loop.pass(30));
        loop.runTimer();

        assertThat(computing()).containsExactly(Duration.ofMillis(30));
    }

    @Test
    @DisplayName("a late heartbeat is blamed on what is not guarded only for what guarded handlers have not computed")
    void aLateHeartbeatKnowsWhatIsLeft() {
        guard.start();
        for (int i = 0; i < 10; i++) {
            guard.guard(() -> loop.pass(19)).run();
        }
        loop.pass(5);
        loop.runTimer();
        loop.pass(100);
        loop.starve(60);
        loop.runTimer();

        assertThat(blocks()).containsExactly(Duration.ofMillis(95), Duration.ofMillis(60));
        assertThat(computing()).containsExactly(Duration.ofMillis(5), Duration.ofMillis(60));
    }

    @Test
    void aSlowHandlerThatThrowsIsCountedAndStillThrows() {
        Runnable guarded = guard.guard(() -> {
            loop.pass(30);
            throw new IllegalStateException("broken");
        });

        assertThatThrownBy(guarded::run).hasMessage("broken");
        assertThat(blocks()).containsExactly(Duration.ofMillis(30));
    }

    @Test
    void whatIsNotGuardedShowsByALateHeartbeat() {
        guard.start();
        loop.pass(100);
        loop.runTimer();
        assertThat(blocks()).isEmpty();

        loop.pass(350);
        loop.runTimer();

        assertThat(blocks()).containsExactly(Duration.ofMillis(250));
    }

    @Test
    void aGuardedHandlerThatMakesTheHeartbeatLateIsCountedOnce() {
        guard.start();
        loop.pass(90);
        guard.guard(() -> loop.pass(300)).run();
        loop.runTimer();

        assertThat(blocks()).containsExactly(Duration.ofMillis(300));
        loop.pass(200);
        loop.runTimer();
        assertThat(blocks()).as("another one, by somebody unknown").hasSize(2);
    }

    @Test
    @DisplayName("a loop without a heartbeat for more than 30 s is not alive (OPS-09)")
    void aLoopWithoutAHeartbeatIsNotAlive() {
        assertThat(guard.problem()).as("not begun").isEmpty();
        guard.start();

        loop.pass(30_000);
        assertThat(guard.lastHeartbeatAge()).isEqualTo(Duration.ofSeconds(30));
        assertThat(guard.problem()).isEmpty();
        loop.pass(1);
        assertThat(guard.problem()).hasValue("the event loop has not run for 30 s");
        loop.runTimer();
        assertThat(guard.problem()).isEmpty();
    }

    @Test
    @DisplayName("a loop that is late by more than 3 s says so until it has run in time again (OPS-09a)")
    void aLateLoopSaysSo() {
        assertThat(guard.lateness()).as("not begun").isEmpty();
        guard.start();

        loop.pass(3_100);
        assertThat(guard.lateness()).isEmpty();
        loop.pass(1);
        assertThat(guard.lateness()).hasValue("the event loop is late by more than 3 s");
        assertThat(guard.problem()).as("alive all the same").isEmpty();

        loop.runTimer();
        loop.pass(100);
        loop.runTimer();
        assertThat(guard.lateness()).isEmpty();
    }

    @Test
    @DisplayName("a guard that only asks whether the loop runs wakes it up once a second and finds the same (OPS-09c)")
    void aRareHeartbeatFindsALoopThatHangs() {
        EventLoopGuard rare = new EventLoopGuard(loop, loop::processorNanos, found::add, EventLoopGuard.RARE);
        rare.start();

        assertThat(loop.delay).isEqualTo(Duration.ofSeconds(1));
        loop.pass(1_000);
        assertThat(rare.lag()).isZero();
        loop.pass(3_001);
        assertThat(rare.lateness()).hasValue("the event loop is late by more than 3 s");
        loop.pass(26_000);
        assertThat(rare.problem()).hasValue("the event loop has not run for 30 s");
        loop.runTimer();
        assertThat(rare.problem()).isEmpty();
    }

    @Test
    void aStoppedGuardBeatsNoMoreAndBlamesNobody() {
        guard.start();
        guard.stop();

        assertThat(loop.timer).isNull();
        loop.pass(100_000);
        assertThat(guard.problem()).isEmpty();
        assertThat(guard.lastHeartbeatAge()).isZero();
    }

    @Test
    @DisplayName(
            "a busy minute is one line: how often, how long, by what; that others had the processor is none (OPS-132)")
    void aBusyMinuteIsOneLine() {
        guard.start();
        guard.guard("starved", () -> loop.starve(400)).run();
        minute();
        assertThat(lines()).as("the machine was busy, not the loop").isEmpty();

        guard.guard("often", () -> loop.pass(30)).run();
        guard.guard("long", () -> loop.pass(150)).run();
        guard.guard("often", () -> loop.pass(30)).run();
        assertThat(lines()).as("the minute is not over").isEmpty();
        minute();

        assertThat(lines())
                .containsExactly(
                        "INFO The event loop was blocked 3 times in a minute, with 210 ms of CPU time in total. "
                                + "The longest block took 150 ms (150 ms CPU) in long.");
        minute();
        assertThat(lines()).hasSize(1);
    }

    @Test
    @DisplayName(
            "a warning is what computes for 200 ms, and a loop that is late by more than a replica may be that is ready (OPS-132)")
    void whatIsWorthAWarning() {
        guard.start();
        guard.guard("heavy", () -> loop.pass(200)).run();
        guard.guard("held up", () -> loop.starve(501)).run();
        minute();
        guard.guard("held up", () -> loop.starve(501)).run();
        minute();
        guard.guard("hung", () -> loop.starve(3_001)).run();
        guard.stop();

        assertThat(lines())
                .containsExactly(
                        "WARN The event loop was blocked 2 times in a minute, with 200 ms of CPU time in total. "
                                + "The longest block took 501 ms (0 ms CPU) in held up.",
                        "INFO The event loop was blocked once in a minute, with 0 ms of CPU time in total. "
                                + "The longest block took 501 ms (0 ms CPU) in held up.",
                        "WARN The event loop was blocked once in a minute, with 0 ms of CPU time in total. "
                                + "The longest block took 3001 ms (0 ms CPU) in hung.");
    }

    /** A minute in which every heartbeat comes in time. */
    private void minute() {
        for (int i = 0; i <= 600; i++) {
            loop.starve(100);
            loop.runTimer();
        }
    }

    private List<String> lines() {
        return log.list.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(log);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    @Test
    void vertxIsToldToLookTwiceWithinTheLimit() {
        VertxOptions options = LoopOptions.warningAfter(Duration.ofMillis(200));

        assertThat(options.getMaxEventLoopExecuteTimeUnit().toMillis(options.getMaxEventLoopExecuteTime()))
                .isEqualTo(200);
        assertThat(options.getWarningExceptionTimeUnit().toMillis(options.getWarningExceptionTime()))
                .isEqualTo(200);
        assertThat(options.getBlockedThreadCheckIntervalUnit()).isEqualTo(TimeUnit.MILLISECONDS);
        assertThat(options.getBlockedThreadCheckInterval()).isEqualTo(100);
        assertThat(LoopOptions.warningAfter(Duration.ofSeconds(10)).getBlockedThreadCheckInterval())
                .isEqualTo(1_000);
        assertThatThrownBy(() -> LoopOptions.warningAfter(Duration.ofMillis(1))).hasMessageContaining("at least 2 ms");
    }

    /** A loop on which time passes inside handlers, and whose one timer runs when the loop gets round to it. */
    private static final class SlowLoop implements TimeSource {
        private long nanos = 1_000_000_000L;
        private long processorNanos;
        private @Nullable Runnable timer;
        private Duration delay = Duration.ZERO;

        void pass(long millis) {
            nanos += Duration.ofMillis(millis).toNanos();
            processorNanos += Duration.ofMillis(millis).toNanos();
        }

        /** Time that passes while others have the processor. */
        void starve(long millis) {
            nanos += Duration.ofMillis(millis).toNanos();
        }

        long processorNanos() {
            return processorNanos;
        }

        void runTimer() {
            Runnable due = timer;
            timer = null;
            assertThat(due).isNotNull();
            due.run();
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Cancellable after(Duration delay, Runnable task) {
            timer = task;
            this.delay = delay;
            return () -> timer = null;
        }
    }
}

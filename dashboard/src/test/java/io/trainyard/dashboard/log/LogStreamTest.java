package io.trainyard.dashboard.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.dashboard.SampleLog;
import io.trainyard.dashboard.feed.EventSink;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LogStream (OPS-78: back-pressure)")
final class LogStreamTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final Browser browser = new Browser();
    private final LogStream stream = new LogStream(browser, time);
    private final SampleLog first = new SampleLog();
    private final SampleLog second = new SampleLog();

    @Test
    void linesOfAllContainersComeInOneStreamSoonAndTogether() {
        begin();
        first.write("a\n");
        second.write("b\n");
        assertThat(browser.frames).hasSize(1);

        time.advance(Duration.ofMillis(50));

        assertThat(browser.frames.get(0)).contains("event: origins", "node-0", "node-1");
        assertThat(browser.frames.get(1))
                .contains("event: lines", "\"s\":0,\"x\":[\"a\",\"\"]", "\"s\":1,\"x\":[\"b\",\"\"]");
        assertThat(browser.frames).hasSize(2);
    }

    @Test
    void whileThePageTakesNothingNothingIsRead() {
        begin();
        browser.full = true;
        first.write(("x".repeat(1000) + "\n").repeat(100));

        assertThat(first.paused()).isTrue();
        assertThat(second.paused()).isTrue();
        browser.drain();
        assertThat(first.paused()).isFalse();
        assertThat(second.paused()).isFalse();
    }

    @Test
    void oneEventIsBoundedHoweverMuchComesAtOnce() {
        begin();

        first.write(("x".repeat(10_000) + "\n").repeat(200));

        assertThat(browser.frames).hasSizeGreaterThan(20).allSatisfy(frame -> assertThat(frame.length())
                .isLessThan(100_000));
    }

    @Test
    void aLogThatBreaksIsToldAndTheOthersGoOn() {
        begin();
        first.breakOff("the node is gone");
        first.end();
        second.write("b\n");
        second.end();

        assertThat(browser.events()).containsExactly("origins", "gone", "lines", "end");
        assertThat(browser.frames.get(1)).contains("\"s\":0", "the node is gone");
        assertThat(browser.closed).isTrue();
    }

    @Test
    void whoLeavesLetsAllLogsGoAlsoOneThatIsOnlyBeingOpened() {
        stream.begin(origins());
        stream.add(0, first);
        stream.close();
        stream.add(1, second);

        assertThat(first.closed()).isTrue();
        assertThat(second.closed()).isTrue();
        first.write("late\n");
        time.advance(Duration.ofSeconds(1));
        assertThat(browser.events()).containsExactly("origins");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void withoutContainersTheStreamEndsAtOnce() {
        stream.begin(List.of());

        assertThat(browser.events()).containsExactly("origins", "end");
    }

    private void begin() {
        stream.begin(origins());
        stream.add(0, first);
        stream.add(1, second);
    }

    private static List<Origin> origins() {
        return List.of(new Origin(0, "node", 0, "node-0", "node"), new Origin(1, "node", 0, "node-1", "node"));
    }

    private static final class Browser implements EventSink {
        private final List<String> frames = new ArrayList<>();
        private boolean full;
        private boolean closed;
        private Optional<Runnable> drained = Optional.empty();

        @Override
        public boolean full() {
            return full;
        }

        @Override
        public void send(String frame) {
            frames.add(frame);
        }

        @Override
        public void whenDrained(Runnable task) {
            drained = Optional.of(task);
        }

        @Override
        public void close() {
            closed = true;
        }

        private void drain() {
            full = false;
            drained.ifPresent(Runnable::run);
        }

        private List<String> events() {
            return frames.stream()
                    .flatMap(String::lines)
                    .filter(line -> line.startsWith("event: "))
                    .map(line -> line.substring(7))
                    .toList();
        }
    }
}

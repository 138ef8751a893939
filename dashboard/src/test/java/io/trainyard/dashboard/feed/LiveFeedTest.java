package io.trainyard.dashboard.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.Rows;
import io.trainyard.dashboard.access.Scope;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LiveFeed (OPS-74)")
final class LiveFeedTest {
    private final ManualTimeSource time = new ManualTimeSource(Rows.NOW);
    private final LiveFeed feed = new LiveFeed(time, Runnable::run, "e1");

    @Test
    void beforeEverythingIsKnownNothingIsToldSoThatNobodySeesZero() {
        Browser browser = new Browser();
        feed.open(browser, Scope.EVERYWHERE, "");
        feed.changed(Rows.row("a", "x", JobState.RUNNING));
        assertThat(browser.frames).isEmpty();

        feed.ready();

        assertThat(browser.events()).containsExactly("all", "overview");
        assertThat(browser.frames.get(0)).contains("\"x\"");
        assertThat(browser.frames.get(1)).contains("\"Running\":1");
    }

    @Test
    void theFirstChangeIsToldAtOnceAndThoseThatFollowWithin100MillisecondsTogether() {
        Browser browser = open("");

        feed.changed(Rows.row("a", "x", JobState.PENDING));
        assertThat(browser.take()).singleElement().asString().contains("Pending");
        for (int i = 0; i < 50; i++) {
            feed.changed(Rows.row("a", "y" + i, JobState.PENDING));
            time.advance(Duration.ofMillis(1));
        }
        assertThat(browser.take()).isEmpty();
        time.advance(Duration.ofMillis(50));

        assertThat(browser.take()).singleElement().asString().contains("y0\"", "y49\"");
    }

    @Test
    void theLastNumbersAreToldAlsoWhenNothingFollows() {
        Browser browser = open("");
        feed.changed(Rows.row("a", "x", JobState.PENDING));
        feed.changed(Rows.row("a", "y", JobState.RUNNING));

        time.advance(Duration.ofSeconds(3));

        String last = browser.frames.stream()
                .filter(frame -> frame.contains("event: overview"))
                .reduce("", (a, b) -> b);
        assertThat(last).contains("\"Pending\":1", "\"Running\":1");
    }

    @Test
    void whoReadsSlowlyIsSentNothingUntilHeHasReadAndThenOnlyHowThingsAre() {
        Browser browser = open("");
        browser.full = true;
        feed.changed(Rows.row("a", "x", JobState.PENDING));
        time.advance(Duration.ofSeconds(10));
        browser.take();
        for (JobState state : List.of(JobState.STARTING, JobState.RUNNING, JobState.COMPLETE)) {
            feed.changed(Rows.row("a", "x", state));
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(browser.take()).isEmpty();

        browser.drain();
        time.advance(Duration.ofSeconds(2));

        assertThat(browser.jobs())
                .singleElement()
                .asString()
                .contains("Complete")
                .doesNotContain("Starting");
    }

    @Test
    void whoComesBackIsToldOnlyWhatChangedMeanwhile() {
        Browser first = open("");
        feed.changed(Rows.row("a", "x", JobState.PENDING));
        time.advance(Duration.ofSeconds(1));
        String seen = first.lastId();
        feed.changed(Rows.row("a", "y", JobState.RUNNING));
        time.advance(Duration.ofSeconds(1));

        assertThat(open(seen).jobs())
                .singleElement()
                .asString()
                .contains("event: changes", "\"y\"")
                .doesNotContain("\"x\"");
        assertThat(open("other-1").jobs()).singleElement().asString().contains("event: all", "\"x\"");
    }

    @Test
    void whoseRightsChangeBeginsAnewWithWhatHeMaySeeNow() {
        feed.ready();
        feed.changed(Rows.row("a", "x", JobState.PENDING));
        feed.changed(Rows.row("b", "y", JobState.PENDING));
        Browser browser = new Browser();
        JobStream stream = feed.open(browser, Scope.EVERYWHERE, "");
        browser.take();

        stream.rescope(new Scope(false, Set.of("b")));
        stream.rescope(new Scope(false, Set.of("b")));

        assertThat(browser.jobs())
                .singleElement()
                .asString()
                .contains("event: all", "\"y\"")
                .doesNotContain("\"x\"");
        feed.changed(Rows.row("a", "x", JobState.FAILED));
        time.advance(Duration.ofSeconds(1));
        assertThat(String.join("", browser.take())).doesNotContain("\"x\"", "\"Failed\":1");
    }

    @Test
    void aStreamThatIsClosedCostsNothingFurther() {
        feed.ready();
        Browser browser = new Browser();
        JobStream stream = feed.open(browser, Scope.EVERYWHERE, "");
        browser.take();

        stream.end("expired");
        feed.changed(Rows.row("a", "x", JobState.PENDING));
        time.advance(Duration.ofSeconds(5));

        assertThat(browser.events()).containsExactly("expired");
        assertThat(browser.closed).isTrue();
        assertThat(feed.openStreams()).isZero();
    }

    private Browser open(String lastEventId) {
        feed.ready();
        Browser browser = new Browser();
        feed.open(browser, Scope.EVERYWHERE, lastEventId);
        time.advance(Duration.ofSeconds(3));
        if (lastEventId.isEmpty()) {
            browser.take();
        }
        return browser;
    }

    private static final class Browser implements EventSink {
        private final List<String> frames = new ArrayList<>();
        private String lastId = "";
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
            if (frame.startsWith("id: ")) {
                lastId = frame.lines().findFirst().orElse("").substring(4);
            }
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
            Optional<Runnable> task = drained;
            drained = Optional.empty();
            task.ifPresent(Runnable::run);
        }

        private List<String> take() {
            List<String> taken = jobs();
            frames.clear();
            return taken;
        }

        private List<String> jobs() {
            return frames.stream()
                    .filter(frame -> !frame.contains("event: overview"))
                    .toList();
        }

        private String lastId() {
            return lastId;
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

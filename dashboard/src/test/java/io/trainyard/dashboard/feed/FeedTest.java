package io.trainyard.dashboard.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.Rows;
import io.trainyard.dashboard.access.Scope;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.foundation.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Feed and Frames (OPS-74: full state on connect, then small changes)")
final class FeedTest {
    private final Feed feed = new Feed(100);
    private final Frames frames = new Frames("e1", 4096);

    @Test
    void onlyWhatChangedSinceIsToldAndOnlyItsLastState() {
        feed.put(Rows.row("a", "x", JobState.PENDING));
        feed.put(Rows.row("a", "y", JobState.PENDING));
        long seen = feed.version();
        feed.put(Rows.row("a", "y", JobState.STARTING));
        feed.put(Rows.row("a", "y", JobState.RUNNING));

        List<String> told = frames.changes(feed.since(seen), Scope.EVERYWHERE, feed.version());

        assertThat(told).hasSize(1);
        assertThat(told.get(0)).contains("\"y\"", "Running").doesNotContain("\"x\"", "Starting");
    }

    @Test
    void aRowThatIsTheSameIsNoChange() {
        assertThat(feed.put(Rows.row("a", "x", JobState.PENDING))).isTrue();
        assertThat(feed.put(Rows.row("a", "x", JobState.PENDING))).isFalse();
        assertThat(feed.remove(new JobKey("a", "none"))).isFalse();
        assertThat(feed.version()).isEqualTo(1);
    }

    @Test
    void aJobThatIsGoneIsToldOnceAndOneOfTheSameNameIsThereAgain() {
        feed.put(Rows.row("a", "x", JobState.PENDING));
        long seen = feed.version();
        feed.remove(new JobKey("a", "x"));
        assertThat(frames.changes(feed.since(seen), Scope.EVERYWHERE, feed.version())
                        .get(0))
                .contains("\"gone\":[{\"namespace\":\"a\",\"name\":\"x\"}]");
        feed.put(Rows.row("a", "x", JobState.RUNNING));

        String told = frames.changes(feed.since(seen), Scope.EVERYWHERE, feed.version())
                .get(0);

        assertThat(told).contains("\"gone\":[]", "Running");
        assertThat(feed.rows()).hasSize(1);
    }

    @Test
    void namespacesThatAReaderMayNotSeeAreInNoFrame() {
        feed.put(Rows.row("open", "x", JobState.PENDING));
        feed.put(Rows.row("closed", "hidden-job", JobState.PENDING));
        feed.put(Rows.row("closed", "gone-job", JobState.PENDING));
        feed.remove(new JobKey("closed", "gone-job"));
        Scope scope = new Scope(false, Set.of("open"));

        assertThat(String.join("", frames.all(feed, scope))).contains("\"x\"").doesNotContain("closed", "hidden-job");
        assertThat(String.join("", frames.changes(feed.since(0), scope, feed.version())))
                .doesNotContain("closed", "gone-job");
        assertThat(frames.changes(feed.since(1), scope, feed.version()))
                .as("nothing that he may see")
                .isEmpty();
    }

    @Test
    void framesAreBoundedHoweverManyJobsThereAreAndOnlyTheLastCarriesTheNumber() {
        for (int i = 0; i < 500; i++) {
            feed.put(Rows.row("a", "job-" + i, JobState.PENDING, Duration.ofMinutes(i)));
        }

        List<String> all = frames.all(feed, Scope.EVERYWHERE);

        assertThat(all).hasSizeGreaterThan(20).allSatisfy(frame -> assertThat(frame.length())
                .isLessThan(5_000));
        assertThat(all.get(0))
                .contains("\"first\":true", "\"last\":false", "job-0\"")
                .doesNotContain("id:");
        assertThat(all.get(all.size() - 1)).startsWith("id: e1-500\n").contains("\"last\":true");
        assertThat(names(all)).hasSize(500);
    }

    @Test
    void anEmptyListIsAlsoAList() {
        assertThat(frames.all(feed, Scope.EVERYWHERE))
                .singleElement()
                .asString()
                .isEqualTo("id: e1-0\nevent: all\ndata: {\"first\":true,\"last\":true,\"rows\":[],\"gone\":[]}\n\n");
    }

    @Test
    void whoWasAwayForTooManyRemovalsBeginsAnew() {
        feed.put(Rows.row("a", "stays", JobState.PENDING));
        long seen = feed.version();
        for (int i = 0; i < 200; i++) {
            feed.put(Rows.row("a", "j" + i, JobState.PENDING));
            feed.remove(new JobKey("a", "j" + i));
        }

        assertThat(feed.reachesBackTo(seen)).isFalse();
        assertThat(feed.reachesBackTo(feed.version())).isTrue();
        assertThat(feed.since(0)).hasSize(101);
    }

    @Test
    void numbersOfAnotherRunAndGarbageAreNotTaken() {
        assertThat(frames.seen("e1-12")).isEqualTo(12);
        for (String other : List.of("", "e1-", "e0-12", "12", "e1--1", "e1-12x", "e1-" + "9".repeat(30), "\n")) {
            assertThat(frames.seen(other)).as(other).isNegative();
        }
        assertThat(feed.reachesBackTo(-1)).isFalse();
        assertThat(feed.reachesBackTo(99)).as("a number from the future").isFalse();
    }

    @Test
    void hostileNamesAndSentencesBreakNoFrame() {
        JobRow hostile = Rows.labelled(
                Rows.saying(
                        Rows.row("a", "<script>alert(1)</script>", JobState.FAILED),
                        "line\n\ndata: {}\r\nevent: expired\n\n\u2028\u0000" + "x".repeat(100_000)),
                Map.of("k", "v".repeat(100_000)));
        feed.put(hostile);

        String frame = frames.all(feed, Scope.EVERYWHERE).get(0);

        assertThat(frame.length()).isLessThan(EncodedRow.MAX_LENGTH + 200);
        assertThat(frame.lines().filter(line -> !line.isEmpty())).hasSize(3);
        assertThat(names(List.of(frame))).containsExactly("<script>alert(1)</script>");
    }

    @Test
    void whoeverFollowsInPiecesHasWhatIsThereInTheEnd() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Feed feed = new Feed(5);
            Map<String, String> reader = new TreeMap<>();
            long seen = -1;
            for (int i = 0; i < 200; i++) {
                String name = "j" + random.nextInt(12);
                if (random.nextInt(3) == 0) {
                    feed.remove(new JobKey("a", name));
                } else {
                    feed.put(Rows.row("a", name, JobState.values()[random.nextInt(JobState.values().length)]));
                }
                if (random.nextInt(4) == 0) {
                    seen = read(feed, reader, seen);
                }
            }
            read(feed, reader, seen);

            Map<String, String> expected = new TreeMap<>();
            feed.rows()
                    .forEach(row ->
                            expected.put(row.key().name(), row.summary().state().text()));
            assertThat(reader).as("seed " + seed).isEqualTo(expected);
        }
    }

    private long read(Feed feed, Map<String, String> reader, long seen) {
        boolean anew = !feed.reachesBackTo(seen);
        if (anew) {
            reader.clear();
        }
        List<String> told = anew
                ? frames.all(feed, Scope.EVERYWHERE)
                : frames.changes(feed.since(seen), Scope.EVERYWHERE, feed.version());
        for (String frame : told) {
            Map<String, Object> data = data(frame);
            for (Object row : (List<?>) data.get("rows")) {
                reader.put(
                        String.valueOf(((Map<?, ?>) row).get("name")), String.valueOf(((Map<?, ?>) row).get("state")));
            }
            for (Object key : (List<?>) data.get("gone")) {
                reader.remove(String.valueOf(((Map<?, ?>) key).get("name")));
            }
        }
        return feed.version();
    }

    private static Set<String> names(List<String> frames) {
        Set<String> names = new TreeSet<>();
        for (String frame : frames) {
            ((List<?>) data(frame).get("rows"))
                    .forEach(row -> names.add(String.valueOf(((Map<?, ?>) row).get("name"))));
        }
        return names;
    }

    static Map<String, Object> data(String frame) {
        List<String> lines = new ArrayList<>(frame.lines().toList());
        lines.removeIf(line -> !line.startsWith("data: "));
        return Json.parseObject(lines.get(0).substring(6));
    }
}

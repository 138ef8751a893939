package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.JobObjects;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Rows as they change (OPS-112, OPS-118)")
final class LiveRowsTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final List<String> told = new ArrayList<>();
    private int made;
    private final LiveRows rows = new LiveRows(
            time,
            Runnable::run,
            trainJob -> {
                made++;
                return JobObjects.of(trainJob, time.now());
            },
            trainJob -> Optional.empty());

    private static TrainJob job(String name, String phase) {
        return Objects.running(name, "{phase: " + phase + "}");
    }

    private final JobViews.Listener listener = new JobViews.Listener() {
        @Override
        public void changed(JobRow row) {
            told.add(row.key().name() + " " + row.summary().state().text());
        }

        @Override
        public void removed(JobKey key) {
            told.add(key.name() + " gone");
        }

        @Override
        public void ready() {
            told.add("ready");
        }
    };

    @Test
    void nothingIsToldBeforeEverythingWasListedAndThenAllBeforeReady() {
        rows.watch(listener);
        rows.changed(job("early", "Pending"));
        time.advance(Duration.ofSeconds(1));
        assertThat(told).isEmpty();

        rows.begin(List.of(job("early", "Pending"), job("other", "Running")));

        assertThat(told)
                .containsExactlyInAnyOrder("early Pending", "other Running", "ready")
                .endsWith("ready");
    }

    @Test
    void manyChangesOfAJobAreOneRow() {
        rows.begin(List.of(job("bert", "Pending")));
        rows.watch(listener);
        told.clear();
        made = 0;

        for (int i = 0; i < 50; i++) {
            rows.touched(new ResourceKey("team-a", "bert"));
        }
        rows.changed(job("bert", "Running"));
        time.advance(Duration.ofMillis(20));

        assertThat(told).containsExactly("bert Running");
        assertThat(made).isEqualTo(1);
    }

    @Test
    void aRowThatIsTheSameIsNotTold() {
        rows.begin(List.of(job("bert", "Running")));
        rows.watch(listener);
        told.clear();

        rows.touched(new ResourceKey("team-a", "bert"));
        time.advance(Duration.ofMillis(20));

        assertThat(told).isEmpty();
    }

    @Test
    void eachChangeIsAnotherVersionSoThatNoPageShowsWhatWas() {
        rows.begin(List.of(job("bert", "Running")));
        ResourceKey bert = new ResourceKey("team-a", "bert");
        long before = rows.find(bert).orElseThrow().version();

        rows.touched(bert);
        time.advance(Duration.ofMillis(20));

        assertThat(rows.find(bert).orElseThrow().version()).isGreaterThan(before);
    }

    @Test
    void aJobThatIsGoneIsToldOnceAndComesBackUnderItsName() {
        rows.begin(List.of(job("bert", "Running")));
        rows.watch(listener);
        told.clear();

        rows.removed(new ResourceKey("team-a", "bert"));
        rows.touched(new ResourceKey("team-a", "bert"));
        time.advance(Duration.ofMillis(20));
        rows.changed(job("bert", "Created"));
        time.advance(Duration.ofMillis(20));

        assertThat(told).containsExactly("bert gone", "bert Created");
    }

    @Test
    void thousandsOfJobsAreMadeAFewAtATime() {
        rows.watch(listener);

        rows.begin(IntStream.range(0, 1000)
                .mapToObj(i -> job("job-" + i, "Running"))
                .toList());

        assertThat(made).as("in the first turn of the event loop").isEqualTo(100);
        assertThat(told).doesNotContain("ready");
        time.advance(Duration.ofMillis(20));
        assertThat(made).isEqualTo(1000);
        assertThat(told).endsWith("ready");
    }

    @Test
    void whoComesLateIsToldEverythingAndWhoLeavesNothing() {
        rows.begin(List.of(job("bert", "Running")));
        JobViews.Subscription subscription = rows.watch(listener);
        assertThat(told).containsExactly("bert Running", "ready");

        subscription.cancel();
        rows.changed(job("bert", "Complete"));
        time.advance(Duration.ofMillis(20));

        assertThat(told).hasSize(2);
    }
}

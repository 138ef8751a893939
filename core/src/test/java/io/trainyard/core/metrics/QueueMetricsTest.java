package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.queue.Backoff;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.queue.Priority;
import io.trainyard.core.queue.WorkQueue;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The queue as Prometheus sees it (OPS-33)")
final class QueueMetricsTest {
    private static final String LABELS = "{controller=\"trainjob_controller\",name=\"trainjob_controller\"}";

    private final Scrape scrape = new Scrape();
    private final ManualTimeSource time = new ManualTimeSource();
    private final QueueMetrics<String> metrics =
            new QueueMetrics<>(scrape.registry(), ReconcileMetrics.TRAIN_JOB_CONTROLLER, time);
    private final WorkQueue<String> queue = new WorkQueue<>(Backoff.DEFAULT, () -> 0, metrics);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workqueue_depth",
                "workqueue_adds_total",
                "workqueue_retries_total",
                "workqueue_queue_duration_seconds_count",
                "workqueue_work_duration_seconds_count",
                "workqueue_unfinished_work_seconds",
                "trainyard_workqueue_oldest_wait_seconds",
                "workqueue_longest_running_processor_seconds"
            })
    void everySeriesIsThereAtZeroFromTheStart(String name) {
        assertThat(scrape.value(name + LABELS)).isZero();
    }

    @Test
    void typesAreTheOnesThatDashboardsExpect() {
        assertThat(scrape.type("workqueue_depth")).isEqualTo("gauge");
        assertThat(scrape.type("workqueue_unfinished_work_seconds")).isEqualTo("gauge");
        assertThat(scrape.type("workqueue_longest_running_processor_seconds")).isEqualTo("gauge");
        assertThat(scrape.type("workqueue_queue_duration_seconds")).isEqualTo("histogram");
        assertThat(scrape.type("workqueue_work_duration_seconds")).isEqualTo("histogram");
        assertThat(scrape.bounds("workqueue_queue_duration_seconds"))
                .startsWith("1.0E-6")
                .endsWith("1000.0", "+Inf");
    }

    @Test
    void aQueueAtWorkIsMeasured() {
        queue.add("a", Priority.HIGH, time.nanos());
        queue.add("b", Priority.LOW, time.nanos());
        queue.add("c", Priority.LOW, time.nanos());
        pass(2);
        queue.poll(time.nanos());
        pass(1);
        queue.poll(time.nanos());
        pass(4);

        assertThat(value("workqueue_depth")).isEqualTo(1);
        assertThat(value("workqueue_adds_total")).isEqualTo(3);
        assertThat(value("workqueue_queue_duration_seconds_sum")).isEqualTo(2 + 3);
        assertThat(value("workqueue_unfinished_work_seconds")).isEqualTo(5 + 4);
        assertThat(value("workqueue_longest_running_processor_seconds")).isEqualTo(5);

        queue.done("a", Outcome.retry(), time.nanos());

        assertThat(value("workqueue_retries_total")).isEqualTo(1);
        assertThat(value("workqueue_adds_total")).isEqualTo(4);
        assertThat(value("workqueue_work_duration_seconds_sum")).isEqualTo(5);
        assertThat(value("workqueue_longest_running_processor_seconds")).isEqualTo(4);
        assertThat(value("workqueue_depth")).as("a waits for its back-off").isEqualTo(1);
    }

    @Test
    @DisplayName("a TrainJob that is to be looked at in an hour, for its deadline, does not wait yet (OPS-33)")
    void whatWaitsForItsTimeDoesNotWaitForTheController() {
        queue.add("running", Priority.HIGH, time.nanos());
        queue.poll(time.nanos());
        queue.done("running", Outcome.requeueAfter(Duration.ofHours(1)), time.nanos());
        pass(3_599);

        assertThat(value("trainyard_workqueue_oldest_wait_seconds")).isZero();
        assertThat(value("workqueue_depth")).isZero();

        pass(1);
        queue.add("other", Priority.HIGH, time.nanos());
        pass(7);

        assertThat(value("trainyard_workqueue_oldest_wait_seconds")).isEqualTo(7);
        assertThat(value("workqueue_depth")).isEqualTo(2);

        queue.clear();

        assertThat(value("trainyard_workqueue_oldest_wait_seconds")).isZero();
        assertThat(value("workqueue_depth")).isZero();
    }

    private double value(String name) {
        return scrape.value(name + LABELS);
    }

    private void pass(int seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }
}

package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.queue.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Passes as Prometheus sees them (OPS-33)")
final class ReconcileMetricsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Scrape scrape = new Scrape();
    private final ReconcileMetrics metrics =
            new ReconcileMetrics(scrape.registry(), ReconcileMetrics.TRAIN_JOB_CONTROLLER, 5);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "controller_runtime_reconcile_total{controller=\"trainjob_controller\",result=\"success\"}",
                "controller_runtime_reconcile_total{controller=\"trainjob_controller\",result=\"error\"}",
                "controller_runtime_reconcile_total{controller=\"trainjob_controller\",result=\"needs_change\"}",
                "controller_runtime_reconcile_total{controller=\"trainjob_controller\",result=\"requeue\"}",
                "controller_runtime_reconcile_total{controller=\"trainjob_controller\",result=\"requeue_after\"}",
                "controller_runtime_reconcile_errors_total{controller=\"trainjob_controller\"}",
                "controller_runtime_terminal_reconcile_errors_total{controller=\"trainjob_controller\"}",
                "controller_runtime_reconcile_panics_total{controller=\"trainjob_controller\"}",
                "controller_runtime_active_workers{controller=\"trainjob_controller\"}",
                "controller_runtime_reconcile_time_seconds_count{controller=\"trainjob_controller\"}",
                "controller_runtime_reconcile_time_seconds_sum{controller=\"trainjob_controller\"}"
            })
    void everySeriesIsThereAtZeroFromTheStart(String series) {
        assertThat(scrape.value(series)).isZero();
    }

    @Test
    void typesAreTheOnesThatDashboardsExpect() {
        assertThat(scrape.type("controller_runtime_reconcile_total")).isEqualTo("counter");
        assertThat(scrape.type("controller_runtime_reconcile_errors_total")).isEqualTo("counter");
        assertThat(scrape.type("controller_runtime_reconcile_time_seconds")).isEqualTo("histogram");
        assertThat(scrape.type("controller_runtime_active_workers")).isEqualTo("gauge");
    }

    @Test
    void bucketsReachFromFiveMillisecondsToAMinute() {
        assertThat(scrape.bounds("controller_runtime_reconcile_time_seconds"))
                .hasSize(41)
                .startsWith("0.005", "0.01", "0.025", "0.05", "0.1")
                .endsWith("50.0", "60.0", "+Inf");
    }

    @Test
    void theMostConcurrentPassesAreShown() {
        assertThat(scrape.value("controller_runtime_max_concurrent_reconciles{controller=\"trainjob_controller\"}"))
                .isEqualTo(5);
    }

    @Test
    void passesAreCountedByOutcome() {
        pass(Outcome.done());
        pass(Outcome.requeueAfter(SECOND));
        pass(Outcome.requeueAfter(Duration.ZERO));
        pass(Outcome.requeue());
        pass(Outcome.retry());
        pass(Outcome.retryAfterChange(SECOND));
        pass(Outcome.terminalError());

        assertThat(result("success")).isEqualTo(1);
        assertThat(result("requeue_after")).isEqualTo(1);
        assertThat(result("requeue")).isEqualTo(2);
        assertThat(result("error")).isEqualTo(2);
        assertThat(result("needs_change")).isEqualTo(1);
        assertThat(of("reconcile_errors_total")).isEqualTo(3);
        assertThat(of("terminal_reconcile_errors_total")).isEqualTo(1);
        assertThat(of("reconcile_time_seconds_count")).isEqualTo(7);
        assertThat(of("reconcile_time_seconds_sum")).isEqualTo(7);
    }

    @Test
    void activePassesAndFaultsAreCounted() {
        metrics.started();
        metrics.started();
        metrics.panicked();
        metrics.ended(Outcome.retry(), SECOND);

        assertThat(of("active_workers")).isEqualTo(1);
        assertThat(of("reconcile_panics_total")).isEqualTo(1);
    }

    private void pass(Outcome outcome) {
        metrics.started();
        metrics.ended(outcome, SECOND);
    }

    private double result(String result) {
        return scrape.value(
                "controller_runtime_reconcile_total{controller=\"trainjob_controller\",result=\"" + result + "\"}");
    }

    private double of(String name) {
        return scrape.value("controller_runtime_" + name + "{controller=\"trainjob_controller\"}");
    }
}

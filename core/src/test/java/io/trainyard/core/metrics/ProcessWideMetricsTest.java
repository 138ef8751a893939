package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.loop.EventLoopGuard;
import io.trainyard.core.plugin.ExtensionPoint;
import io.trainyard.core.plugin.PluginInventory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("Everything else as Prometheus sees it (OPS-33, OPS-34)")
final class ProcessWideMetricsTest {
    private final Scrape scrape = new Scrape();

    @Test
    void pluginsInUseBeginAtZeroAndBrokenOnesAreAbsent() {
        PluginMetrics metrics = new PluginMetrics(scrape.registry());
        metrics.initialise(new PluginInventory(
                List.of(entry("torch", Optional.empty()), entry("broken", Optional.of("start failed")))));

        String labels = "{extension_point=\"EnforceMLPolicy\",plugin=\"torch\"}";
        assertThat(scrape.value("kubeflow_trainer_plugin_duration_seconds_count" + labels))
                .isZero();
        assertThat(scrape.value("kubeflow_trainer_plugin_errors_total" + labels))
                .isZero();
        assertThat(scrape.bounds("kubeflow_trainer_plugin_duration_seconds"))
                .startsWith("1.0E-5")
                .endsWith("10.0", "+Inf")
                .doesNotHaveDuplicates();

        metrics.called("torch", ExtensionPoint.ENFORCE_ML_POLICY, Duration.ofMillis(500), true);
        metrics.called("torch", ExtensionPoint.ENFORCE_ML_POLICY, Duration.ofMillis(500), false);

        assertThat(scrape.value("kubeflow_trainer_plugin_duration_seconds_count" + labels))
                .isEqualTo(2);
        assertThat(scrape.value("kubeflow_trainer_plugin_duration_seconds_sum" + labels))
                .isEqualTo(1);
        assertThat(scrape.value("kubeflow_trainer_plugin_errors_total" + labels))
                .isEqualTo(1);
    }

    @Test
    void answersOfTheApiServerAreCountedByCodeMethodAndHost() {
        RestClientMetrics metrics = new RestClientMetrics(scrape.registry());
        metrics.answered("PATCH", 200, "10.0.0.1:443");
        metrics.answered("PATCH", 200, "10.0.0.1:443");
        metrics.answered("GET", 0, "10.0.0.1:443");

        assertThat(scrape.value("rest_client_requests_total{code=\"200\",host=\"10.0.0.1:443\",method=\"PATCH\"}"))
                .isEqualTo(2);
        assertThat(scrape.value("rest_client_requests_total{code=\"<error>\",host=\"10.0.0.1:443\",method=\"GET\"}"))
                .isEqualTo(1);
    }

    @Test
    void webhookRequestsAreCountedByCode() {
        WebhookMetrics metrics = new WebhookMetrics(scrape.registry(), "/validate");
        metrics.started();
        metrics.started();
        metrics.answered(200, Duration.ofMillis(250));

        String prefix = "controller_runtime_webhook_";
        assertThat(scrape.value(prefix + "requests_total{code=\"200\",webhook=\"/validate\"}"))
                .isEqualTo(1);
        assertThat(scrape.value(prefix + "requests_total{code=\"500\",webhook=\"/validate\"}"))
                .isZero();
        assertThat(scrape.value(prefix + "requests_in_flight{webhook=\"/validate\"}"))
                .isEqualTo(1);
        assertThat(scrape.value(prefix + "latency_seconds_sum{webhook=\"/validate\"}"))
                .isEqualTo(0.25);
        assertThat(scrape.type(prefix + "latency_seconds")).isEqualTo("histogram");
    }

    @Test
    void leadershipCertificatesAndTheEventLoopAreShown() {
        ControllerMetrics metrics = new ControllerMetrics(scrape.registry(), "trainer.kubeflow.org");
        assertThat(scrape.value("leader_election_master_status{name=\"trainer.kubeflow.org\"}"))
                .isZero();
        assertThat(scrape.value("certwatcher_read_certificate_total")).isZero();
        assertThat(scrape.value("trainyard_event_loop_block_seconds_count")).isZero();
        assertThat(scrape.value("trainyard_event_loop_busy_seconds_count")).isZero();

        metrics.leading(true);
        metrics.certificateRead(false);
        metrics.certificateRead(true);
        metrics.eventLoopBlocked(new EventLoopGuard.Block("starved", Duration.ofMillis(500), Duration.ofMillis(20)));
        metrics.eventLoopBlocked(new EventLoopGuard.Block("busy", Duration.ofMillis(250), Duration.ofMillis(125)));

        assertThat(scrape.value("leader_election_master_status{name=\"trainer.kubeflow.org\"}"))
                .isEqualTo(1);
        assertThat(scrape.value("certwatcher_read_certificate_total")).isEqualTo(2);
        assertThat(scrape.value("certwatcher_read_certificate_errors_total")).isEqualTo(1);
        assertThat(scrape.value("trainyard_event_loop_block_seconds_sum")).isEqualTo(0.75);
        assertThat(scrape.value("trainyard_event_loop_busy_seconds_count")).isEqualTo(1);
        assertThat(scrape.value("trainyard_event_loop_busy_seconds_sum")).isEqualTo(0.125);
        assertThat(scrape.type("trainyard_event_loop_block_seconds")).isEqualTo("histogram");
    }

    @Test
    void theBuildIsShown() {
        ControllerMetrics.build(scrape.registry(), "0.1.0", "abc123");
        assertThat(scrape.value("kubeflow_trainer_build_info{git_commit=\"abc123\",java_version=\""
                        + System.getProperty("java.version") + "\",version=\"0.1.0\"}"))
                .isEqualTo(1);
        assertThat(scrape.type("kubeflow_trainer_build_info")).isEqualTo("gauge");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theProcessIsMeasured() {
        try (ProcessMetrics metrics = new ProcessMetrics(scrape.registry())) {
            assertThat(metrics).isNotNull();
            assertThat(scrape.value("process_cpu_seconds_total")).isPositive();
            assertThat(scrape.type("process_cpu_seconds_total")).isEqualTo("counter");
            assertThat(scrape.value("process_resident_memory_bytes")).isGreaterThan(1 << 20);
            assertThat(scrape.value("process_open_fds")).isPositive();
            assertThat(scrape.value("process_start_time_seconds")).isGreaterThan(1.6e9);
            assertThat(scrape.value("jvm_threads_live_threads")).isPositive();
        }
    }

    private static PluginInventory.Entry entry(String name, Optional<String> problem) {
        return new PluginInventory.Entry(
                name, "1", name + ".jar", List.of(ExtensionPoint.ENFORCE_ML_POLICY), 100, problem);
    }
}

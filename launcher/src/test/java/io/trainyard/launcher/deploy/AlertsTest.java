package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Alerts that ship (OPS-38)")
final class AlertsTest {
    @ParameterizedTest(name = "{0} {1}, for {2}")
    @CsvSource({
        "trainyard_certificate_expiry_timestamp_seconds, < 30 * 86400, 1h",
        "controller_runtime_reconcile_errors_total, > 0.1, 15m",
        "workqueue_depth, > 100, 10m",
        "leader_election_master_status, < 1, 2m",
        "kubeflow_trainer_trainjobs{state=\"pending\"}, > 0, 1h",
        "controller_runtime_webhook_latency_seconds_bucket, > 2, 10m",
        "kubeflow_trainer_status_reports_total{code=~\"5..\"}, > 0, 15m",
        "kubeflow_trainer_status_writes_total{result=\"failed\"}, > 0, 15m"
    })
    void isThere(String metric, String limit, String time) throws IOException {
        assertThat(alerts())
                .filteredOn(alert -> alert.path("expr").asText().contains(metric))
                .as("alerts about %s", metric)
                .anySatisfy(alert -> {
                    assertThat(alert.path("expr").asText()).contains(limit);
                    assertThat(alert.path("for").asText()).isEqualTo(time);
                });
    }

    private static List<JsonNode> alerts() throws IOException {
        JsonNode rules = new ObjectMapper(new YAMLFactory())
                .readTree(Tool.DEPLOY.resolve("monitoring/rules.yaml").toFile());
        List<JsonNode> alerts = new ArrayList<>();
        rules.path("groups").forEach(group -> group.path("rules").forEach(alerts::add));
        return alerts;
    }
}

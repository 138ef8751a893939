package io.trainyard.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class WebhookDurationsTest {
    private static final WebhookDurations.Series CREATIONS = new WebhookDurations.Series("validator", "CREATE");

    private static String page(int fast, int slow, double sum) {
        return """
                # TYPE apiserver_admission_webhook_admission_duration_seconds histogram
                apiserver_admission_webhook_admission_duration_seconds_bucket{name="validator",operation="CREATE",rejected="false",type="validating",le="0.005"} %1$d
                apiserver_admission_webhook_admission_duration_seconds_bucket{name="validator",operation="CREATE",rejected="false",type="validating",le="0.025"} %2$d
                apiserver_admission_webhook_admission_duration_seconds_bucket{name="validator",operation="CREATE",rejected="false",type="validating",le="+Inf"} %2$d
                apiserver_admission_webhook_admission_duration_seconds_sum{name="validator",operation="CREATE",rejected="false",type="validating"} %3$s
                apiserver_admission_webhook_admission_duration_seconds_bucket{name="validator",operation="CREATE",rejected="true",type="validating",le="0.005"} 0
                apiserver_admission_webhook_admission_duration_seconds_bucket{name="other",operation="UPDATE",rejected="false",type="admit",le="+Inf"} 7
                apiserver_request_total{name="validator",operation="CREATE"} 99
                """
                .formatted(fast, fast + slow, sum);
    }

    @Test
    @DisplayName("counts what came between two readings, of what changed")
    void countsWhatCameBetween() {
        WebhookDurations since =
                WebhookDurations.parse(page(190, 20, 1.4)).since(WebhookDurations.parse(page(100, 10, 1)));

        assertThat(since.series()).containsOnlyKeys(CREATIONS);
        WebhookDurations.Histogram creations = since.series().get(CREATIONS);
        assertThat(creations.count()).isEqualTo(100);
        assertThat(creations.meanSeconds()).isCloseTo(0.004, within(1e-9));
        assertThat(creations.shareWithin(0.005)).contains(0.9);
        assertThat(creations.shareWithin(0.01)).isEmpty();
    }

    @Test
    @DisplayName("estimates quantiles as Prometheus does: evenly between two bounds")
    void estimatesQuantiles() {
        WebhookDurations.Histogram creations =
                WebhookDurations.parse(page(90, 10, 1)).series().get(CREATIONS);

        assertThat(creations.quantileSeconds(0.45)).isCloseTo(0.0025, within(1e-9));
        assertThat(creations.quantileSeconds(0.95)).isCloseTo(0.015, within(1e-9));
        assertThat(creations.quantileSeconds(1)).isCloseTo(0.025, within(1e-9));
    }
}

package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.trainyard.core.kube.CacheHealth;
import io.trainyard.core.kube.WatchObserver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("WatchMetrics (FAB-46, FAB-80 to FAB-83)")
final class WatchMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WatchMetrics metrics = new WatchMetrics(registry);

    @Test
    @DisplayName(
            "the age of each kind is that of its worst watch; a kind that nobody waits for is young while it does not exist")
    void ages() {
        metrics.show(() -> List.of(
                cache("trainjobs", true, true, 3, 30),
                cache("configmaps", true, true, 5, 50),
                cache("configmaps", true, true, 900, 2),
                cache("podgroups", false, false, 5000, 5000)));

        assertThat(age("trainyard.watch.since.good.seconds", "trainjobs")).isEqualTo(3);
        assertThat(age("trainyard.watch.since.news.seconds", "trainjobs")).isEqualTo(30);
        assertThat(age("trainyard.watch.since.good.seconds", "configmaps")).isEqualTo(900);
        assertThat(age("trainyard.watch.since.news.seconds", "configmaps")).isEqualTo(50);
        assertThat(age("trainyard.watch.since.good.seconds", "podgroups")).isZero();
    }

    @Test
    @DisplayName("what had to be put right is counted by kind and reason")
    void counts() {
        metrics.reopened("jobsets", WatchObserver.Reason.STUCK);
        metrics.compared("jobsets", WatchObserver.Result.CORRECTED);
        metrics.missed("jobsets", 4);

        assertThat(registry.get("trainyard.watch.reopened")
                        .tag("kind", "jobsets")
                        .tag("reason", "stuck")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("trainyard.cache.comparisons")
                        .tag("result", "corrected")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("trainyard.cache.missed.objects")
                        .tag("kind", "jobsets")
                        .counter()
                        .count())
                .isEqualTo(4);
    }

    private double age(String name, String kind) {
        return registry.get(name).tag("kind", kind).gauge().value();
    }

    private static CacheHealth cache(String kind, boolean synced, boolean required, int good, int news) {
        return new CacheHealth(
                kind, "", synced, true, "", required, Duration.ofSeconds(news), Duration.ofSeconds(good), false);
    }
}

package io.trainyard.core.progress;

import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ConfigMapHistory (SSRV-74)")
final class ConfigMapHistoryTest {
    private static final Map<String, List<MetricPoint>> CURVES =
            Map.of("loss", List.of(new MetricPoint(Instant.parse("2026-03-01T10:00:00Z"), 0.5)));

    private final InMemoryKubeApi api = new InMemoryKubeApi(new ManualTimeSource());
    private final ConfigMapHistory history = new ConfigMapHistory(api);
    private final TrainJob job = trainJob("bert", "{}");

    @Test
    void curvesAreKeptBesideTheJobAndGoWithIt() {
        save();

        ConfigMap kept = api.find(ConfigMap.class, "bert-metrics").orElseThrow();
        assertThat(kept.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("uid-of-bert"));
        assertThat(kept.getData()).containsEntry("metrics.json", "{\"metrics\":{\"loss\":[[1772359200,0.5]]}}");
        assertThat(load()).contains(CURVES);
    }

    @Test
    void theyAreReplacedByLaterOnes() {
        history.save(job, Map.of()).subscribe().with(done -> {});
        save();

        assertThat(load()).contains(CURVES);
    }

    @Test
    void aConfigMapOfSomebodyElseIsLeftAloneAndNotRead() {
        api.put(read(
                """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: {name: bert-metrics, namespace: team-a}
                        data: {metrics.json: '{"metrics":{}}', mine: "1"}
                        """,
                ConfigMap.class));
        save();

        assertThat(api.find(ConfigMap.class, "bert-metrics").orElseThrow().getData())
                .containsEntry("mine", "1");
        assertThat(load()).isEmpty();
    }

    @Test
    void whatSomebodyMadeOfTheTextDoesNoHarm() {
        assertThat(HistoryText.read("nonsense")).isEmpty();
        assertThat(HistoryText.read("{\"metrics\":{\"loss\":[1,[2],[\"x\",1],[5,6]]}}"))
                .contains(Map.of("loss", List.of(new MetricPoint(Instant.ofEpochSecond(5), 6))));
    }

    private void save() {
        history.save(job, CURVES).subscribe().with(done -> {});
    }

    private Optional<Map<String, List<MetricPoint>>> load() {
        return history.load(job)
                .subscribe()
                .asCompletionStage()
                .toCompletableFuture()
                .join();
    }
}

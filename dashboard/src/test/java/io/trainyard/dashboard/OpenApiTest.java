package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.feed.Overview;
import io.trainyard.dashboard.page.Assets;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.PageJson;
import io.trainyard.foundation.json.Json;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The OpenAPI document (OPS-75)")
final class OpenApiTest {
    private final Map<String, Object> document = Json.parseObject(
            Assets.read().get("openapi.json").orElseThrow().content().getBytes());
    private final SampleViews views = new SampleViews(Rows.NOW);
    private final JobRow row = Rows.row("a", "b", JobState.FAILED);

    @Test
    void everyFieldOfAnAnswerIsDescribedAndEveryRequiredOneIsThere() {
        views.put(row);
        fits("Job", PageJson.of(row));
        fits("Overview", Overview.of(List.of(row), Rows.NOW).tree());
        fits("Metrics", PageJson.of(views.metrics(row.key()).await().atMost(Duration.ofSeconds(60))));
        fits(
                "Runtime",
                PageJson.of(
                        views.runtimes().await().atMost(Duration.ofSeconds(60)).get(0)));
    }

    @Test
    void aWholeJobHasTheFieldsOfARowAndTheDescribedOnes() {
        views.put(row);
        Map<String, Object> tree = PageJson.of(views.job(new JobKey("a", "b"))
                .await()
                .atMost(Duration.ofSeconds(60))
                .orElseThrow());
        List<?> parts = (List<?>) schema("JobDetail").get("allOf");
        Set<String> more = keys(((Map<?, ?>) parts.get(1)).get("properties"));

        assertThat(tree.keySet()).allSatisfy(name -> assertThat(more.contains(name)
                        || keys(schema("Job").get("properties")).contains(name))
                .as(name)
                .isTrue());
        assertThat(tree.keySet()).containsAll(keys(PageJson.of(row)));
    }

    @Test
    void theStatesAreThoseThatThereAre() {
        Object states = ((Map<?, ?>) ((Map<?, ?>) schema("Job").get("properties")).get("state")).get("enum");

        assertThat(keys(((List<?>) states)
                        .stream().collect(java.util.stream.Collectors.toMap(each -> each, each -> each))))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(JobState.values()).map(JobState::text).toList());
    }

    private void fits(String name, Map<String, Object> tree) {
        assertThat(keys(schema(name).get("properties"))).as(name).containsAll(tree.keySet());
        ((List<?>) schema(name).get("required"))
                .forEach(field -> assertThat(tree).as(name).containsKey(String.valueOf(field)));
    }

    private Map<?, ?> schema(String name) {
        return (Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) document.get("components")).get("schemas")).get(name);
    }

    private static Set<String> keys(Object object) {
        return new java.util.TreeSet<>(
                ((Map<?, ?>) object).keySet().stream().map(String::valueOf).toList());
    }
}

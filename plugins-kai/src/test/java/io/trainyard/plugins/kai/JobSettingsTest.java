package io.trainyard.plugins.kai;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.GangJob;
import io.trainyard.tck.golden.GoldenCase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("where a setting may be said, and who wins (KAI-14 to KAI-16)")
final class JobSettingsTest {
    private static final String PATCH =
            "runtimePatches: [{manager: a.example/x, trainingRuntimeSpec: {template: {metadata: {labels: {%s: patch}}}}}]";

    /** Weaker first. */
    private static final List<String> PLACES = List.of("pods", "policy", "runtime", "metadata", "spec", "patch");

    static Stream<List<String>> neighbours() {
        return IntStream.range(1, PLACES.size()).mapToObj(index -> PLACES.subList(index - 1, index + 1));
    }

    @ParameterizedTest(name = "of {0} the second wins")
    @MethodSource("neighbours")
    @DisplayName("the queue: the stronger of two neighbours wins (KAI-14)")
    void queue(List<String> sources) {
        assertThat(settings(sources, "kai.scheduler/queue").queueOr("default")).isEqualTo(sources.get(1));
    }

    @ParameterizedTest(name = "of {0} the second wins")
    @MethodSource("neighbours")
    @DisplayName("the priority class: the same order (KAI-15)")
    void priorityClass(List<String> sources) {
        assertThat(settings(sources, "priorityClassName").priorityClassOrTrain())
                .isEqualTo(sources.get(1));
    }

    @Test
    @DisplayName("the last patch is heard first")
    void theLastPatchWins() {
        GoldenCase given = GoldenCase.of(
                """
                podSets: [{name: node}]
                spec:
                  runtimePatches:
                    - {manager: a, trainingRuntimeSpec: {template: {metadata: {labels: {kai.scheduler/queue: first}}}}}
                    - {manager: b, trainingRuntimeSpec: {template: {metadata: {labels: {kai.scheduler/queue: last}}}}}
                    - {manager: c}
                """);
        JobSettings settings =
                JobSettings.of(new GangJob<>(given.trainJob(), given.info(), policy("")), KaiConfiguration.DEFAULT);
        assertThat(settings.queueOr("default")).isEqualTo("last");
    }

    @Test
    @DisplayName("where nobody says anything the configured queue and the class for training are taken")
    void defaults() {
        JobSettings settings = settings(List.of(), "kai.scheduler/queue");
        assertThat(settings.queueOr("configured")).isEqualTo("configured");
        assertThat(settings.priorityClassOrTrain()).isEqualTo("train");
        assertThat(settings.errors()).isEmpty();
    }

    @Test
    @DisplayName("the key of the queue's label is the operator's choice")
    void queueLabelKey() {
        GoldenCase given = GoldenCase.of(
                "{podSets: [{name: node}], metadata: {labels: {acme.example/queue: q, kai.scheduler/queue: other}}}");
        KaiConfiguration configuration = new KaiConfiguration("kai", true, "acme.example/queue", "default");
        assertThat(JobSettings.of(new GangJob<>(given.trainJob(), given.info(), policy("")), configuration)
                        .queueOr("none"))
                .isEqualTo("q");
    }

    private static JobSettings settings(List<String> sources, String key) {
        List<String> lines = new ArrayList<>();
        boolean queue = key.equals("kai.scheduler/queue");
        String pod = sources.contains("pods") && !queue ? ", priorityClassName: pods" : "";
        lines.add("podSets: [{name: node, ancestor: trainer" + pod + "}]");
        if (sources.contains("pods") && queue) {
            lines.add("template: {replicatedJobs: [{name: node, template: {spec: {template: {metadata: {labels: {" + key
                    + ": pods}}}}}}]}");
        }
        if (sources.contains("metadata")) {
            lines.add("metadata: {labels: {" + key + ": metadata}}");
        }
        // What the host has merged: a patch over the TrainJob over the runtime.
        String merged = sources.contains("patch") ? "patch" : sources.contains("spec") ? "spec" : "runtime";
        if (!merged.equals("runtime") || sources.contains("runtime")) {
            lines.add("labels: {" + key + ": " + merged + "}");
        }
        List<String> spec = new ArrayList<>();
        if (sources.contains("spec")) {
            spec.add("labels: {" + key + ": spec}");
        }
        if (sources.contains("patch")) {
            spec.add(PATCH.formatted(key));
        }
        lines.add("spec: {" + String.join(", ", spec) + "}");
        GoldenCase given = GoldenCase.of(String.join("\n", lines));
        RuntimeInfo info = given.info();
        KAIPolicy policy = policy(sources.contains("policy") ? "policy" : "");
        return JobSettings.of(new GangJob<>(given.trainJob(), info, policy), KaiConfiguration.DEFAULT);
    }

    private static KAIPolicy policy(String value) {
        String said = value.isEmpty() ? null : value;
        return new KAIPolicy(null, said, said, null, null, null, null, null, null, null);
    }
}

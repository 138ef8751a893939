package io.trainyard.plugins.coscheduling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.Validation;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is built for what, and what is said at admission: one file a case, with the rules that it is about. */
final class CoschedulingGoldenTest {
    private final CoschedulingPlugin plugin = new CoschedulingPlugin();

    static List<GoldenCase> builds() {
        return GoldenCase.all("build");
    }

    static List<GoldenCase> admissions() {
        return GoldenCase.all("admission");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builds")
    @DisplayName("pods are marked and PodGroups are built as the case says")
    void builds(GoldenCase golden) {
        RuntimeInfo info = golden.info();
        TrainJob job = GoldenCase.trainJob();
        plugin.enforcePodGroupPolicy(job, info);
        info.freeze();
        Components components =
                plugin.build(new ComponentBuilder.Request(job, info)).await().indefinitely();

        Map<String, Object> found = new LinkedHashMap<>();
        put(found, "podGroups", podGroups(components));
        put(found, "pods", pods(info));
        assertThat(found).as(golden.rules()).isEqualTo(golden.expected());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("admissions")
    @DisplayName("warnings are those of the case, and nothing is refused")
    void judges(GoldenCase golden) {
        RuntimeInfo info = golden.info();
        info.freeze();
        Optional<TrainJob> previous = Boolean.TRUE.equals(golden.tree().get("update"))
                ? Optional.of(GoldenCase.trainJob())
                : Optional.empty();

        Validation found = plugin.validate(new CustomValidation.Request(GoldenCase.trainJob(), previous, info))
                .await()
                .indefinitely();

        Map<String, Object> said = new LinkedHashMap<>();
        put(said, "warnings", found.warnings());
        assertThat(said).as(golden.rules()).isEqualTo(golden.expected());
        assertThat(found.errors()).isEmpty();
    }

    private static List<Object> podGroups(Components components) {
        List<Object> podGroups = new ArrayList<>();
        for (Component component : components.components()) {
            assertThat(component.change()).as("GANG-46").isEqualTo(Component.Change.WHILE_SUSPENDED);
            Map<String, Object> tree = GoldenCase.YAML.convertValue(component.object(), new TypeReference<>() {});
            assertThat(tree.remove("apiVersion")).isEqualTo("scheduling.x-k8s.io/v1alpha1");
            assertThat(tree.remove("kind")).isEqualTo("PodGroup");
            podGroups.add(tree);
        }
        return podGroups;
    }

    private static Map<String, Object> pods(RuntimeInfo info) {
        Map<String, Object> pods = new LinkedHashMap<>();
        for (PodSet podSet : info.podSets()) {
            Map<String, Object> marks = new LinkedHashMap<>();
            put(marks, "labels", podSet.podLabels());
            put(marks, "annotations", podSet.podAnnotations());
            put(marks, "jobAnnotations", podSet.jobAnnotations());
            put(pods, podSet.name(), marks);
        }
        return pods;
    }

    private static void put(Map<String, Object> map, String key, Object value) {
        if (value instanceof List<?> list ? !list.isEmpty() : !((Map<?, ?>) value).isEmpty()) {
            map.put(key, value);
        }
    }
}

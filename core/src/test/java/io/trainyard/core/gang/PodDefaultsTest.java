package io.trainyard.core.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.trainyard.core.fixture.Manifests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PodDefaultsTest {
    @Test
    @DisplayName(
            "the first LimitRange by name that has a value wins; requests come before limits; only containers count (GANG-24)")
    void requestsOfLimitRanges() {
        LimitRange second = limitRange(
                "b", "[{type: Container, defaultRequest: {cpu: '2', memory: 1Gi}, default: {example.com/npu: '1'}}]");
        LimitRange first = limitRange(
                "a",
                "[{type: Pod, defaultRequest: {cpu: '9'}}, {type: PersistentVolumeClaim, default: {cpu: '9'}},"
                        + " {type: Container, defaultRequest: {cpu: '1'}, default: {cpu: '4'}}]");

        PodDefaults defaults = PodDefaults.of(List.of(second, first), List.of());

        assertThat(defaults.containerRequests())
                .isEqualTo(Map.of(
                        "cpu", new Quantity("1"), "memory", new Quantity("1Gi"), "example.com/npu", new Quantity("1")));
    }

    @Test
    @DisplayName("overheads are found by the name of the RuntimeClass; one without overhead adds nothing (GANG-27)")
    void overheads() {
        PodDefaults defaults = PodDefaults.of(
                List.of(),
                List.of(
                        runtimeClass("{metadata: {name: sandbox}, handler: s, overhead: {podFixed: {cpu: 250m}}}"),
                        runtimeClass("{metadata: {name: plain}, handler: p}")));

        assertThat(defaults.overheads()).isEqualTo(Map.of("sandbox", Map.of("cpu", new Quantity("250m"))));
    }

    private static LimitRange limitRange(String name, String items) {
        return Manifests.read("{metadata: {name: " + name + "}, spec: {limits: " + items + "}}", LimitRange.class);
    }

    private static RuntimeClass runtimeClass(String yaml) {
        return Manifests.read(yaml, RuntimeClass.class);
    }
}

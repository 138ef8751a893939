package io.trainyard.core.apply;

import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Coverage (FAB-24)")
final class CoverageTest {
    @ParameterizedTest(name = "{0} covers {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                // What the server added does not matter.
                "{a: 1, b: {c: 2, d: 3}} | {b: {c: 2}}       | true",
                "{a: 1}                  | {}                | true",
                "{a: 1}                  | {a: 2}            | false",
                "{a: 1}                  | {b: 1}            | false",
                "{a: {b: 1}}             | {a: {b: 1, c: 2}} | false",
                "{a: x}                  | {a: {b: 1}}       | false",
                // An empty object means something.
                "{emptyDir: {}}          | {emptyDir: {}}    | true",
                "{name: v}               | {emptyDir: {}}    | false",
                // Lists have the same length and order.
                "{l: [1, 2]}             | {l: [1, 2]}       | true",
                "{l: [1, 2]}             | {l: [1]}          | false",
                "{l: [1, 2]}             | {l: [2, 1]}       | false",
                "{l: [{a: 1, b: 2}]}     | {l: [{a: 1}]}     | true",
                "{l: []}                 | {l: []}           | true",
                "{l: x}                  | {l: []}           | false",
                // Numbers and texts are compared as they read.
                "{a: '8080'}             | {a: 8080}         | true",
                "{a: 2147483648}         | {a: 2147483648}   | true",
                "{a: null}               | {a: null}         | true",
                "{a: null}               | {a: 1}            | false",
                "{}                      | {a: 1}            | false",
                // A quantity means its amount, in whatever form a server writes it.
                "{requests: {cpu: 500m}} | {requests: {cpu: '0.5'}}        | true",
                "{limits: {memory: 1Gi}} | {limits: {memory: 1024Mi}}      | true",
                "{limits: {x: 1k}}       | {limits: {x: '1000'}}           | true",
                "{limits: {cpu: 1}}      | {limits: {cpu: '1'}}            | true",
                "{limits: {cpu: 1}}      | {limits: {cpu: 2}}              | false",
                "{limits: {cpu: 1000m}}  | {limits: {cpu: 1001m}}          | false",
                "{emptyDir: {sizeLimit: 1Gi}} | {emptyDir: {sizeLimit: 1024Mi}} | true",
                "{target: {type: AverageValue, averageValue: 500m}} | {target: {type: AverageValue, averageValue: '0.5'}} | true",
                "{resourceFieldRef: {divisor: '1'}} | {resourceFieldRef: {divisor: 1000m}} | true",
                "{overhead: {cpu: 250m}} | {overhead: {cpu: '0.25'}}       | true",
                "{spec: {minResources: {cpu: '102'}}} | {spec: {minResources: {cpu: 102000m}}} | true",
            })
    void coversWhatIsDesired(String live, String desired, boolean expected) {
        assertThat(Coverage.covers(tree(live), tree(desired))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is not {1}")
    @DisplayName("texts that only look like quantities are compared as texts")
    @CsvSource({"1.1, 1.10", "1.2.3, 1.2.4", "10.0.0.1, 10.0.0.2", ".., ...", "1000m, 1", "1e3, 1000", "1, 01"})
    void textsAreTexts(String live, String desired) {
        assertThat(Coverage.covers(Map.of("labels", Map.of("v", live)), Map.of("labels", Map.of("v", desired))))
                .isFalse();
        assertThat(Coverage.covers(Map.of("env", live), Map.of("env", desired))).isFalse();
    }

    @Test
    void aBrokenQuantityIsComparedAsText() {
        assertThat(Coverage.covers(tree("{limits: {cpu: 1.2.3}}"), tree("{limits: {cpu: 1.2.4}}")))
                .isFalse();
        assertThat(Coverage.covers(tree("{limits: {cpu: lots}}"), tree("{limits: {cpu: 1}}")))
                .isFalse();
    }

    @Test
    void nothingIsCoveredByNothing() {
        assertThat(Coverage.covers(null, null)).isTrue();
        assertThat(Coverage.covers(null, Map.of())).isFalse();
        assertThat(Coverage.covers(Map.of(), null)).isFalse();
    }
}

package io.trainyard.local.api.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that come past the defaults of the server, such as the templates of Jobs. */
final class PodRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"abc", "", "1e1000000", "1e99999999999", "Infinity"})
    @DisplayName("LOCAL-46a: an amount that nobody can read is refused with its field, in requests and in limits")
    void unreadable(String amount) {
        List<FieldError> errors = PodRules.check(
                Tree.of(
                        "containers",
                        List.of(Tree.of(
                                "name",
                                "c",
                                "image",
                                "x",
                                "resources",
                                Tree.of("requests", Tree.of("cpu", amount), "limits", Tree.of("cpu", amount))))),
                "spec");

        assertThat(errors)
                .extracting(FieldError::path)
                .containsExactlyInAnyOrder(
                        "spec.containers[0].resources.requests[cpu]", "spec.containers[0].resources.limits[cpu]");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 2_147_483_648L, Long.MAX_VALUE})
    @DisplayName("a deadline that no clock reaches, or that has passed, is refused as by a cluster")
    void impossibleDeadline(long seconds) {
        assertThat(PodRules.check(withDeadline(seconds), "spec"))
                .singleElement()
                .satisfies(error -> assertThat(error.path()).isEqualTo("spec.activeDeadlineSeconds"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, Integer.MAX_VALUE})
    @DisplayName("any other deadline is taken")
    void possibleDeadline(long seconds) {
        assertThat(PodRules.check(withDeadline(seconds), "spec")).isEmpty();
    }

    private static Map<String, Object> withDeadline(long seconds) {
        return Tree.of("activeDeadlineSeconds", seconds, "containers", List.of(Tree.of("name", "c", "image", "x")));
    }
}

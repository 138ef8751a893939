package io.trainyard.core.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobObjectsYaml;
import io.trainyard.core.view.ViewJson;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@DisplayName("Causes: why a job stands where it does, by what is known of it (OPS-101)")
final class CausesTest {
    @TestFactory
    @DisplayName("a person is told in one sentence, with what proves it and what to do")
    Stream<DynamicTest> table() {
        return cases().stream().map(each -> dynamicTest(Tree.text(each, "case"), () -> check(each)));
    }

    private static void check(Map<String, Object> expected) {
        JobObjects objects = JobObjectsYaml.of(expected);
        Cause cause = Causes.of(objects);

        assertThat(cause.message()).isEqualTo(expected.get("message"));
        assertThat(cause.kind().reason()).isEqualTo(expected.get("kind"));
        if (expected.containsKey("evidence")) {
            assertThat(cause.evidence()).isEqualTo(expected.get("evidence"));
        }
        if (expected.containsKey("advice")) {
            assertThat(cause.advice()).isEqualTo(expected.get("advice"));
        }
        assertThat(cause.message()).doesNotEndWith(".");
        assertThat(cause.kind().isProblem() && cause.advice().isEmpty())
                .as("a problem comes with what to do about it")
                .isFalse();
        Map<String, Object> failure = Tree.child(expected, "failure");
        if (!failure.isEmpty()) {
            FailedContainer failed = cause.failure().orElseThrow();
            assertThat((long) failed.node()).isEqualTo(failure.get("node"));
            assertThat((long) failed.exitCode()).isEqualTo(failure.get("exitCode"));
            assertThat(failed.lastLines()).isEqualTo(failure.get("lastLines"));
        }
        assertThat(Causes.of(objects)).as("pure").isEqualTo(cause);
        assertThat(ViewJson.of(cause)).containsEntry("message", cause.message());
    }

    @Test
    @DisplayName("each kind of cause is in the table")
    void everyKindIsTested() {
        Set<Object> tested = cases().stream().map(each -> each.get("kind")).collect(Collectors.toSet());

        assertThat(Arrays.stream(Cause.Kind.values()).map(kind -> (Object) kind.reason()))
                .isSubsetOf(tested);
    }

    private static List<Map<String, Object>> cases() {
        try (InputStream file = CausesTest.class.getResourceAsStream("causes.yaml")) {
            assertThat(file).isNotNull();
            return Yaml.parseAll(new String(file.readAllBytes(), StandardCharsets.UTF_8)).stream()
                    .map(Tree::object)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

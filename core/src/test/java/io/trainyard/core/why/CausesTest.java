package io.trainyard.core.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobObjectsYaml;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.ViewJson;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Causes: why a job stands where it does, by what is known of it (OPS-101, GANG-72 to GANG-74)")
final class CausesTest {
    @TestFactory
    @DisplayName("a person is told in one sentence, with what proves it and what to do")
    Stream<DynamicTest> table() {
        return cases().stream().map(each -> dynamicTest(Tree.text(each, "case"), () -> check(each)));
    }

    private static void check(Map<String, Object> expected) {
        JobObjects objects = JobObjectsYaml.of(expected);
        Cause cause = cause(objects, expected);

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
        assertThat(cause(objects, expected)).as("pure").isEqualTo(cause);
        assertThat(ViewJson.of(cause)).containsEntry("message", cause.message());
    }

    /** With {@code heard} as the controller sees it, else as its users do. */
    private static Cause cause(JobObjects objects, Map<String, Object> given) {
        return given.get("heard") instanceof List<?> heard
                ? Causes.of(objects, heard.stream().map(String::valueOf).toList())
                : Causes.of(objects);
    }

    @Test
    @DisplayName("what a run has found at its end comes before all that its objects say (LOCAL-231)")
    void whatARunHasFound() {
        Cause told = Cause.of(Cause.Kind.STOPPED, "it was stopped by Ctrl-C", List.of(), "");

        for (Map<String, Object> each : cases()) {
            assertThat(Causes.of(JobObjectsYaml.of(each).withTold(told))).isEqualTo(told);
        }
        assertThat(told.stateText(JobState.RUNNING)).isEqualTo("Stopped");
    }

    @Test
    @DisplayName("each kind of cause that objects tell is in the table")
    void everyKindIsTested() {
        Set<Object> tested = cases().stream().map(each -> each.get("kind")).collect(Collectors.toSet());

        assertThat(Arrays.stream(Cause.Kind.values())
                        .filter(kind -> kind != Cause.Kind.STOPPED)
                        .map(kind -> (Object) kind.reason()))
                .isSubsetOf(tested);
    }

    @Test
    @DisplayName("events that anybody may write, a megabyte long or many, keep nobody waiting (OPS-103)")
    void hostileEvents() {
        String quotas = "exceeded quota: a, requested: x ";
        List<String> texts = List.of(
                quotas,
                ", used: ",
                ":",
                "a",
                "resource gap: map[",
                "ValidatingAdmissionPolicy 'a' ",
                "couldn't find key ",
                "eyJ-",
                "((((",
                "is not installed",
                "1/1 nodes are available: ");
        for (String text : texts) {
            keepsNobodyWaiting(List.of(text.repeat((1 << 20) / text.length())));
        }
        keepsNobodyWaiting(List.of(quotas.repeat(15_000) + ", used: ".repeat(60_000)));
        keepsNobodyWaiting(Collections.nCopies(200, quotas.repeat(64) + ", used: ".repeat(250)));
        keepsNobodyWaiting(Collections.nCopies(200, ":".repeat(4_000)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exceeded quota: $(touch${IFS}x), requested: a=1, used: a=1, limited: a=1",
                "exceeded quota: --all, requested: a=1, used: a=1, limited: a=1",
                "error looking up service account a/b: serviceaccount \"$(touch x)\" not found"
            })
    @DisplayName("no words of an event become part of a command that is advised, unless they are a name (OPS-101)")
    void adviceHoldsNoCommandsOfOthers(String message) {
        Cause cause = Causes.of(refused("FailedCreate", List.of(message), true));

        assertThat(cause.advice()).doesNotContain("touch", "--all");
    }

    private static void keepsNobodyWaiting(List<String> messages) {
        for (String reason : List.of("FailedCreate", "GangUnschedulable")) {
            JobObjects waiting = refused(reason, messages, false);
            JobObjects lacking = refused(reason, messages, true);
            assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
                Causes.of(waiting);
                Causes.of(lacking);
            });
        }
    }

    private static JobObjects refused(String reason, List<String> messages, boolean withJobSet) {
        Map<String, Object> job =
                Tree.of("job", Yaml.parse("{spec: {runtimeRef: {name: torch}}, status: {phase: Pending}}"));
        if (withJobSet) {
            job.put(
                    "jobSet",
                    Yaml.parse(
                            "{metadata: {name: bert}, spec: {replicatedJobs: [{name: node, template: {spec: {parallelism: 2}}}]}}"));
        }
        return JobObjectsYaml.of(job)
                .withEvents(messages.stream()
                        .flatMap(message -> Stream.of(
                                warning("Job", "bert-node-0", reason, message),
                                warning("TrainJob", "bert", reason, message)))
                        .toList());
    }

    private static Event warning(String kind, String name, String reason, String message) {
        return new EventBuilder()
                .withType("Warning")
                .withReason(reason)
                .withMessage(message)
                .withLastTimestamp("2026-01-05T10:09:00Z")
                .withInvolvedObject(new ObjectReferenceBuilder()
                        .withKind(kind)
                        .withName(name)
                        .build())
                .build();
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

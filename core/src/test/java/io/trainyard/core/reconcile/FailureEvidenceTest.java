package io.trainyard.core.reconcile;

import static io.trainyard.core.fixture.Manifests.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("FailureEvidence: what a failed job's pods say (SDK-53)")
final class FailureEvidenceTest {
    @Test
    void namesPodContainerAndExitCode() {
        assertThat(evidence("[{name: node, state: {terminated: {exitCode: 3}}}]"))
                .contains("container node of pod pod-0 exited with code 3");
    }

    @Test
    void addsTheReasonAndTheLastWords() {
        assertThat(evidence("[{name: node, state: {terminated: {exitCode: 137, reason: OOMKilled, message: ' no"
                        + " memory\n"
                        + "'}}}]"))
                .contains("container node of pod pod-0 exited with code 137 (OOMKilled): no memory");
    }

    @Test
    void ofALongMessageTheEndMatters() {
        String message = "x".repeat(500) + "the end";
        assertThat(evidence("[{name: node, state: {terminated: {exitCode: 1, message: " + message + "}}}]"))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("1: ... xxx")
                        .endsWith("xthe end")
                        .hasSizeLessThan(400));
    }

    @Test
    void theFirstFailureIsTheCauseOfTheOthers() {
        assertThat(evidence(
                        "[{name: late, state: {terminated: {exitCode: 1, finishedAt: '2026-01-05T10:00:09Z'}}}, {name:"
                                + " early, state: {terminated: {exitCode: 2, finishedAt: '2026-01-05T10:00:08Z'}}}]",
                        "[{name: first, state: {terminated: {exitCode: 4, finishedAt: '2026-01-05T10:00:07Z'}}}]"))
                .contains("container first of pod pod-1 exited with code 4");
    }

    @Test
    @DisplayName("pods that come some at a time are judged as all at once (OPS-103)")
    void someAtATime() {
        FailureEvidence.Search search = new FailureEvidence.Search();
        search.add(pods("[{name: late, state: {terminated: {exitCode: 1, finishedAt: '2026-01-05T10:00:09Z'}}}]"));
        search.add(pods("[{name: first, state: {terminated: {exitCode: 4, finishedAt: '2026-01-05T10:00:07Z'}}}]"));
        assertThat(search.add(List.of())).as("may go on").isTrue();
        assertThat(search.found()).contains("container first of pod pod-0 exited with code 4");
    }

    @Test
    void aSuccessIsNoFailure() {
        assertThat(evidence("[{name: node, state: {terminated: {exitCode: 0, reason: Completed}}}]"))
                .isEmpty();
    }

    @Test
    void aContainerThatWasStartedAgainShowsItsLastEnd() {
        assertThat(evidence("[{name: node, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated:"
                        + " {exitCode: 5}}}]"))
                .contains("container node of pod pod-0 exited with code 5");
    }

    @Test
    void initContainersCountToo() {
        Pod pod = read(
                "{metadata: {name: p}, status: {initContainerStatuses: [{name: init, state: {terminated: {exitCode:"
                        + " 6}}}]}}",
                Pod.class);
        assertThat(found(List.of(pod))).contains("container init of pod p exited with code 6");
    }

    @Test
    void withoutPodsOrStatusesThereIsNone() {
        assertThat(found(List.of())).isEmpty();
        assertThat(found(List.of(read("{metadata: {name: p}}", Pod.class)))).isEmpty();
        assertThat(evidence("[{name: node, state: {running: {}}}]")).isEmpty();
        assertThat(evidence("[{name: node}]")).isEmpty();
    }

    private static Optional<String> evidence(String... statuses) {
        return found(pods(statuses));
    }

    private static List<Pod> pods(String... statuses) {
        return Arrays.stream(statuses)
                .map(status -> read("{status: {containerStatuses: " + status + "}}", Pod.class))
                .peek(pod -> pod.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMeta()))
                .collect(java.util.stream.Collectors.collectingAndThen(
                        java.util.stream.Collectors.toList(), FailureEvidenceTest::named));
    }

    private static List<Pod> named(List<Pod> pods) {
        for (int i = 0; i < pods.size(); i++) {
            pods.get(i).getMetadata().setName("pod-" + i);
        }
        return pods;
    }

    private static Optional<String> found(List<Pod> pods) {
        FailureEvidence.Search search = new FailureEvidence.Search();
        search.add(pods);
        return search.found();
    }
}

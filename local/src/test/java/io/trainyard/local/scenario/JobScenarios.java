package io.trainyard.local.scenario;

import static io.trainyard.local.scenario.Ending.BADLY;
import static io.trainyard.local.scenario.Ending.WELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.Resource;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of Jobs, in both worlds. */
interface JobScenarios {
    Stage stage();

    /** Whether this is the real control plane. */
    boolean isReal();

    private void job(String name, String policy, String spec) {
        stage().create(
                        Resource.JOBS,
                        """
                        apiVersion: batch/v1
                        kind: Job
                        metadata: {name: %s, labels: {team: blue}}
                        spec:
                          %s
                          template:
                            metadata: {labels: {app: train}, annotations: {note: text}}
                            spec:
                              restartPolicy: %s
                              containers:
                              - {name: main, image: none, env: [{name: A, value: b}]}
                        """
                                .formatted(name, spec.strip().replace("\n", "\n  "), policy));
    }

    private void verify(String job, String end) {
        stage().awaitCondition(Resource.JOBS, job, end);
        new Picture(stage()).with(Resource.JOBS, job).withPods().verify(job, isReal());
    }

    private Map<String, Object> status(String job) {
        return Tree.child(stage().get(Resource.JOBS, job), "status");
    }

    private void awaitStatus(String job, String field, long number) {
        stage().await(
                        Resource.JOBS,
                        job,
                        field + " " + number,
                        object -> Tree.integer(0, object, "status", field) == number);
    }

    @Test
    @DisplayName("JOB-12, JOB-13, JOB-24, JOB-25: all indexes succeed")
    default void indexedJobCompletes() {
        job("indexed", "OnFailure", "completionMode: Indexed\ncompletions: 3\nparallelism: 3");
        stage().awaitRunning(3).forEach(pod -> stage().end(pod, WELL));
        verify("indexed", "Complete");
    }

    @Test
    @DisplayName("JOB-15: fewer pods than completions at a time, by increasing index")
    default void indexesFollowOneAnother() {
        job("two-by-two", "Never", "completionMode: Indexed\ncompletions: 4\nparallelism: 2");
        assertThat(stage().awaitRunning(2))
                .extracting(pod -> Tree.text(pod, "metadata", "labels", "batch.kubernetes.io/job-completion-index"))
                .containsExactly("0", "1");
        for (int index = 0; index < 4; index++) {
            stage().endIndex("two-by-two", index, WELL);
        }
        verify("two-by-two", "Complete");
    }

    @Test
    @DisplayName("JOB-12, JOB-15: NonIndexed")
    default void plainJobCompletes() {
        job("plain", "Never", "completions: 2\nparallelism: 2");
        stage().awaitRunning(2).forEach(pod -> stage().end(pod, WELL));
        verify("plain", "Complete");
    }

    @Test
    @DisplayName("JOB-15: a work queue ends when one pod has succeeded and none is active")
    default void workQueueCompletes() {
        job("queue", "Never", "parallelism: 2");
        var pods = stage().awaitRunning(2);
        stage().end(pods.get(0), WELL);
        stage().awaitRunning(1);
        stage().end(pods.get(1), WELL);
        verify("queue", "Complete");
    }

    @Test
    @DisplayName("JOB-18, JOB-24, JOB-25: the others are deleted and count as failed")
    default void backoffLimitFailsTheJob() {
        job("limit", "Never", "completionMode: Indexed\ncompletions: 3\nparallelism: 3\nbackoffLimit: 0");
        stage().awaitRunning(3);
        awaitStatus("limit", "ready", 3);
        stage().endIndex("limit", 1, BADLY);
        verify("limit", "Failed");
    }

    @Test
    @DisplayName("JOB-17, JOB-19: a failed pod is replaced")
    default void failedPodIsReplaced() {
        job("retry", "Never", "completionMode: Indexed\ncompletions: 2\nparallelism: 2\nbackoffLimit: 2");
        stage().awaitRunning(2);
        Map<String, Object> failed = stage().endIndex("retry", 1, BADLY);
        stage().end(stage().awaitRunningIndex("retry", 1, Tree.text(failed, "metadata", "uid")), WELL);
        stage().endIndex("retry", 0, WELL);
        verify("retry", "Complete");
    }

    @Test
    @DisplayName("JOB-21: FailedIndexes")
    default void failuresPerIndex() {
        job("per-index", "Never", "completionMode: Indexed\ncompletions: 3\nparallelism: 3\nbackoffLimitPerIndex: 0");
        stage().awaitRunning(3);
        stage().endIndex("per-index", 1, BADLY);
        stage().await(Resource.JOBS, "per-index", "failed index", job -> Tree.text(job, "status", "failedIndexes")
                .equals("1"));
        stage().endIndex("per-index", 0, WELL);
        stage().endIndex("per-index", 2, WELL);
        verify("per-index", "Failed");
    }

    @Test
    @DisplayName("JOB-21: an index is tried again, and its pods say how often")
    default void anIndexIsTriedAgain() {
        job("index-retry", "Never", "completionMode: Indexed\ncompletions: 2\nparallelism: 2\nbackoffLimitPerIndex: 1");
        stage().awaitRunning(2);
        Map<String, Object> failed = stage().endIndex("index-retry", 0, BADLY);
        stage().end(stage().awaitRunningIndex("index-retry", 0, Tree.text(failed, "metadata", "uid")), WELL);
        stage().endIndex("index-retry", 1, WELL);
        verify("index-retry", "Complete");
    }

    @Test
    @DisplayName("JOB-21: MaxFailedIndexesExceeded")
    default void tooManyFailedIndexes() {
        job(
                "max-indexes",
                "Never",
                "completionMode: Indexed\ncompletions: 3\nparallelism: 3\nbackoffLimitPerIndex: 0\nmaxFailedIndexes: 0");
        stage().awaitRunning(3);
        awaitStatus("max-indexes", "ready", 3);
        stage().endIndex("max-indexes", 2, BADLY);
        verify("max-indexes", "Failed");
    }

    @Test
    @DisplayName("JOB-20: FailJob")
    default void podFailurePolicyFailsTheJob() {
        job(
                "policy",
                "Never",
                """
                completionMode: Indexed
                completions: 2
                parallelism: 2
                podFailurePolicy:
                  rules:
                  - {action: Count, onExitCodes: {operator: In, values: [42]}}
                  - {action: FailJob, onExitCodes: {containerName: main, operator: NotIn, values: [42]}}
                """);
        stage().awaitRunning(2);
        awaitStatus("policy", "ready", 2);
        stage().endIndex("policy", 0, BADLY);
        verify("policy", "Failed");
    }

    @Test
    @DisplayName("JOB-17, JOB-20: Ignore")
    default void ignoredFailureIsNotCounted() {
        job(
                "ignored",
                "Never",
                """
                completionMode: Indexed
                completions: 1
                parallelism: 1
                backoffLimit: 0
                podFailurePolicy:
                  rules:
                  - {action: Ignore, onExitCodes: {operator: In, values: [1]}}
                """);
        Map<String, Object> failed = stage().endIndex("ignored", 0, BADLY);
        stage().end(stage().awaitRunningIndex("ignored", 0, Tree.text(failed, "metadata", "uid")), WELL);
        verify("ignored", "Complete");
    }

    @Test
    @DisplayName("JOB-28: the leader is enough; the others are deleted")
    default void successPolicyEndsTheJob() {
        job(
                "success",
                "Never",
                """
                completionMode: Indexed
                completions: 3
                parallelism: 3
                successPolicy: {rules: [{succeededIndexes: "0"}]}
                """);
        stage().awaitRunning(3);
        awaitStatus("success", "ready", 3);
        stage().endIndex("success", 0, WELL);
        verify("success", "Complete");
    }

    @Test
    @DisplayName("JOB-26: created suspended, resumed, suspended, resumed")
    default void suspension() {
        job("suspended", "Never", "completionMode: Indexed\ncompletions: 2\nparallelism: 2\nsuspend: true");
        stage().awaitCondition(Resource.JOBS, "suspended", "Suspended");
        assertThat(Tree.at(status("suspended"), "startTime")).isNull();
        stage().patch(Resource.JOBS, "suspended", "{spec: {suspend: false}}");
        stage().awaitRunning(2);
        stage().endIndex("suspended", 0, WELL);
        awaitStatus("suspended", "succeeded", 1);
        stage().patch(Resource.JOBS, "suspended", "{spec: {suspend: true}}");
        stage().awaitRunning(0);
        stage().awaitCondition(Resource.JOBS, "suspended", "Suspended");
        stage().patch(Resource.JOBS, "suspended", "{spec: {suspend: false}}");
        stage().endIndex("suspended", 1, WELL);
        verify("suspended", "Complete");
    }

    @Test
    @DisplayName("JOB-22: DeadlineExceeded")
    default void deadline() {
        job(
                "deadline",
                "OnFailure",
                "completionMode: Indexed\ncompletions: 1\nparallelism: 1\nactiveDeadlineSeconds: 2");
        verify("deadline", "Failed");
    }

    @Test
    @DisplayName("JOB-29: TTL")
    default void finishedJobIsDeleted() {
        job("ttl", "Never", "completions: 1\nparallelism: 1\nttlSecondsAfterFinished: 1");
        stage().awaitRunning(1).forEach(pod -> stage().end(pod, WELL));
        stage().awaitCondition(Resource.JOBS, "ttl", "Complete");
        stage().awaitGone(Resource.JOBS, "ttl");
        stage().awaitAll(Resource.PODS, "end of all pods", pods -> pods.isEmpty() ? true : null);
    }

    @Test
    @DisplayName("JS-64, LOCAL-56: parallelism and completions change together")
    default void elasticJobGrowsAndShrinks() {
        job("elastic", "Never", "completionMode: Indexed\ncompletions: 2\nparallelism: 2");
        stage().awaitRunning(2);
        stage().patch(Resource.JOBS, "elastic", "{spec: {completions: 3, parallelism: 3}}");
        stage().awaitRunning(3);
        stage().patch(Resource.JOBS, "elastic", "{spec: {completions: 1, parallelism: 1}}");
        stage().awaitRunning(1);
        stage().endIndex("elastic", 0, WELL);
        verify("elastic", "Complete");
    }

    @Test
    @DisplayName("JOB-14, POD-21: pods of a deleted Job go, although nobody counts them any more")
    default void deletedJobTakesItsPodsWithIt() {
        job("deleted", "Never", "completionMode: Indexed\ncompletions: 2\nparallelism: 2");
        stage().awaitRunning(2);
        stage().delete(Resource.JOBS, "deleted", DeleteOptions.BACKGROUND);
        stage().awaitAll(Resource.PODS, "end of all pods", pods -> pods.isEmpty() ? true : null);
    }

    @Test
    @DisplayName("JOB-11: managedBy")
    default void aJobOfAnotherControllerIsLeftAlone() {
        job("foreign", "Never", "completions: 1\nparallelism: 1\nmanagedBy: example.com/other");
        job("witness", "Never", "completions: 1\nparallelism: 1");
        stage().awaitRunning(1).forEach(pod -> stage().end(pod, WELL));
        stage().awaitCondition(Resource.JOBS, "witness", "Complete");
        assertThat(status("foreign")).isEmpty();
    }
}

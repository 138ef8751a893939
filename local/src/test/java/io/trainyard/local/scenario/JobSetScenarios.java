package io.trainyard.local.scenario;

import static io.trainyard.local.scenario.Ending.BADLY;
import static io.trainyard.local.scenario.Ending.WELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of JobSets, in both worlds. */
interface JobSetScenarios {
    Stage stage();

    /** Whether this is the real control plane. */
    boolean isReal();

    /** Pods that fail once fail their Job. */
    String JOB =
            """
            template:
              spec:
                parallelism: %d
                completions: %d
                backoffLimit: 0
                template:
                  metadata: {labels: {app: train}}
                  spec: {restartPolicy: Never, containers: [{name: main, image: none}]}
            """;

    /** An entry of {@code replicatedJobs}. */
    private static String job(String name, int pods, String more) {
        String text = "name: " + name + "\n" + (more.isEmpty() ? "" : more.strip() + "\n") + JOB.formatted(pods, pods);
        return "- " + text.strip().replace("\n", "\n  ") + "\n";
    }

    private void jobSet(String name, String spec, String... jobs) {
        String text = (spec.isEmpty() ? "" : spec.strip() + "\n") + "replicatedJobs:\n" + String.join("", jobs);
        stage().create(
                        Resource.JOB_SETS,
                        """
                        apiVersion: jobset.x-k8s.io/v1alpha2
                        kind: JobSet
                        metadata: {name: %s, labels: {team: blue}}
                        spec:
                          %s
                        """
                                .formatted(name, text.strip().replace("\n", "\n  ")));
    }

    private void awaitSet(String name, String condition) {
        stage().awaitCondition(Resource.JOB_SETS, name, condition);
    }

    /** Waits until the status counts the jobs of a replicated job like this. */
    private void awaitCount(String set, String job, String field, long number) {
        stage().await(
                        Resource.JOB_SETS,
                        set,
                        field + " " + number + " of " + job,
                        object -> Tree.objects(object, "status", "replicatedJobsStatus").stream()
                                .anyMatch(item ->
                                        job.equals(item.get("name")) && Tree.integer(-1, item, field) == number));
    }

    private void awaitNoJobsBut(String... names) {
        List<String> wanted = List.of(names);
        stage().awaitAll(
                        Resource.JOBS,
                        "no jobs but " + wanted,
                        jobs -> jobs.stream()
                                        .map(job -> Tree.text(job, "metadata", "name"))
                                        .sorted()
                                        .toList()
                                        .equals(wanted)
                                ? true
                                : null);
    }

    private void awaitAttempt(String job, int attempt) {
        stage().await(Resource.JOBS, job, "attempt " + attempt, object -> Tree.text(
                        object, "metadata", "labels", "jobset.sigs.k8s.io/restart-attempt")
                .equals(String.valueOf(attempt)));
    }

    /** Waits for the pod of an attempt of a Job. */
    private Map<String, Object> awaitPod(String job, int attempt) {
        return stage().awaitAll(Resource.PODS, "pod of attempt " + attempt + " of " + job, pods -> pods.stream()
                .filter(pod -> Tree.text(pod, "status", "phase").equals("Running"))
                .filter(pod -> Tree.text(pod, "metadata", "labels", "batch.kubernetes.io/job-name")
                        .equals(job))
                .filter(pod -> Tree.text(pod, "metadata", "labels", "jobset.sigs.k8s.io/restart-attempt")
                        .equals(String.valueOf(attempt)))
                .findFirst()
                .orElse(null));
    }

    /** Compares the JobSet and these jobs of it with what they are on the real control plane. */
    private void verify(String set, String... jobs) {
        Picture picture = new Picture(stage()).with(Resource.JOB_SETS, set);
        for (String job : jobs) {
            picture.with(Resource.JOBS, job);
        }
        picture.verify("jobset-" + set, isReal());
    }

    @Test
    @DisplayName("JS-70 to JS-76, JS-86: all succeed")
    default void allJobsSucceed() {
        jobSet("plain", "", job("a", 2, ""), job("b", 1, "replicas: 2"));
        stage().awaitRunning(4);
        awaitCount("plain", "a", "ready", 1);
        awaitCount("plain", "b", "ready", 2);
        stage().awaitRunning(4).forEach(pod -> stage().end(pod, WELL));
        awaitSet("plain", "Completed");
        awaitCount("plain", "b", "succeeded", 2);
        new Picture(stage())
                .with(Resource.JOB_SETS, "plain")
                .with(Resource.JOBS, "plain-a-0")
                .with(Resource.JOBS, "plain-b-1")
                .with(Resource.SERVICES, "plain")
                .withPods()
                .verify("jobset-plain", isReal());
    }

    @Test
    @DisplayName("JS-83: what depends on Complete begins after the end")
    default void dependsOnComplete() {
        jobSet("after", "", job("prep", 1, ""), job("node", 2, "dependsOn: [{name: prep, status: Complete}]"));
        stage().awaitRunning(1);
        awaitCount("after", "prep", "ready", 1);
        awaitNoJobsBut("after-prep-0");
        stage().endIndex("after-prep-0", 0, WELL);
        stage().awaitRunning(2).forEach(pod -> stage().end(pod, WELL));
        awaitSet("after", "Completed");
        verify("after", "after-prep-0", "after-node-0");
    }

    @Test
    @DisplayName("JS-83: what depends on Ready begins once the others run")
    default void dependsOnReady() {
        jobSet("beside", "", job("driver", 2, ""), job("worker", 1, "dependsOn: [{name: driver, status: Ready}]"));
        stage().awaitRunning(3).forEach(pod -> stage().end(pod, WELL));
        awaitSet("beside", "Completed");
        verify("beside", "beside-driver-0", "beside-worker-0");
    }

    @Test
    @DisplayName("JS-82, JS-97: InOrder")
    default void inOrder() {
        jobSet("ordered", "startupPolicy: {startupPolicyOrder: InOrder}", job("a", 1, ""), job("b", 1, ""));
        stage().awaitRunning(2);
        awaitSet("ordered", "StartupPolicyCompleted");
        stage().awaitRunning(2).forEach(pod -> stage().end(pod, WELL));
        awaitSet("ordered", "Completed");
        verify("ordered", "ordered-a-0", "ordered-b-0");
    }

    @Test
    @DisplayName("JS-80, JS-89: without a policy the first failure ends it, and what still runs is deleted")
    default void failureWithoutPolicy() {
        jobSet("failing", "", job("a", 1, ""), job("b", 1, ""));
        stage().awaitRunning(2);
        awaitCount("failing", "b", "ready", 1);
        stage().endIndex("failing-a-0", 0, BADLY);
        awaitSet("failing", "Failed");
        awaitNoJobsBut("failing-a-0");
        awaitCount("failing", "b", "active", 0);
        verify("failing", "failing-a-0");
    }

    @Test
    @DisplayName("JS-89, JS-89c, JS-98: a restart that works")
    default void restart() {
        jobSet("again", "failurePolicy: {maxRestarts: 1}", job("a", 1, ""), job("b", 1, ""));
        stage().awaitRunning(2);
        stage().end(awaitPod("again-b-0", 0), BADLY);
        awaitSet("again", "RestartingJobSet");
        awaitPod("again-a-0", 1);
        awaitPod("again-b-0", 1);
        stage().await(
                        Resource.JOB_SETS,
                        "again",
                        "end of restart",
                        set -> Stage.hasCondition(set, "RestartingJobSet", "False"));
        stage().end(awaitPod("again-a-0", 1), WELL);
        stage().end(awaitPod("again-b-0", 1), WELL);
        awaitSet("again", "Completed");
        verify("again", "again-a-0", "again-b-0");
    }

    @Test
    @DisplayName("JS-89: more failures than restarts")
    default void tooManyRestarts() {
        jobSet("hopeless", "failurePolicy: {maxRestarts: 1}", job("a", 1, ""));
        stage().end(awaitPod("hopeless-a-0", 0), BADLY);
        awaitAttempt("hopeless-a-0", 1);
        stage().end(awaitPod("hopeless-a-0", 1), BADLY);
        awaitSet("hopeless", "Failed");
        verify("hopeless", "hopeless-a-0");
    }

    @Test
    @DisplayName("JS-89c: none allowed")
    default void noRestartAllowed() {
        jobSet("strict", "failurePolicy: {maxRestarts: 0}", job("a", 1, ""));
        stage().end(awaitPod("strict-a-0", 0), BADLY);
        awaitSet("strict", "Failed");
        verify("strict", "strict-a-0");
    }

    @Test
    @DisplayName("JS-89a: the first rule that fits decides")
    default void rules() {
        jobSet(
                "ruled",
                """
                failurePolicy:
                  maxRestarts: 5
                  rules:
                  - {action: FailJobSet, targetReplicatedJobs: [a]}
                  - {name: other, action: RestartJobSet, onJobFailureReasons: [BackoffLimitExceeded]}
                """,
                job("a", 1, ""),
                job("b", 1, ""));
        stage().awaitRunning(2);
        stage().end(awaitPod("ruled-b-0", 0), BADLY);
        awaitSet("ruled", "RestartingJobSet");
        awaitPod("ruled-b-0", 1);
        stage().end(awaitPod("ruled-a-0", 1), BADLY);
        awaitSet("ruled", "Failed");
        awaitNoJobsBut("ruled-a-0");
        awaitCount("ruled", "b", "active", 0);
        verify("ruled", "ruled-a-0");
    }

    @Test
    @DisplayName("JS-89: restarts that do not count")
    default void restartsThatDoNotCount() {
        jobSet(
                "patient",
                """
                failurePolicy:
                  maxRestarts: 0
                  rules: [{action: RestartJobSetAndIgnoreMaxRestarts, onJobFailureMessagePatterns: ["specified .* limit$"]}]
                """,
                job("a", 1, ""));
        stage().end(awaitPod("patient-a-0", 0), BADLY);
        stage().end(awaitPod("patient-a-0", 1), BADLY);
        awaitPod("patient-a-0", 2);
        stage().await(
                        Resource.JOB_SETS,
                        "patient",
                        "end of restart",
                        set -> Stage.hasCondition(set, "RestartingJobSet", "False"));
        stage().end(awaitPod("patient-a-0", 2), WELL);
        awaitSet("patient", "Completed");
        verify("patient", "patient-a-0");
    }

    @Test
    @DisplayName("JS-36, JS-82: BlockingRecreate")
    default void blockingRecreate() {
        jobSet(
                "blocking",
                "failurePolicy: {maxRestarts: 1, restartStrategy: BlockingRecreate}",
                job("a", 1, ""),
                job("b", 1, "replicas: 2"));
        stage().awaitRunning(3);
        stage().end(awaitPod("blocking-b-1", 0), BADLY);
        for (String name : List.of("blocking-a-0", "blocking-b-0", "blocking-b-1")) {
            stage().end(awaitPod(name, 1), WELL);
        }
        awaitSet("blocking", "Completed");
        assertThat(Tree.integer(0, stage().get(Resource.JOB_SETS, "blocking"), "status", "restarts"))
                .isEqualTo(1);
        new Picture(stage())
                .with(Resource.JOBS, "blocking-a-0")
                .with(Resource.JOBS, "blocking-b-1")
                .verify("jobset-blocking", isReal());
    }

    @Test
    @DisplayName("JS-86: the launcher is enough; the workers are deleted")
    default void successOfTargets() {
        jobSet(
                "mpi",
                "successPolicy: {operator: All, targetReplicatedJobs: [launcher]}",
                job("launcher", 1, ""),
                job("worker", 2, ""));
        stage().awaitRunning(3);
        awaitCount("mpi", "worker", "ready", 1);
        stage().endIndex("mpi-launcher-0", 0, WELL);
        awaitSet("mpi", "Completed");
        awaitNoJobsBut("mpi-launcher-0");
        awaitCount("mpi", "worker", "active", 0);
        verify("mpi", "mpi-launcher-0");
    }

    @Test
    @DisplayName("JS-86: Any")
    default void anySuccess() {
        jobSet("any", "successPolicy: {operator: Any}", job("a", 1, "replicas: 2"));
        stage().awaitRunning(2);
        awaitCount("any", "a", "ready", 2);
        stage().endIndex("any-a-1", 0, WELL);
        awaitSet("any", "Completed");
        awaitNoJobsBut("any-a-1");
        awaitCount("any", "a", "active", 0);
        verify("any", "any-a-1");
    }

    @Test
    @DisplayName("JS-63, JS-82, JS-90: created suspended, changed, resumed")
    default void createdSuspended() {
        jobSet("queued", "suspend: true", job("a", 1, ""), job("b", 1, "dependsOn: [{name: a, status: Ready}]"));
        awaitSet("queued", "Suspended");
        awaitCount("queued", "a", "suspended", 1);
        awaitNoJobsBut("queued-a-0");
        stage().awaitCondition(Resource.JOBS, "queued-a-0", "Suspended");
        Map<String, Object> set = stage().get(Resource.JOB_SETS, "queued");
        List<Object> jobs = Tree.list(Tree.copy(Tree.child(set, "spec")), "replicatedJobs");
        Map<String, Object> template = Tree.child(jobs.get(0), "template", "spec", "template");
        Tree.put(template, "gold", "metadata", "labels", "queue");
        Tree.put(template, "kept", "metadata", "annotations", "note");
        Tree.put(
                template,
                List.of(Tree.of("key", "spot", "operator", "Exists", "effect", "NoSchedule")),
                "spec",
                "tolerations");
        stage().merge(Resource.JOB_SETS, "queued", Tree.of("spec", Tree.of("replicatedJobs", jobs)));
        stage().patch(Resource.JOB_SETS, "queued", "{spec: {suspend: false}}");
        stage().awaitRunning(2).forEach(pod -> stage().end(pod, WELL));
        awaitSet("queued", "Completed");
        verify("queued", "queued-a-0", "queued-b-0");
    }

    @Test
    @DisplayName("JS-90, JS-91: suspended while it runs, resumed")
    default void suspendedAndResumed() {
        jobSet("paused", "", job("a", 2, ""));
        stage().awaitRunning(2);
        awaitCount("paused", "a", "ready", 1);
        stage().endIndex("paused-a-0", 0, WELL);
        stage().await(
                        Resource.JOBS,
                        "paused-a-0",
                        "one success",
                        job -> Tree.integer(0, job, "status", "succeeded") == 1);
        stage().patch(Resource.JOB_SETS, "paused", "{spec: {suspend: true}}");
        awaitSet("paused", "Suspended");
        stage().awaitRunning(0);
        stage().awaitCondition(Resource.JOBS, "paused-a-0", "Suspended");
        awaitCount("paused", "a", "suspended", 1);
        awaitCount("paused", "a", "active", 0);
        stage().patch(Resource.JOB_SETS, "paused", "{spec: {suspend: false}}");
        stage().endIndex("paused-a-0", 1, WELL);
        awaitSet("paused", "Completed");
        verify("paused", "paused-a-0");
    }

    @Test
    @DisplayName("JS-75: what belongs to a JobSet goes with it")
    default void deletion() {
        jobSet("deleted", "", job("a", 2, ""), job("b", 1, ""));
        stage().awaitRunning(3);
        stage().delete(Resource.JOB_SETS, "deleted", DeleteOptions.BACKGROUND);
        stage().awaitGone(Resource.JOB_SETS, "deleted");
        awaitNoJobsBut();
        stage().awaitGone(Resource.SERVICES, "deleted");
        stage().awaitAll(Resource.PODS, "end of all pods", pods -> pods.isEmpty() ? true : null);
    }

    @Test
    @DisplayName("JS-80 step 1: foreground deletion ends once all pods are gone, and nothing is made anew meanwhile")
    default void foregroundDeletion() {
        jobSet("leaving", "", job("a", 2, ""));
        stage().awaitRunning(2);
        stage().delete(Resource.JOB_SETS, "leaving", DeleteOptions.FOREGROUND);
        stage().awaitGone(Resource.JOB_SETS, "leaving");
        awaitNoJobsBut();
        assertThat(stage().podsEverSeen()).hasSize(2);
    }

    @Test
    @DisplayName("JS-92: TTL")
    default void finishedJobSetIsDeleted() {
        jobSet("short", "ttlSecondsAfterFinished: 1", job("a", 1, ""));
        stage().endIndex("short-a-0", 0, WELL);
        awaitSet("short", "Completed");
        stage().awaitGone(Resource.JOB_SETS, "short");
        awaitNoJobsBut();
    }

    @Test
    @DisplayName("JS-27, JS-71, JS-72: coordinator, subdomain, groups, exclusive placement")
    default void labels() {
        jobSet(
                "labelled",
                """
                coordinator: {replicatedJob: b, jobIndex: 1}
                network: {subdomain: net, publishNotReadyAddresses: false}
                """,
                job("a", 1, "groupName: x"),
                job("b", 1, "replicas: 2"),
                job("c", 1, "groupName: x"));
        stage().awaitRunning(4).forEach(pod -> stage().end(pod, WELL));
        awaitSet("labelled", "Completed");
        new Picture(stage())
                .with(Resource.JOBS, "labelled-b-1")
                .with(Resource.JOBS, "labelled-c-0")
                .with(Resource.SERVICES, "net")
                .verify("jobset-labelled", isReal());
    }

    @Test
    @DisplayName("JS-82: a Job that somebody deletes is made again")
    default void deletedJobIsMadeAgain() {
        jobSet("robust", "", job("a", 1, ""));
        Map<String, Object> pod = stage().awaitRunningIndex("robust-a-0", 0);
        stage().delete(Resource.JOBS, "robust-a-0", DeleteOptions.FOREGROUND);
        stage().end(stage().awaitRunningIndex("robust-a-0", 0, Tree.text(pod, "metadata", "uid")), WELL);
        awaitSet("robust", "Completed");
        verify("robust", "robust-a-0");
    }

    @Test
    @DisplayName("JS-17: a JobSet of another controller is left alone")
    default void managedByAnother() {
        jobSet("foreign", "managedBy: example.com/other", job("a", 1, ""));
        jobSet("witness", "", job("a", 1, ""));
        stage().endIndex("witness-a-0", 0, WELL);
        awaitSet("witness", "Completed");
        awaitNoJobsBut("witness-a-0");
        assertThat(stage().get(Resource.JOB_SETS, "foreign").get("status")).isNull();
    }
}

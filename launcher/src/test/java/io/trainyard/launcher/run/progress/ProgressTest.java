package io.trainyard.launcher.run.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is made of what was seen (LOCAL-97). */
final class ProgressTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final List<Change> changes = new ArrayList<>();
    private RunState state = RunState.begin(START);

    @Test
    void aTrainJobIsToldOfWhenItsPhaseOrItsCountersChange() {
        see(job(""));
        see(job(""));
        see(job("jobsStatus: [{name: node, active: 1, ready: 0, succeeded: 0, failed: 0}]"));
        see(job("conditions: [{type: Complete, status: 'True', reason: AllJobsCompleted, message: done}]"));

        assertThat(changes)
                .extracting(Change::type, Change::phase)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Change.Type.JOB, "Pending"),
                        org.assertj.core.groups.Tuple.tuple(Change.Type.JOB, "Running"),
                        org.assertj.core.groups.Tuple.tuple(Change.Type.COUNTERS, ""),
                        org.assertj.core.groups.Tuple.tuple(Change.Type.JOB, "Complete"));
        assertThat(state.isOver(Set.of("default/mnist"))).isTrue();
        assertThat(state.isOver(Set.of("default/mnist", "default/other"))).isFalse();
        assertThat(state.hasFailed()).isFalse();
    }

    @Test
    void aSuspendedTrainJobIsNotPending() {
        see(job("conditions: [{type: Suspended, status: 'True', reason: Suspended}]"));

        assertThat(state.jobs().get("default/mnist").phase()).isEqualTo(JobPhase.SUSPENDED);
    }

    @Test
    void aPodIsToldOfWhenItsPhaseChangesAndWhenItIsStartedAgain() {
        see(pod("a", "Pending", "{}"));
        see(pod("a", "Running", "{running: {}}"));
        see(pod("a", "Running", "{running: {}}, restartCount: 1"));
        see(pod("a", "Succeeded", "{terminated: {exitCode: 0}}, restartCount: 1"));

        assertThat(changes)
                .extracting(Change::type, Change::phase)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Change.Type.POD, "Pending"),
                        org.assertj.core.groups.Tuple.tuple(Change.Type.POD, "Running"),
                        org.assertj.core.groups.Tuple.tuple(Change.Type.RESTART, "Running"),
                        org.assertj.core.groups.Tuple.tuple(Change.Type.POD, "Succeeded"));
        assertThat(changes.get(3).exitCode()).contains(0);
        assertThat(state.firstFailure()).isEmpty();
    }

    @Test
    void theFirstContainerThatFailsByItselfIsTheFirstFailure() {
        see(pod("a", "Running", "{running: {}}"));
        see(pod("b", "Running", "{terminated: {exitCode: 3, reason: Error}}"));
        see(pod("a", "Failed", "{terminated: {exitCode: 143}}"));

        RunState.FirstFailure firstFailure = state.firstFailure().orElseThrow();
        assertThat(firstFailure.pod().name()).isEqualTo("mnist-node-0-1-b");
        assertThat(firstFailure.container().exitCode()).contains(3);
    }

    @Test
    @DisplayName("of a job that is tried again, the first failure is that of the last attempt (LOCAL-132)")
    void theFirstFailureIsOfTheLastAttempt() {
        see(podOfAttempt(0, "a", 0, "{terminated: {exitCode: 3}}"));
        see(podOfAttempt(0, "other", 1, "{terminated: {exitCode: 1}}"));
        assertThat(state.firstFailure().orElseThrow().pod().uid()).isEqualTo("a");

        see(podOfAttempt(0, "b", 0, "{waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 4}}"));
        see(podOfAttempt(0, "b", 0, "{terminated: {exitCode: 5}}, restartCount: 1"));
        RunState.FirstFailure inItsPlace = state.firstFailure().orElseThrow();
        assertThat(inItsPlace.pod().uid()).isEqualTo("b");
        assertThat(inItsPlace.container().exitCode()).contains(5);

        see(podOfAttempt(1, "c", 1, "{terminated: {exitCode: 6}}"));
        see(podOfAttempt(1, "d", 0, "{terminated: {exitCode: 7}}"));
        assertThat(state.firstFailure().orElseThrow().pod().uid()).isEqualTo("c");
    }

    private static PodSnapshot podOfAttempt(int attempt, String uid, int index, String state) {
        return PodSnapshot.of(Tree.object(Yaml.parse(podYaml(uid, "Failed", state)
                .replace("completion-index: '0'", "completion-index: '" + index + "'")
                .replace("labels:", "labels:\n    jobset.sigs.k8s.io/restart-attempt: '" + attempt + "'"))));
    }

    @Test
    void aPodThatIsBeingRemovedHasNotFailedByItself() {
        Map<String, Object> pod = Tree.object(Yaml.parse(podYaml("a", "Running", "{running: {}}")));
        take(new RunEvent.PodObserved(START, PodSnapshot.of(pod)));
        Map<String, Object> ended = Tree.object(Yaml.parse(podYaml("a", "Failed", "{terminated: {exitCode: 143}}")));
        Tree.put(ended, "2026-01-02T03:04:06Z", "metadata", "deletionTimestamp");
        take(new RunEvent.PodObserved(START, PodSnapshot.of(ended)));
        take(new RunEvent.PodDeleted(START, "a"));
        take(new RunEvent.PodDeleted(START, "a"));

        assertThat(state.firstFailure()).isEmpty();
        assertThat(changes).extracting(Change::phase).containsExactly("Running", "Stopped");
    }

    @Test
    @DisplayName("a node that is ended because the launcher is done has not failed, and has no exit code (LOCAL-137)")
    void aNodeThatIsEndedIsStopped() {
        see(pod("a", "Running", "{running: {}}"));
        Map<String, Object> ended = Tree.object(Yaml.parse(podYaml("a", "Failed", "{terminated: {exitCode: 143}}")));
        Tree.put(ended, "2026-01-02T03:04:06Z", "metadata", "deletionTimestamp");
        take(new RunEvent.PodObserved(START, PodSnapshot.of(ended)));

        assertThat(state.pods().get("a").displayStatus()).isEqualTo("Stopped");
        assertThat(state.pods().get("a").exitCode()).isEmpty();
    }

    @Test
    @DisplayName("a program that failed by itself keeps its own exit code when it is stopped after that (LOCAL-134)")
    void theExitCodeIsTheProgramsOwn() {
        see(pod("a", "Running", "{running: {}}"));
        see(pod("a", "Running", "{waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 3}}"));
        see(pod("a", "Running", "{running: {}}, restartCount: 1"));
        Map<String, Object> ended =
                Tree.object(Yaml.parse(podYaml("a", "Failed", "{terminated: {exitCode: 143}}, restartCount: 1")));
        Tree.put(ended, "2026-01-02T03:04:06Z", "metadata", "deletionTimestamp");
        take(new RunEvent.PodObserved(START, PodSnapshot.of(ended)));

        assertThat(state.pods().get("a").exitCode()).contains(3);
    }

    @Test
    @DisplayName("what ends while a run is stopped is Stopped: jobs, pods that still ran, and no failure (LOCAL-137)")
    void aStoppedRunIsStopped() {
        see(job("jobsStatus: [{name: node, active: 1, ready: 0, succeeded: 0, failed: 0}]"));
        see(pod("a", "Running", "{running: {}}"));
        see(pod("b", "Pending", "{}"));
        take(new RunEvent.StopBegun(START));
        see(pod("a", "Failed", "{terminated: {exitCode: 143}}"));
        see(job("conditions: [{type: Failed, status: 'True', reason: FailedJobs, message: x}]"));

        RunState end = state.closed();
        assertThat(end.jobs().get("default/mnist").phase()).isEqualTo(JobPhase.STOPPED);
        assertThat(end.pods().values()).extracting(PodState::displayStatus).containsOnly("Stopped");
        assertThat(end.firstFailure()).isEmpty();
        assertThat(changes).extracting(Change::phase).doesNotContain("Failed");
    }

    @Test
    @DisplayName(
            "that a Job, JobSet or TrainJob has failed is no warning of its own, and nothing is warned of once a stop has begun (LOCAL-244)")
    void whatFollowsFromAFailureOrAStopIsNoWarning() {
        take(new RunEvent.WarningRecorded(START, "Job mnist-node-0", "BackoffLimitExceeded", "reached the limit"));
        take(new RunEvent.WarningRecorded(START, "JobSet mnist", "FailedJobs", "jobset failed"));
        take(new RunEvent.WarningRecorded(START, "TrainJob mnist", "Failed", "FailedJobs: jobset failed"));
        take(new RunEvent.StopBegun(START));
        take(new RunEvent.WarningRecorded(START, "Pod mnist", "Killing", "text"));

        assertThat(changes).isEmpty();
    }

    @Test
    void aWarningIsToldOnce() {
        RunEvent.WarningRecorded warning = new RunEvent.WarningRecorded(START, "TrainJob mnist", "Reason", "text");
        take(warning);
        take(new RunEvent.WarningRecorded(START.plusSeconds(9), "TrainJob mnist", "Reason", "text"));

        assertThat(changes).hasSize(1);
        assertThat(state.warnings()).containsExactly(warning);
    }

    @Test
    void outputIsKeptWithThePercentageThatWasLastKnown() {
        see(pod("a", "Running", "{running: {}}"));
        take(new RunEvent.OutputWritten(START, "a", "epoch 1/4", Optional.of(25)));
        take(new RunEvent.OutputWritten(START, "a", "saving", Optional.empty()));
        take(new RunEvent.OutputWritten(START, "unknown", "x", Optional.empty()));

        assertThat(state.pods().get("a").line()).isEqualTo("saving");
        assertThat(state.pods().get("a").percentage()).contains(25);
    }

    @Test
    void aRunIsHopelessWhenEveryJobThatIsLeftCannotStartAProgram() {
        see(job(""));
        see(pod("a", "Running", "{running: {}}"));
        assertThat(state.cannotSucceed(Set.of("default/mnist"))).isFalse();

        see(pod("a", "Failed", "{terminated: {exitCode: 128, reason: StartError}}"));
        assertThat(state.cannotSucceed(Set.of("default/mnist"))).isTrue();
        see(pod("a", "Failed", "{terminated: {exitCode: 128, reason: CreateContainerError}}"));
        assertThat(state.cannotSucceed(Set.of("default/mnist"))).isTrue();
        assertThat(state.cannotSucceed(Set.of("default/mnist", "default/other")))
                .isFalse();
    }

    @Test
    @DisplayName("a pod that waits for a Secret says for which, until it is there (INIT-90a)")
    void aPodWaitsForASecret() {
        see(pod(
                "a",
                "Pending",
                "{waiting: {reason: CreateContainerConfigError, message: 'secret \"key\" not found'}}"));
        assertThat(state.missingReference()).contains("secret \"key\" not found");

        see(pod("a", "Running", "{running: {}}"));
        assertThat(state.missingReference()).isEmpty();
    }

    @Test
    @DisplayName("a run is hopeless when its data cannot be fetched, now or later (INIT-90)")
    void aRunIsHopelessWhenItsDataCannotBeFetched() {
        see(job(""));
        see(pod("a", "Failed", "{terminated: {exitCode: 5, reason: Error}}"));
        assertThat(state.cannotSucceed(Set.of("default/mnist"))).isFalse();

        see(pod("a", "Failed", "{terminated: {exitCode: 4, reason: InitializerError}}"));
        assertThat(state.cannotSucceed(Set.of("default/mnist"))).isTrue();
    }

    @Test
    void ofSeveralPodsInOnePlaceTheLivingOneIsShown() {
        see(pod("a", "Failed", "{terminated: {exitCode: 1}}"));
        take(new RunEvent.PodDeleted(START, "a"));
        see(podNamed("c", "Running", "{running: {}}", 0));

        assertThat(state.podsOf("default/mnist")).hasSize(2);
        assertThat(state.currentPodsOf("default/mnist"))
                .extracting(pod -> pod.snapshot().uid())
                .containsExactly("c");
    }

    private void see(JobSnapshot job) {
        take(new RunEvent.JobObserved(START, job));
    }

    private void see(PodSnapshot pod) {
        take(new RunEvent.PodObserved(START, pod));
    }

    private void take(RunEvent event) {
        Progress.Step step = Progress.apply(state, event);
        state = step.state();
        changes.addAll(step.changes());
    }

    private static JobSnapshot job(String status) {
        return JobSnapshot.of(Tree.object(Yaml.parse(
                """
                metadata: {namespace: default, name: mnist}
                status: {%s}
                """
                        .formatted(status))));
    }

    private static PodSnapshot pod(String uid, String phase, String state) {
        return podNamed(uid, phase, state, uid.charAt(0) - 'a');
    }

    private static PodSnapshot podNamed(String uid, String phase, String state, int index) {
        return PodSnapshot.of(Tree.object(Yaml.parse(podYaml(uid, phase, state)
                .replace("completion-index: '0'", "completion-index: '" + index + "'")
                .replace("node-0-0", "node-0-" + index))));
    }

    private static String podYaml(String uid, String phase, String state) {
        return """
                metadata:
                  uid: %s
                  namespace: default
                  name: mnist-node-0-0-%s
                  labels:
                    jobset.sigs.k8s.io/jobset-name: mnist
                    jobset.sigs.k8s.io/replicatedjob-name: node
                    jobset.sigs.k8s.io/job-index: '0'
                    batch.kubernetes.io/job-completion-index: '0'
                spec:
                  containers: [{name: node, volumeMounts: [{name: data, mountPath: /data}]}]
                status:
                  phase: %s
                  containerStatuses: [{name: node, state: %s}]
                """
                .formatted(uid, uid, phase, state);
    }
}

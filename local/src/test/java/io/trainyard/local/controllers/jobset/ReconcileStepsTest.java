package io.trainyard.local.controllers.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.controllers.jobset.Change.CreateJob;
import io.trainyard.local.controllers.jobset.Change.CreateService;
import io.trainyard.local.controllers.jobset.Change.DeleteJob;
import io.trainyard.local.controllers.jobset.Change.DeleteJobSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReconcileStepsTest {
    private static final String TWO = "{replicatedJobs: [{name: a}, {name: b, replicas: 2}]}";

    @Test
    void aNewJobSetGetsItsServiceAllItsJobsAndCountsOfNothing() { // JS-76, JS-80, JS-81
        Decision decision = Situation.of(TWO).decide();

        assertThat(decision.changes().get(0)).isInstanceOf(CreateService.class);
        assertThat(created(decision)).containsExactly("set-a-0", "set-b-0", "set-b-1");
        assertThat(decision.status().orElseThrow()).containsEntry("restarts", 0L);
        assertThat(Tree.objects(decision.status().orElseThrow(), "replicatedJobsStatus"))
                .containsExactly(counts("a", 0, 0, 0, 0, 0), counts("b", 0, 0, 0, 0, 0));
        assertThat(decision.events()).isEmpty();
    }

    @Test
    void aPassThatFindsEverythingInPlaceDoesNothing() { // JS-80
        assertThat(Situation.of(TWO).pass().decide()).isEqualTo(Decision.NOTHING);
    }

    @Test
    void aJobSetThatIsBeingDeletedOrBelongsToAnotherControllerIsLeftAlone() { // JS-17, JS-80 steps 1 and 2
        assertThat(Situation.of(TWO)
                        .put("2026-01-01T00:00:00Z", "metadata", "deletionTimestamp")
                        .decide())
                .isEqualTo(Decision.NOTHING);
        assertThat(Situation.of(TWO).put("acme.io/other", "spec", "managedBy").decide())
                .isEqualTo(Decision.NOTHING);
        assertThat(created(Situation.of(TWO)
                        .put("jobset.sigs.k8s.io/jobset-controller", "spec", "managedBy")
                        .decide()))
                .hasSize(3);
    }

    @Test
    void jobsOfOthersAreNotCounted() { // JS-80 step 3
        Situation situation = Situation.of(TWO).pass();
        Tree.objects(situation.job("set-a-0"), "metadata", "ownerReferences")
                .get(0)
                .put("uid", "another");

        assertThat(created(situation.decide())).containsExactly("set-a-0");
    }

    @Test
    void aJobCountsAsReadyActiveAndSuspendedAtOnceAndNotAtAllOnceItIsPrevious() { // JS-81
        Situation situation =
                Situation.of(TWO).pass().ready("set-b-0").ready("set-b-1").succeeded("set-a-0");
        Tree.put(situation.job("set-b-1"), true, "spec", "suspend");
        assertThat(states(situation)).containsExactly(counts("a", 0, 1, 0, 0, 0), counts("b", 2, 0, 0, 2, 1));

        situation.pass().put(1L, "status", "restarts");
        assertThat(states(situation)).containsExactly(counts("a", 0, 0, 0, 0, 0), counts("b", 0, 0, 0, 0, 0));
    }

    private static List<Map<String, Object>> states(Situation situation) {
        return Tree.objects(situation.decide().status().orElseThrow(), "replicatedJobsStatus");
    }

    @Test
    void readinessLooksAtTheSmallerOfParallelismAndCompletions() { // JS-81
        Situation situation = Situation.of(
                        "{replicatedJobs: [{name: a, template: {spec: {parallelism: 4, completions: 3}}}]}")
                .pass();
        Tree.put(situation.job("set-a-0"), Tree.of("ready", 1L, "succeeded", 1L, "active", 1L), "status");
        assertThat(counted(situation).ready()).isZero();
        Tree.put(situation.job("set-a-0"), Tree.of("ready", 2L, "succeeded", 1L, "active", 2L), "status");
        assertThat(counted(situation).ready()).isEqualTo(1);
    }

    private static ReplicatedJobStatus counted(Situation situation) {
        return ReplicatedJobStatus.of(Tree.objects(situation.pass().jobSet(), "status", "replicatedJobsStatus")
                .get(0));
    }

    @Test
    void countsInAnotherOrderAreNoReasonToWrite() { // JS-81
        Situation situation = Situation.of(TWO).pass();
        List<Object> entries = Tree.list(situation.jobSet(), "status", "replicatedJobsStatus");
        situation.put(List.of(entries.get(1), entries.get(0)), "status", "replicatedJobsStatus");

        assertThat(situation.decide().status()).isEmpty();
    }

    @Test
    void aFinishedJobSetDeletesWhatIsStillActiveAndNothingElse() { // JS-80 step 5
        Situation situation = Situation.of("{replicatedJobs: [{name: a}, {name: b}], successPolicy: {operator: Any}}")
                .pass()
                .succeeded("set-a-0")
                .pass();

        assertThat(situation.condition("Completed")).isEqualTo("True AllJobsCompleted");
        assertThat(Tree.text(situation.jobSet(), "status", "terminalState")).isEqualTo("Completed");
        assertThat(situation.decide().changes()).containsExactly(new DeleteJob("set-b-0", "uid-set-b-0"));
        assertThat(situation.pass().decide().changes()).isEmpty();
    }

    @Test
    void aFinishedJobSetGoesAfterItsTime() { // JS-92
        Situation situation = Situation.of("{ttlSecondsAfterFinished: 60, replicatedJobs: [{name: a}]}")
                .pass()
                .succeeded("set-a-0")
                .pass();

        Decision early = situation.at(Situation.NOW.plusSeconds(20)).decide();
        assertThat(early.changes()).isEmpty();
        assertThat(early.requeueAfter()).contains(Duration.ofSeconds(40));
        Decision late = situation.at(Situation.NOW.plusSeconds(60)).decide();
        assertThat(late.changes()).containsExactly(new DeleteJobSet("u-1"));
        assertThat(late.requeueAfter()).isEmpty();
    }

    @Test
    void withoutATimeAFinishedJobSetStays() { // JS-92
        Situation situation = Situation.of("{replicatedJobs: [{name: a}]}")
                .pass()
                .succeeded("set-a-0")
                .pass();

        assertThat(situation.pass().at(Situation.NOW.plusSeconds(1_000_000)).decide())
                .isEqualTo(Decision.NOTHING);
    }

    @Test
    void aServiceThatIsThereIsLeftAlone() { // JS-76
        assertThat(Situation.of(TWO).withService("set").decide().changes()).noneMatch(CreateService.class::isInstance);
        assertThat(Situation.of("{network: {enableDNSHostnames: false}, replicatedJobs: [{name: a}]}")
                        .decide()
                        .changes())
                .noneMatch(CreateService.class::isInstance);
    }

    @Test
    void theServiceIsNamedAfterTheSubdomain() { // JS-27, JS-76
        Map<String, Object> service = Situation.of(
                        "{network: {subdomain: net, publishNotReadyAddresses: false}, replicatedJobs: []}")
                .decide()
                .changes()
                .stream()
                .map(change -> ((CreateService) change).service())
                .findFirst()
                .orElseThrow();

        assertThat(Tree.text(service, "metadata", "name")).isEqualTo("net");
        assertThat(Tree.child(service, "spec"))
                .isEqualTo(Tree.of("clusterIP", "None", "selector", Tree.of("jobset.sigs.k8s.io/jobset-name", "set")));
        assertThat(ChildJob.isOwned(service, "u-1")).isTrue();
    }

    @Test
    void aJobWaitsUntilAllItDependsOnHasComeSoFar() { // JS-82, JS-83
        Situation situation = Situation.of(
                """
                replicatedJobs:
                - {name: a}
                - {name: b}
                - {name: c, dependsOn: [{name: a, status: Complete}, {name: b, status: Ready}]}
                """);
        assertThat(created(situation.decide())).containsExactly("set-a-0", "set-b-0");
        situation.pass().ready("set-b-0");
        assertThat(created(situation.decide())).isEmpty();
        situation.ready("set-a-0");
        assertThat(created(situation.decide())).isEmpty();
        situation.succeeded("set-a-0");
        assertThat(created(situation.decide())).containsExactly("set-c-0");
    }

    @Test
    void aReplicatedJobWithoutReplicasHoldsNobodyUp() { // JS-83
        assertThat(created(Situation.of(
                                "replicatedJobs: [{name: a, replicas: 0}, {name: b, dependsOn: [{name: a, status: Complete}]}]")
                        .decide()))
                .containsExactly("set-b-0");
    }

    @Test
    void inOrderOneStartsAfterTheOther() { // JS-82, JS-97
        Situation situation = Situation.of(
                "{startupPolicy: {startupPolicyOrder: InOrder}, replicatedJobs: [{name: a, replicas: 2}, {name: b}]}");
        assertThat(created(situation.decide())).containsExactly("set-a-0", "set-a-1");
        situation.pass().ready("set-a-0");
        assertThat(created(situation.decide())).isEmpty();
        assertThat(situation.condition("StartupPolicyInProgress")).isEqualTo("True InOrderStartupPolicyInProgress");
        situation.ready("set-a-1");
        assertThat(created(situation.decide())).containsExactly("set-b-0");
        situation.pass().ready("set-b-0").pass();
        assertThat(situation.condition("StartupPolicyInProgress")).startsWith("False");
        assertThat(situation.condition("StartupPolicyCompleted")).isEqualTo("True InOrderStartupPolicyCompleted");
    }

    @Test
    void successIsDecidedByTheTargetsAlone() { // JS-86
        String spec =
                "{successPolicy: {operator: All, targetReplicatedJobs: [b]}, replicatedJobs: [{name: a}, {name: b, replicas: 2}]}";
        Situation situation = Situation.of(spec).pass().succeeded("set-a-0").succeeded("set-b-0");
        assertThat(situation.pass().condition("Completed")).isEmpty();
        assertThat(situation.succeeded("set-b-1").pass().condition("Completed")).isEqualTo("True AllJobsCompleted");
    }

    @Test
    void failureComesBeforeSuccess() { // JS-87
        Situation situation = Situation.of("{successPolicy: {operator: Any}, replicatedJobs: [{name: a}, {name: b}]}")
                .pass()
                .succeeded("set-a-0")
                .failed("set-b-0")
                .pass();

        assertThat(situation.condition("Failed")).isEqualTo("True FailedJobs");
        assertThat(situation.condition("Completed")).isEmpty();
    }

    @Test
    void nothingAtAllNeverCompletes() { // JS-88
        assertThat(Situation.of("{replicatedJobs: [{name: a, replicas: 0}]}")
                        .pass()
                        .condition("Completed"))
                .isEmpty();
    }

    @Test
    void theSizeOfAnIndexedJobFollowsItsTemplateWhereThatIsAllowed() { // JS-64
        String spec =
                "{replicatedJobs: [{name: a, template: {spec: {completionMode: Indexed, parallelism: 2, completions: 2}}}]}";
        Situation situation = Situation.of(spec).pass();
        Map<String, Object> template =
                Tree.objects(situation.jobSet(), "spec", "replicatedJobs").get(0);
        Tree.put(template, 3L, "template", "spec", "parallelism");
        assertThat(situation.with(new JobSetFeatureGates(true, true)).decide().changes())
                .isEmpty();
        Tree.put(template, 3L, "template", "spec", "completions");
        assertThat(situation.decide().changes())
                .containsExactly(new Change.PatchJob(
                        "set-a-0", Tree.of("spec", Tree.of("parallelism", 3L, "completions", 3L)), false));
        assertThat(situation.with(new JobSetFeatureGates(false, false)).decide().changes())
                .isEmpty();
    }

    static List<String> created(Decision decision) {
        return decision.changes().stream()
                .filter(CreateJob.class::isInstance)
                .map(change -> Tree.text(((CreateJob) change).job(), "metadata", "name"))
                .toList();
    }

    private static Map<String, Object> counts(
            String name, long ready, long succeeded, long failed, long active, long suspended) {
        return Tree.of(
                "name",
                name,
                "ready",
                ready,
                "succeeded",
                succeeded,
                "failed",
                failed,
                "active",
                active,
                "suspended",
                suspended);
    }
}

package io.trainyard.local.controllers.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.controllers.jobset.Change.PatchJob;
import io.trainyard.local.controllers.jobset.Decision.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SuspensionTest {
    private static final Map<String, Object> VERSION = Map.of("resourceVersion", "7");

    @Test
    void aJobSetThatIsCreatedSuspendedMakesSuspendedJobsWhoseDependenciesHold() { // JS-82, JS-94
        Situation situation = Situation.of(
                        """
                        suspend: true
                        startupPolicy: {startupPolicyOrder: InOrder}
                        replicatedJobs: [{name: a}, {name: b}]
                        """)
                .pass();

        assertThat(situation.names()).containsExactly("set-a-0", "set-b-0");
        assertThat(Tree.flag(situation.job("set-a-0"), "spec", "suspend")).isTrue();
        assertThat(situation.condition("Suspended")).isEqualTo("True SuspendedJobs");
        assertThat(situation.condition("StartupPolicyInProgress")).isEmpty();
    }

    @Test
    void suspendingStopsJobsThatRunAndKeepsThem() { // JS-91
        Situation situation =
                Situation.of("{replicatedJobs: [{name: a}]}").pass().put(true, "spec", "suspend");
        Decision decision = situation.decide();

        assertThat(decision.changes())
                .containsExactly(
                        new PatchJob("set-a-0", Tree.of("metadata", VERSION, "spec", Tree.of("suspend", true)), false));
        assertThat(decision.events()).containsExactly(new Event(false, "SuspendedJobs", "jobset is suspended"));
        assertThat(situation.pass().pass().decide()).isEqualTo(Decision.NOTHING);
    }

    @Test
    void suspendingDuringARestartEndsIt() { // JS-98
        Situation situation = Situation.of("{failurePolicy: {maxRestarts: 1}, replicatedJobs: [{name: a}]}")
                .pass()
                .failed("set-a-0")
                .pass()
                .put(true, "spec", "suspend")
                .pass();

        assertThat(situation.condition("RestartingJobSet")).isEqualTo("False JobSetSuspended");
    }

    @Test
    void resumingMergesWhatWasChangedInTheTemplate() { // JS-90
        Situation situation = Situation.of(
                        """
                        suspend: true
                        replicatedJobs:
                        - name: a
                          template:
                            spec:
                              template:
                                metadata: {labels: {keep: "1"}}
                                spec: {tolerations: [{key: x, operator: Exists}]}
                        """)
                .pass();
        Map<String, Object> template = Tree.child(
                Tree.objects(situation.jobSet(), "spec", "replicatedJobs").get(0), "template", "spec", "template");
        Tree.put(template, "fast", "spec", "nodeSelector", "pool");
        Tree.put(template, "2", "metadata", "labels", "added");
        Tree.list(template, "spec", "tolerations").add(Tree.of("key", "y", "operator", "Exists"));
        situation.put(false, "spec", "suspend");

        assertThat(situation.decide().changes())
                .containsExactly(new PatchJob(
                        "set-a-0",
                        Tree.of(
                                "metadata",
                                VERSION,
                                "spec",
                                Tree.object(
                                        Yaml.parse(
                                                """
                                                suspend: false
                                                template:
                                                  metadata: {labels: {added: "2"}}
                                                  spec:
                                                    nodeSelector: {pool: fast}
                                                    tolerations: [{key: x, operator: Exists}, {key: y, operator: Exists}]
                                                """))),
                        false));
        assertThat(situation.pass().condition("Suspended")).isEqualTo("False ResumeJobs");
    }

    @Test
    void theStartTimeIsClearedFirst() { // JS-90
        Situation situation =
                Situation.of("{replicatedJobs: [{name: a}]}").pass().ready("set-a-0");
        Tree.put(situation.job("set-a-0"), true, "spec", "suspend");
        List<Change> changes = situation.decide().changes();

        Map<String, Object> none = Tree.of("startTime", null);
        assertThat(changes)
                .containsExactly(
                        new PatchJob("set-a-0", Tree.of("metadata", VERSION, "status", none), true),
                        new PatchJob("set-a-0", Tree.of("spec", Tree.of("suspend", false)), false));
    }

    @Test
    void inOrderOneResumesAfterTheOther() { // JS-90
        Situation situation = Situation.of(
                        """
                        suspend: true
                        startupPolicy: {startupPolicyOrder: InOrder}
                        replicatedJobs: [{name: a}, {name: b}]
                        """)
                .pass()
                .put(false, "spec", "suspend");

        assertThat(resumed(situation)).containsExactly("set-a-0");
        situation.pass();
        assertThat(situation.condition("Suspended")).startsWith("True");
        situation.ready("set-a-0");
        assertThat(resumed(situation)).containsExactly("set-b-0");
        situation.pass().ready("set-b-0").pass();
        assertThat(situation.condition("Suspended")).isEqualTo("False ResumeJobs");
    }

    private static List<String> resumed(Situation situation) {
        List<String> names = new ArrayList<>();
        situation.decide().changes().forEach(change -> names.add(((PatchJob) change).name()));
        return names;
    }
}

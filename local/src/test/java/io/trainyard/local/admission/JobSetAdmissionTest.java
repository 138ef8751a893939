package io.trainyard.local.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.api.request.AdmissionHook.Operation;
import io.trainyard.local.api.request.AdmissionHook.Write;
import io.trainyard.local.client.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JobSetAdmissionTest {
    private static final String JOB = "template: {spec: {completions: 2, template: {spec: {containers: [{name: c}]}}}}";

    private final JobSetAdmission admission = new JobSetAdmission(true, true);

    private static Map<String, Object> jobSet(String spec) {
        return Tree.of("metadata", Tree.of("name", "set"), "spec", Yaml.parse("{" + spec.replace("JOB", JOB) + "}"));
    }

    private static Validation write(
            JobSetAdmission admission, Map<String, Object> object, Map<String, Object> previous) {
        Operation operation = previous == null ? Operation.CREATE : Operation.UPDATE;
        Write write = new Write(operation, Resource.JOB_SETS, "", "JobSet", object, previous, false);
        admission.mutate(write);
        return admission.validate(write).result();
    }

    @Test
    void handlesJobSetsOfAllVersionsAndNotTheirStatus() { // JS-01
        assertThat(admission.handles(Resource.JOB_SETS, "")).isTrue();
        assertThat(admission.handles(new Resource("jobset.x-k8s.io", "v1", "jobsets"), ""))
                .isTrue();
        assertThat(admission.handles(Resource.JOB_SETS, "status")).isFalse();
        assertThat(admission.handles(Resource.JOBS, "")).isFalse();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = { // JS-10 to JS-58
                "replicatedJobs: [{name: a, JOB, dependsOn: [{name: a}]}] | spec.replicatedJobs[0].dependsOn | first replicated job",
                "replicatedJobs: [{name: a, JOB}, {name: b, JOB, dependsOn: [{name: b}]}] | spec.replicatedJobs[1].dependsOn[0].name | listed earlier: a",
                "replicatedJobs: [{name: a, JOB}, {name: b, JOB, dependsOn: [{name: c}]}] | spec.replicatedJobs[1].dependsOn[0].name | listed earlier: a",
                "replicatedJobs: [{name: a, JOB, groupName: X}] | spec.replicatedJobs[0].groupName | begin with a letter",
                "replicatedJobs: [{name: a, replicas: 3000000, template: {spec: {parallelism: 3000, template: {spec: {containers: [{}]}}}}}] | spec.replicatedJobs[0].replicas | 2147483647",
                "replicatedJobs: [{name: this-name-is-so-long-that-its-pods-would-have-no-room-at, JOB}] | spec.replicatedJobs[0].name | names of pods",
                "network: {subdomain: a.b}, replicatedJobs: [{name: a, JOB}] | spec.network.subdomain | begin with a letter",
                "managedBy: me, replicatedJobs: [{name: a, JOB}] | spec.managedBy | slash",
                "successPolicy: {operator: All, targetReplicatedJobs: [a, b]}, replicatedJobs: [{name: a, JOB}] | spec.successPolicy.targetReplicatedJobs[1] | replicated job of this JobSet: a",
                "failurePolicy: {rules: [{name: r, onJobFailureReasons: [No]}]}, replicatedJobs: [{name: a, JOB}] | spec.failurePolicy.rules[0].onJobFailureReasons[0] | BackoffLimitExceeded",
                "failurePolicy: {rules: [{name: r}, {name: r}]}, replicatedJobs: [{name: a, JOB}] | spec.failurePolicy.rules[1].name | ''",
                "failurePolicy: {rules: [{name: 'a-b'}]}, replicatedJobs: [{name: a, JOB}] | spec.failurePolicy.rules[0].name | begin with a letter",
                "failurePolicy: {rules: [{action: RestartJob}]}, replicatedJobs: [{name: a, replicas: 1025, JOB}] | spec.failurePolicy.rules[0].action | 1024",
                "failurePolicy: {restartStrategy: InPlaceRestart}, replicatedJobs: [{name: a, JOB}] | spec.failurePolicy.restartStrategy | Recreate",
                "coordinator: {replicatedJob: a, podIndex: 2}, replicatedJobs: [{name: a, JOB}] | spec.coordinator.podIndex | less than 2",
                "coordinator: {replicatedJob: x}, replicatedJobs: [{name: a, JOB}] | spec.coordinator.replicatedJob | name of a replicated job",
                "volumeClaimPolicies: [{templates: [{metadata: {name: v}}]}], replicatedJobs: [{name: a, JOB}] | spec.volumeClaimPolicies[0].templates[0].metadata.name | mounts",
            })
    void aRefusalNamesTheFieldAndWhatWouldBeRight(String spec, String path, String message) {
        Validation findings = write(admission, jobSet(spec), null);

        assertThat(findings.errors()).hasSize(1);
        FieldError error = findings.errors().get(0);
        assertThat(error.path()).isEqualTo(path);
        assertThat(error.message()).contains(message);
    }

    @Test
    void whatIsSwitchedOffIsRefused() { // JS-39, LOCAL-52
        Map<String, Object> set =
                jobSet("failurePolicy: {rules: [{action: RestartJob}]}, replicatedJobs: [{name: a, JOB}]");

        assertThat(write(admission, Tree.copy(set), null).errors()).isEmpty();
        assertThat(write(new JobSetAdmission(false, true), set, null).errors())
                .extracting(FieldError::path)
                .containsExactly("spec.failurePolicy.rules[0].action");
    }

    @Test
    void whatCannotWorkButIsAcceptedIsWarnedOf() { // JS-40, JS-93
        Validation findings = write(
                admission,
                jobSet(
                        """
                        failurePolicy: {rules: [{action: FailJobSet, onJobFailureMessagePatterns: ['(']}]},
                        replicatedJobs: [{name: a, template: {spec: {ttlSecondsAfterFinished: 1,
                          template: {spec: {containers: [{name: c}]}}}}}]
                        """),
                null);

        assertThat(findings.errors()).isEmpty();
        assertThat(findings.warnings())
                .anyMatch(text -> text.startsWith("spec.failurePolicy.rules[0].onJobFailureMessagePatterns[0]"))
                .anyMatch(text -> text.startsWith("spec.replicatedJobs[0].template.spec.ttlSecondsAfterFinished"));
        assertThat(write(
                                admission,
                                jobSet(
                                        """
                                        ttlSecondsAfterFinished: 1,
                                        failurePolicy: {rules: [{action: FailJobSet, onJobFailureMessagePatterns: ['(a)']}]},
                                        replicatedJobs: [{name: a, template: {spec: {template: {spec: {containers: [{name: c}]}}}}}]
                                        """),
                                null)
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} to {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = { // JS-64
                "{completions: 2, parallelism: 2} | {completions: 3, parallelism: 3} | ",
                "{completions: 2, parallelism: 2} | {completions: 3, parallelism: 2} | spec.replicatedJobs[0].template.spec.completions",
                "{completions: 2, parallelism: 2} | {completions: 0, parallelism: 0} | spec.replicatedJobs[0].template.spec.parallelism",
            })
    void theSizeOfAnIndexedJobChangesAsAWhole(String before, String after, String refused) {
        Map<String, Object> previous = sized(before);
        write(admission, previous, null);
        Map<String, Object> next = Tree.copy(previous);
        Tree.child(Tree.list(next, "spec", "replicatedJobs").get(0), "template", "spec")
                .putAll(Tree.object(Yaml.parse(after)));

        assertThat(write(admission, next, previous).errors())
                .extracting(FieldError::path)
                .isEqualTo(refused == null ? List.of() : List.of(refused));
        assertThat(write(new JobSetAdmission(true, false), next, previous).errors())
                .extracting(FieldError::path)
                .containsExactly("spec.replicatedJobs[0].template");
    }

    private static Map<String, Object> sized(String size) {
        Map<String, Object> set = jobSet("replicatedJobs: [{name: a, JOB}]");
        Tree.child(Tree.list(set, "spec", "replicatedJobs").get(0), "template", "spec")
                .putAll(Tree.object(Yaml.parse(size)));
        return set;
    }
}

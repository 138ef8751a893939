package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Defaults and validation of jobs (LOCAL-45, LOCAL-46, JOB-01 to JOB-11). */
interface JobBehavior extends BehaviorSuite {
    @Test
    @DisplayName("JOB-01 to JOB-08")
    default void aJobGetsDefaultsASelectorAndLabels() {
        Map<String, Object> job = api().job(
                        "j",
                        "{template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: c, image: 'b:1'}]}}}");
        String uid = Tree.text(job, "metadata", "uid");
        Map<String, Object> spec = Tree.copy(Tree.child(job, "spec"));
        Map<String, Object> template = Tree.object(spec.remove("template"));
        assertThat(spec)
                .isEqualTo(TestApi.yaml(
                        """
                backoffLimit: 6
                completionMode: NonIndexed
                completions: 1
                manualSelector: false
                parallelism: 1
                podReplacementPolicy: TerminatingOrFailed
                selector: {matchLabels: {batch.kubernetes.io/controller-uid: UID}}
                suspend: false
                """
                                .replace("UID", uid)));
        Map<String, Object> labels = TestApi.yaml(
                """
                a: b
                batch.kubernetes.io/controller-uid: UID
                batch.kubernetes.io/job-name: j
                controller-uid: UID
                job-name: j
                """
                        .replace("UID", uid));
        assertThat(Tree.child(template, "metadata", "labels")).isEqualTo(labels);
        assertThat(Tree.child(job, "metadata", "labels")).isEqualTo(labels);
        assertThat(Tree.child(template, "spec"))
                .isEqualTo(
                        TestApi.yaml(
                                """
                containers:
                - {name: c, image: 'b:1', imagePullPolicy: IfNotPresent, resources: {}, terminationMessagePath: /dev/termination-log,
                   terminationMessagePolicy: File}
                dnsPolicy: ClusterFirst
                restartPolicy: Never
                schedulerName: default-scheduler
                securityContext: {}
                terminationGracePeriodSeconds: 30
                """));
        assertThat(Tree.at(job, "status")).isEqualTo(Map.of());
        assertThat(Tree.at(job, "metadata", "generation")).isEqualTo(1L);
    }

    @Test
    default void badJobsAreRefusedFieldByField() {
        assertThat(TestApi.fields(api().refusedCreate(
                                Resource.JOBS,
                                "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {completionMode: Indexed, parallelism: -1, "
                                        + "template: {spec: {containers: [{name: c, image: x}]}}}}")))
                .containsExactlyInAnyOrder("spec.parallelism", "spec.completions", "spec.template.spec.restartPolicy");
        assertThat(TestApi.fields(api().refusedCreate(
                                Resource.JOBS,
                                "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {podFailurePolicy: {rules: [{action: FailJob, "
                                        + "onExitCodes: {operator: In, values: [0]}}]}, template: {spec: {restartPolicy: OnFailure, "
                                        + "containers: [{name: c, image: x}]}}}}")))
                .containsExactlyInAnyOrder(
                        "spec.podFailurePolicy.rules[0].onExitCodes.values[0]", "spec.template.spec.restartPolicy");
    }

    @Test
    @DisplayName("JOB-11a: an indexed Job has at most 100,000 parallel pods")
    default void jobsWithTooManyIndexesAreRefused() {
        String indexed =
                "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {completionMode: Indexed, suspend: true, %s, "
                        + "template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}}}";
        assertThat(TestApi.fields(api().refusedCreate(
                                Resource.JOBS, indexed.formatted("parallelism: 100001, completions: 100001"))))
                .containsExactly("spec.parallelism");
        assertThat(api().create(Resource.JOBS, indexed.formatted("parallelism: 100000, completions: 2147483647")))
                .isNotNull();
    }

    @Test
    @DisplayName("JOB-09: the template is fixed, but for scheduling while the job waits")
    default void theTemplateOfAJobOnlyChangesBeforeItStarts() {
        String template = "template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}";
        String change = "{spec: {template: {spec: {nodeSelector: {a: b}}}}}";
        api().job("runs", "{" + template + "}");
        assertThat(TestApi.fields(api().refusedPatch(Resource.JOBS, "runs", PatchType.MERGE, change)))
                .contains("spec.template");
        api().job("waits", "{suspend: true, " + template + "}");
        Map<String, Object> changed = api().patch(Resource.JOBS, "waits", PatchType.MERGE, change);
        assertThat(Tree.text(changed, "spec", "template", "spec", "nodeSelector", "a"))
                .isEqualTo("b");
        assertThat(TestApi.fields(api().refusedPatch(
                                Resource.JOBS,
                                "waits",
                                PatchType.STRATEGIC,
                                "{spec: {template: {spec: {containers: [{name: c, image: y}]}}}}")))
                .contains("spec.template.spec");
    }
}

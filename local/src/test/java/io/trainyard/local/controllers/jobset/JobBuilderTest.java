package io.trainyard.local.controllers.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JobBuilderTest {
    @Test
    void aJobIsBuiltAsTheWorkedExampleSays() { // JS-70 to JS-75
        Situation situation = Situation.of(
                """
                replicatedJobs:
                - name: prep
                  template: {spec: {template: {spec: {containers: [{name: prep, image: img-a}]}}}}
                - name: node
                  template:
                    metadata: {labels: {mine: "yes"}, annotations: {note: hi}}
                    spec:
                      completionMode: Indexed
                      parallelism: 2
                      completions: 2
                      template: {spec: {restartPolicy: OnFailure, containers: [{name: node, image: img-b}]}}
                """);
        situation.put("mnist", "metadata", "name").put("demo", "metadata", "namespace");
        Map<String, Object> job = situation.pass().job("mnist-node-0");
        Map<String, Object> labels = Tree.object(
                Yaml.parse(
                        """
                jobset.sigs.k8s.io/jobset-name: mnist
                jobset.sigs.k8s.io/jobset-uid: u-1
                jobset.sigs.k8s.io/replicatedjob-name: node
                jobset.sigs.k8s.io/replicatedjob-replicas: "1"
                jobset.sigs.k8s.io/global-replicas: "2"
                jobset.sigs.k8s.io/job-index: "0"
                jobset.sigs.k8s.io/job-global-index: "1"
                jobset.sigs.k8s.io/restart-attempt: "0"
                jobset.sigs.k8s.io/group-name: default
                jobset.sigs.k8s.io/group-replicas: "2"
                jobset.sigs.k8s.io/job-group-index: "1"
                jobset.sigs.k8s.io/job-key: d8a54d8b85433a3ac205cc9d5ad9a7c53c52f98d
                """));

        assertThat(Tree.child(job, "metadata", "labels"))
                .containsAllEntriesOf(labels)
                .containsEntry("mine", "yes");
        assertThat(Tree.child(job, "metadata", "annotations"))
                .containsAllEntriesOf(labels)
                .containsEntry("note", "hi");
        assertThat(Tree.child(job, "spec", "template", "metadata"))
                .isEqualTo(Tree.of("labels", labels, "annotations", labels));
        assertThat(Tree.list(job, "metadata", "ownerReferences"))
                .containsExactly(Yaml.parse(
                        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, name: mnist, uid: u-1, controller: true, "
                                + "blockOwnerDeletion: true}"));
        assertThat(Tree.child(job, "spec"))
                .containsEntry("suspend", false)
                .containsEntry("completions", 2L)
                .containsEntry("parallelism", 2L);
        assertThat(Tree.text(job, "spec", "template", "spec", "subdomain")).isEqualTo("mnist");
    }

    @Test
    void theKeyOfAJobIsTheSha1OfItsNamespacedName() { // JS-71
        Map<String, Object> job =
                Situation.of("{replicatedJobs: [{name: a}]}").pass().job("set-a-0");

        // printf ns/set-a-0 | sha1sum
        assertThat(Tree.text(job, "metadata", "labels", JobSetKeys.JOB_KEY))
                .isEqualTo("89b43c71d6855e32c75765a02231f6b5f25e5c5c");
    }

    @Test
    void groupsAreCountedOnTheirOwn() { // JS-21, JS-71
        Situation situation = Situation.of(
                        """
                        replicatedJobs:
                        - {name: a, replicas: 2, groupName: x}
                        - {name: b, replicas: 3}
                        - {name: c, replicas: 2, groupName: x}
                        """)
                .pass();
        assertThat(Tree.child(situation.job("set-c-1"), "metadata", "labels"))
                .containsEntry(JobSetKeys.JOB_GLOBAL_INDEX, "6")
                .containsEntry(JobSetKeys.GLOBAL_REPLICAS, "7")
                .containsEntry(JobSetKeys.GROUP_NAME, "x")
                .containsEntry(JobSetKeys.GROUP_REPLICAS, "4")
                .containsEntry(JobSetKeys.JOB_GROUP_INDEX, "3");
        assertThat(Tree.child(situation.job("set-b-0"), "metadata", "labels"))
                .containsEntry(JobSetKeys.JOB_GROUP_INDEX, "0")
                .containsEntry(JobSetKeys.GROUP_REPLICAS, "3");
    }

    @Test
    void allAreToldWhereTheCoordinatorIs() { // JS-32, JS-71
        Map<String, Object> job = Situation.of(
                        """
                        coordinator: {replicatedJob: b, podIndex: 1}
                        network: {subdomain: net}
                        replicatedJobs: [{name: a}, {name: b}]
                        """)
                .pass()
                .job("set-a-0");

        assertThat(Tree.text(job, "metadata", "labels", JobSetKeys.COORDINATOR)).isEqualTo("set-b-0-1.net");
        assertThat(Tree.text(job, "spec", "template", "metadata", "annotations", JobSetKeys.COORDINATOR))
                .isEqualTo("set-b-0-1.net");
        assertThat(Tree.text(job, "spec", "template", "spec", "subdomain")).isEqualTo("net");
    }

    @Test
    void claimsAreMadeOnceAndMountedWhereAContainerWantsThem() { // JS-45, JS-46, JS-74, JS-77
        Situation situation = Situation.of(
                        """
                        volumeClaimPolicies:
                        - templates: [{metadata: {name: data, labels: {l: "1"}}, spec: {accessModes: [ReadWriteMany]}}]
                          retentionPolicy: {whenDeleted: Delete}
                        - templates: [{metadata: {name: kept}, spec: {}}, {metadata: {name: there}, spec: {}}]
                          retentionPolicy: {whenDeleted: Retain}
                        replicatedJobs:
                        - name: a
                          template: {spec: {template: {spec: {containers: [{name: c, volumeMounts: [{name: data, mountPath: /d}]}]}}}}
                        - {name: b}
                        """)
                .withClaim("there-set");
        Map<String, Map<String, Object>> claims = new LinkedHashMap<>();
        situation.decide().changes().stream()
                .filter(Change.CreateClaim.class::isInstance)
                .map(change -> ((Change.CreateClaim) change).claim())
                .forEach(claim -> claims.put(Tree.text(claim, "metadata", "name"), claim));

        assertThat(claims.keySet()).containsExactly("data-set", "kept-set");
        assertThat(ChildJob.isOwned(claims.get("data-set"), "u-1")).isTrue();
        assertThat(ChildJob.isOwned(claims.get("kept-set"), "u-1")).isFalse();
        assertThat(Tree.child(claims.get("data-set"), "metadata", "labels"))
                .isEqualTo(Tree.of("l", "1", JobSetKeys.JOB_SET_NAME, "set"));
        situation.pass();
        assertThat(Tree.list(situation.job("set-a-0"), "spec", "template", "spec", "volumes"))
                .containsExactly(Yaml.parse("{name: data, persistentVolumeClaim: {claimName: data-set}}"));
        assertThat(Tree.child(situation.job("set-b-0"), "spec", "template", "spec"))
                .doesNotContainKey("volumes");
    }
}

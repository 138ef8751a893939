package io.trainyard.local.controllers.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which pods start together. */
final class GangFinderTest {
    private static final String TWO_KINDS =
            """
            replicatedJobs:
            - {name: launcher, replicas: 1}
            - {name: node, replicas: 2}
            """;
    private static final String IN_STEPS =
            """
            replicatedJobs:
            - {name: data, replicas: 1}
            - {name: node, replicas: 1, dependsOn: [{name: data, status: Complete}]}
            """;

    private final List<Map<String, Object>> pods = new ArrayList<>();
    private final List<Map<String, Object>> jobs = new ArrayList<>();
    private final List<Map<String, Object>> jobSets = new ArrayList<>();
    private final Map<String, Map<String, Object>> groups = new LinkedHashMap<>();

    private static Map<String, Object> object(String name, String ownerUid, String created) {
        Map<String, Object> metadata = Tree.of("namespace", "demo", "name", name, "uid", name);
        metadata.put("creationTimestamp", created);
        if (!ownerUid.isEmpty()) {
            metadata.put("ownerReferences", List.of(Tree.of("uid", ownerUid, "controller", true)));
        }
        return Tree.of("metadata", metadata);
    }

    private void jobSet(String name, String created, String spec, String status) {
        Map<String, Object> jobSet = object(name, "", created);
        jobSet.put("spec", Yaml.parse(spec));
        jobSet.put("status", Yaml.parse(status));
        jobSets.add(jobSet);
    }

    private Map<String, Object> job(String name, String owner, String replicatedJob, int parallelism) {
        Map<String, Object> job = object(name, owner, "2026-01-01T00:00:00Z");
        Tree.put(job, replicatedJob, "metadata", "labels", "jobset.sigs.k8s.io/replicatedjob-name");
        Tree.put(job, "0", "metadata", "labels", "jobset.sigs.k8s.io/restart-attempt");
        job.put("spec", Tree.of("parallelism", (long) parallelism, "completions", (long) parallelism));
        jobs.add(job);
        return job;
    }

    private Map<String, Object> pod(String name, String job) {
        Map<String, Object> pod = object(name, job, "2026-01-01T00:00:00Z");
        pods.add(pod);
        return pod;
    }

    private List<List<String>> gangs() {
        List<Map<String, Object>> waiting = pods.stream()
                .filter(pod -> Tree.text(pod, "spec", "nodeName").isEmpty())
                .toList();
        return new GangFinder(
                        pods,
                        jobs,
                        jobSets,
                        new PodGroupMembers(
                                pods,
                                pod -> !Tree.text(pod, "spec", "nodeName").isEmpty(),
                                (kind, name) -> Optional.ofNullable(groups.get(name.name()))))
                .gangs(waiting).stream()
                        .map(gang -> gang.pods().stream()
                                .map(pod -> Tree.text(pod, "metadata", "name"))
                                .toList())
                        .toList();
    }

    @Test
    @DisplayName("LOCAL-54: a wave is one gang, and no gang before all of its pods are there")
    void aWaveWaitsForAllOfItsPods() {
        jobSet("set", "2026-01-01T00:00:00Z", TWO_KINDS, "{}");
        job("launcher-0", "set", "launcher", 1);
        pod("l", "launcher-0");
        assertThat(gangs()).as("no Job of node is there").isEmpty();

        job("node-0", "set", "node", 2);
        pod("n00", "node-0");
        pod("n01", "node-0");
        assertThat(gangs()).as("the second Job of node is missing").isEmpty();

        job("node-1", "set", "node", 1);
        assertThat(gangs()).as("the pod of the second Job is missing").isEmpty();

        pod("n10", "node-1");
        assertThat(gangs()).containsExactly(List.of("l", "n00", "n01", "n10"));
    }

    @Test
    @DisplayName("LOCAL-54: what depends on others belongs to a later wave")
    void aLaterWaveIsNotWaitedFor() {
        jobSet("set", "2026-01-01T00:00:00Z", IN_STEPS, "{}");
        job("data-0", "set", "data", 1);
        pod("d", "data-0");

        assertThat(gangs()).containsExactly(List.of("d"));
    }

    @Test
    @DisplayName(
            "LOCAL-54: after a resume the Jobs of a later wave are there, suspended, and are not waited for until it is their turn")
    void aSuspendedJobOfALaterWaveIsNotWaitedFor() {
        jobSet("set", "2026-01-01T00:00:00Z", IN_STEPS, "{}");
        job("data-0", "set", "data", 1);
        pod("d", "data-0");
        Map<String, Object> later = job("node-0", "set", "node", 1);
        Tree.put(later, true, "spec", "suspend");

        assertThat(gangs()).containsExactly(List.of("d"));
    }

    @Test
    void aJobOfTheSameWaveThatIsNotYetResumedIsWaitedFor() {
        jobSet("set", "2026-01-01T00:00:00Z", TWO_KINDS, "{}");
        job("launcher-0", "set", "launcher", 1);
        pod("l", "launcher-0");
        for (String name : List.of("node-0", "node-1")) {
            Tree.put(job(name, "set", "node", 1), true, "spec", "suspend");
        }

        assertThat(gangs()).isEmpty();
    }

    @Test
    void onceDependenciesHoldTheNextWaveIsWaitedFor() {
        jobSet(
                "set",
                "2026-01-01T00:00:00Z",
                IN_STEPS + "- {name: side, replicas: 1}\n",
                "{replicatedJobsStatus: [{name: data, succeeded: 1, ready: 0, failed: 0}]}");
        Tree.put(job("data-0", "set", "data", 1), 1L, "status", "succeeded");
        job("side-0", "set", "side", 1);
        pod("s", "side-0");

        assertThat(gangs()).as("the Job of node is due").isEmpty();
    }

    @Test
    @DisplayName("LOCAL-54: first come, first served")
    void olderOnesComeFirst() {
        jobSet("young", "2026-01-01T00:00:09Z", "{replicatedJobs: [{name: node}]}", "{}");
        jobSet("old", "2026-01-01T00:00:01Z", "{replicatedJobs: [{name: node}]}", "{}");
        job("young-node-0", "young", "node", 1);
        pod("y", "young-node-0");
        job("old-node-0", "old", "node", 1);
        pod("o", "old-node-0");

        assertThat(gangs()).containsExactly(List.of("o"), List.of("y"));
    }

    @Test
    void theSuccessorOfAFailedPodNeedsNobodyElse() {
        jobSet("set", "2026-01-01T00:00:00Z", "{replicatedJobs: [{name: node, replicas: 2}]}", "{}");
        job("node-0", "set", "node", 2);
        Tree.put(pod("running", "node-0"), "local", "spec", "nodeName");
        pod("successor", "node-0");
        job("node-1", "set", "node", 2);

        assertThat(gangs()).containsExactly(List.of("successor"));
    }

    @Test
    void podsOfAJobWithoutJobSetStartTogether() {
        job("alone", "", "", 2);
        pod("a", "alone");
        assertThat(gangs()).isEmpty();
        pod("b", "alone");
        pod("bare", "");

        assertThat(gangs()).containsExactlyInAnyOrder(List.of("a", "b"), List.of("bare"));
    }

    @Test
    void jobsOfAnEarlierAttemptDoNotCount() {
        jobSet("set", "2026-01-01T00:00:00Z", "{replicatedJobs: [{name: node}]}", "{restarts: 1}");
        job("node-0", "set", "node", 1);
        pod("late", "node-0");

        assertThat(gangs()).isEmpty();
    }

    private void group(String name, long minMember) {
        Map<String, Object> group = object(name, "", "2026-01-01T00:00:00Z");
        group.put("spec", Tree.of("minMember", minMember));
        groups.put(name, group);
    }

    private Map<String, Object> member(String name, String job, String group) {
        Map<String, Object> pod = pod(name, job);
        Tree.put(pod, group, "metadata", "labels", "scheduling.x-k8s.io/pod-group");
        return pod;
    }

    private List<String> obstacles() {
        List<Map<String, Object>> waiting = List.copyOf(pods);
        return new GangFinder(
                        pods,
                        jobs,
                        jobSets,
                        new PodGroupMembers(
                                pods, pod -> false, (kind, name) -> Optional.ofNullable(groups.get(name.name()))))
                .gangs(waiting).stream().map(Gang::obstacle).toList();
    }

    @Test
    @DisplayName("LOCAL-54c: of a pod group as many pods as it asks for are one gang; those beyond start by themselves")
    void podsOfAGroupStartOnceThereAreEnough() {
        group("three", 3);
        job("node-0", "", "node", 4);
        member("a", "node-0", "three");
        member("b", "node-0", "three");
        assertThat(gangs()).as("two of three, and more are to come").isEmpty();

        member("c", "node-0", "three");
        member("d", "node-0", "three");

        assertThat(gangs()).containsExactly(List.of("a", "b", "c"), List.of("d"));
    }

    @Test
    @DisplayName("LOCAL-54c: the successor of a pod whose group has started needs nobody else")
    void theSuccessorInAStartedGroupStarts() {
        group("two", 2);
        job("node-0", "", "node", 2);
        Tree.put(member("failed", "node-0", "two"), "local", "spec", "nodeName");
        Tree.put(member("running", "node-0", "two"), "local", "spec", "nodeName");
        member("successor", "node-0", "two");

        assertThat(gangs()).containsExactly(List.of("successor"));
    }

    @Test
    @DisplayName("LOCAL-54c: a group that asks for more pods than are ever made says so, once all are there")
    void aGroupThatCanNeverStartSaysSo() {
        group("five", 5);
        job("node-0", "", "node", 2);
        member("a", "node-0", "five");
        assertThat(obstacles()).as("its second pod is about to be made").isEmpty();

        member("b", "node-0", "five");

        assertThat(obstacles()).containsExactly("PodGroup demo/five asks for 5 pods together, and there are 2");
    }

    @Test
    @DisplayName("LOCAL-54c: pods whose group does not exist wait, and say so")
    void aGroupThatIsMissingIsNamed() {
        member("alone", "", "nowhere");

        assertThat(obstacles()).containsExactly("there is no PodGroup demo/nowhere of scheduling.x-k8s.io");
    }
}

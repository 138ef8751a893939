package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.compile.CompileTrace;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where values of a JobSet come from (OPS-72, OPS-125)")
final class SpecOriginsTest {
    private static Map<String, Object> tree(String yaml) {
        return Tree.object(Yaml.parseAll(yaml).get(0));
    }

    @Test
    void eachValueIsTheRuntimesTheTrainJobsOrAdded() {
        Map<String, String> origins = SpecOrigins.of(
                tree("spec: {trainer: {numNodes: 4, image: mine, env: [{name: LR, value: '0.1'}]}}"),
                tree(
                        "spec: {template: {spec: {network: {publishNotReadyAddresses: true}, replicatedJobs: [{name: fetch}, {name: node, template: {spec: {parallelism: 1, template: {spec: {containers: [{name: node, image: theirs, command: [train]}]}}}}}]}}}"),
                tree(
                        "spec: {network: {publishNotReadyAddresses: true}, replicatedJobs: [{name: node, template: {spec: {parallelism: 4, template: {spec: {containers: [{name: node, image: mine, command: [train], env: [{name: PET_NNODES, value: '4'}, {name: LR, value: '0.1'}]}]}}}}}]}"),
                Optional.empty());

        String container = "JobSet/spec.replicatedJobs[0].template.spec.template.spec.containers[0].";
        assertThat(origins)
                .containsEntry("JobSet/spec.network.publishNotReadyAddresses", "runtime")
                .containsEntry("JobSet/spec.replicatedJobs[0].template.spec.parallelism", "TrainJob")
                .containsEntry(container + "image", "TrainJob")
                .containsEntry(container + "command[0]", "runtime")
                .containsEntry(container + "env[0].name", "added")
                .containsEntry(container + "env[1].value", "TrainJob");
    }

    @Test
    void withoutARuntimeNothingIsItsOwn() {
        assertThat(SpecOrigins.of(Map.of(), Map.of(), tree("spec: {suspend: false}"), Optional.empty()))
                .containsExactly(Map.entry("JobSet/spec.suspend", "added"));
    }

    @Test
    void withATraceWhatAPluginSetIsItsOwnAndTheRestIsTheControllersOrCameInTheCluster() {
        Map<String, String> origins = SpecOrigins.of(
                tree("spec: {trainer: {numNodes: 2, env: [{name: LR, value: '2'}]}}"),
                tree("spec: {template: {spec: {jobs: [{name: node, parallelism: 1, image: theirs}]}}}"),
                tree(
                        "{metadata: {annotations: {group: g}}, spec: {suspend: false, jobs: [{name: node, parallelism: 2, image: mirror/theirs, env: [{name: RANKS, value: '2'}, {name: LR, value: '2'}], wait: true}]}}"),
                Optional.of(new CompileTrace(
                        Map.of(
                                "metadata.annotations.group", "plugin kai",
                                "spec.jobs[node].parallelism", "plugin torch",
                                "spec.jobs[node].env[RANKS].name", "plugin torch",
                                "spec.jobs[node].env[RANKS].value", "plugin torch"),
                        Map.of(
                                "spec.jobs[node].image", "theirs",
                                "spec.jobs[node].env[RANKS].value", "2",
                                "spec.jobs[node].env[LR].value", "2",
                                "spec.jobs[node].wait", true))));

        assertThat(origins)
                .containsEntry("JobSet/metadata.annotations.group", "plugin kai")
                .containsEntry("JobSet/spec.jobs[0].parallelism", "TrainJob")
                .containsEntry("JobSet/spec.jobs[0].env[0].name", "plugin torch")
                .containsEntry("JobSet/spec.jobs[0].env[0].value", "plugin torch")
                .containsEntry("JobSet/spec.jobs[0].env[1].value", "TrainJob")
                .containsEntry("JobSet/spec.jobs[0].wait", "Trainyard")
                .containsEntry("JobSet/spec.jobs[0].image", "cluster")
                .containsEntry("JobSet/spec.suspend", "cluster");
    }

    @Test
    void aPluginsValueStaysItsOwnWhenItWouldSetAnotherOneToday() {
        assertThat(SpecOrigins.of(
                        Map.of(),
                        Map.of(),
                        tree("spec: {nodes: '3'}"),
                        Optional.of(new CompileTrace(Map.of("spec.nodes", "plugin torch"), Map.of("spec.nodes", "4")))))
                .containsExactly(Map.entry("JobSet/spec.nodes", "plugin torch"));
    }
}

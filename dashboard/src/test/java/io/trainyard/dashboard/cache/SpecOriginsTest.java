package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where values of a JobSet come from (OPS-72)")
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
                        "spec: {network: {publishNotReadyAddresses: true}, replicatedJobs: [{name: node, template: {spec: {parallelism: 4, template: {spec: {containers: [{name: node, image: mine, command: [train], env: [{name: PET_NNODES, value: '4'}, {name: LR, value: '0.1'}]}]}}}}}]}"));

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
        assertThat(SpecOrigins.of(Map.of(), Map.of(), tree("spec: {suspend: false}")))
                .containsExactly(Map.entry("JobSet/spec.suspend", "added"));
    }
}

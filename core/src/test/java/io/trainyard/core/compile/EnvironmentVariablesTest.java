package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("EnvironmentVariables (PIPE-49)")
final class EnvironmentVariablesTest {
    private static final String SOURCES =
            """
            {name: A, value: ""}
            {name: A, value: "$(B)/x"}
            {name: A}
            {name: A, valueFrom: {}}
            {name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
            {name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}}
            {name: A, valueFrom: {configMapKeyRef: {name: c, key: k}}}
            {name: A, valueFrom: {configMapKeyRef: {name: c, key: k, optional: false}}}
            {name: A, valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}}
            {name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
            {name: A, valueFrom: {resourceFieldRef: {containerName: node, resource: limits.memory, divisor: 1Mi}}}
            {name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: "0"}}}
            {name: A, valueFrom: {fileKeyRef: {volumeName: v, path: p, key: k, optional: true}}}
            {name: A, valueFrom: {vaultRef: {path: a/b, deep: {list: [1, {x: y}]}}}}
            {name: A, future: {a: 1}}
            {name: A, valueFrom: {fieldRef: {fieldPath: metadata.name, future: 1}}}
            {name: A, valueFrom: {configMapKeyRef: {name: c, key: k, future: [1]}}}
            {name: A, valueFrom: {secretKeyRef: {name: s, key: k, future: {a: b}}}}
            {name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, future: true}}}
            {name: A, valueFrom: {fileKeyRef: {volumeName: v, path: p, key: k, future: 1}}}
            """;

    @Test
    void everySourceOfATemplateComesBackAsItWas() {
        SOURCES.lines()
                .forEach(line -> assertThat(EnvironmentVariables.toTree(EnvironmentVariables.fromTree(tree(line))))
                        .as(line)
                        .isEqualTo(tree(line)));
    }

    @Test
    void everySourceOfATrainJobIsCopiedCompletely() {
        SOURCES.lines().forEach(line -> assertThat(EnvironmentVariables.toTree(read(line, EnvVar.class)))
                .as(line)
                .isEqualTo(tree(line)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "500m", "1Mi", "1k", "0", "1e3", "0.5"})
    void aDivisorKeepsItsForm(String divisor) {
        String line = "{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: \"" + divisor + "\"}}}";
        assertThat(EnvironmentVariables.toTree(EnvironmentVariables.fromTree(tree(line))))
                .isEqualTo(tree(line));
    }

    @Test
    void theOrderIsKept() {
        List<Map<String, Object>> trees = List.of(tree("{name: B, value: x}"), tree("{name: A, value: y}"));
        assertThat(EnvironmentVariables.toTrees(EnvironmentVariables.fromTrees(trees)))
                .isEqualTo(trees);
    }
}

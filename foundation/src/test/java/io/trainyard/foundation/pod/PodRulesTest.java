package io.trainyard.foundation.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that come past the defaults of the server, such as the templates of Jobs. */
final class PodRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"abc", "", "1e1000000", "1e99999999999", "Infinity"})
    @DisplayName("LOCAL-46a: an amount that nobody can read is refused with its field, in requests and in limits")
    void unreadable(String amount) {
        List<FieldError> errors = findings(Tree.of(
                "containers",
                List.of(Tree.of(
                        "name",
                        "c",
                        "image",
                        "x",
                        "resources",
                        Tree.of("requests", Tree.of("cpu", amount), "limits", Tree.of("cpu", amount))))));

        assertThat(errors)
                .extracting(FieldError::path)
                .containsExactlyInAnyOrder(
                        "spec.containers[0].resources.requests[cpu]", "spec.containers[0].resources.limits[cpu]");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 2_147_483_648L, Long.MAX_VALUE})
    @DisplayName("a deadline that no clock reaches, or that has passed, is refused as by a cluster")
    void impossibleDeadline(long seconds) {
        assertThat(findings(withDeadline(seconds))).singleElement().satisfies(error -> assertThat(error.path())
                .isEqualTo("spec.activeDeadlineSeconds"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, Integer.MAX_VALUE})
    @DisplayName("any other deadline is taken")
    void possibleDeadline(long seconds) {
        assertThat(findings(withDeadline(seconds))).isEmpty();
    }

    @Test
    @DisplayName(
            "init containers run one by one, so they may take the same port of the node, and a container after them, too")
    void portsOfInitContainers() {
        String port = "ports: [{containerPort: 80, hostPort: 80}]";

        assertThat(findings("{initContainers: [{name: a, image: x, " + port + "}, {name: b, image: x, " + port
                        + "}], containers: [{name: c, image: x, " + port + "}]}"))
                .isEmpty();
        assertThat(findings("{containers: [{name: c, image: x, " + port + "}, {name: d, image: x, " + port + "}]}"))
                .singleElement()
                .satisfies(error -> assertThat(error.path()).isEqualTo("spec.containers[1].ports[0].hostPort"));
    }

    @Test
    @DisplayName("a patch adds a mount whose container the runtime makes privileged, and a whole container must be it")
    void mountsOfPatches() {
        String spec = "{volumes: [{name: v}], containers: [{name: c, image: x, volumeMounts: [{name: v, mountPath: /v,"
                + " mountPropagation: Bidirectional, recursiveReadOnly: Enabled}]}]}";

        assertThat(findings(spec, Extent.PART)).isEmpty();
        assertThat(findings(spec))
                .extracting(FieldError::path)
                .containsExactly(
                        "spec.containers[0].volumeMounts[0].mountPropagation",
                        "spec.containers[0].volumeMounts[0].recursiveReadOnly");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "volumes: [{name: v, csi: {driver: CSI.Example.com}}]",
                "securityContext: {sysctls: [{name: net.core.somaxconn, value: '1'}]}"
            })
    @DisplayName("what Kubernetes takes is taken")
    void taken(String field) {
        assertThat(findings("{" + field + ", containers: [{name: c, image: x, env: [{name: A, valueFrom:"
                        + " {resourceFieldRef: {resource: limits.memory, divisor: 1024Ki}}}]}]}"))
                .isEmpty();
    }

    @Test
    @DisplayName("a field path of a variable is refused with the list of all")
    void fieldPaths() {
        assertThat(
                        findings(
                                "{containers: [{name: c, image: x, env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.nam}}}]}]}"))
                .singleElement()
                .satisfies(error -> assertThat(error.message())
                        .startsWith("must be one of metadata.name, ")
                        .contains("metadata.labels['…'], metadata.annotations['…'], "));
    }

    private static List<FieldError> findings(String podSpec) {
        return findings(podSpec, Extent.WHOLE);
    }

    private static List<FieldError> findings(String podSpec, Extent extent) {
        Validation.Builder findings = Validation.builder();
        PodRules.check(
                CheckedObject.of(Tree.child(Yaml.parse(podSpec)), FieldPath.ROOT.field("spec"), findings), extent);
        return findings.build().errors();
    }

    private static List<FieldError> findings(Map<String, Object> podSpec) {
        Validation.Builder findings = Validation.builder();
        PodRules.check(CheckedObject.of(podSpec, FieldPath.ROOT.field("spec"), findings), Extent.WHOLE);
        return findings.build().errors();
    }

    private static Map<String, Object> withDeadline(long seconds) {
        return Tree.of("activeDeadlineSeconds", seconds, "containers", List.of(Tree.of("name", "c", "image", "x")));
    }
}

package io.trainyard.core.admission.input;

import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("SemanticEquality (section 9.4)")
final class SemanticEqualityTest {
    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {limits: {cpu: 4, memory: 1Gi}}               | {limits: {memory: 1024Mi, cpu: "4"}}
                    {limits: {cpu: 500m}}                         | {limits: {cpu: "0.5"}}
                    {a: null, b: {}, c: [], d: {e: {f: null}}}    | {}
                    {env: [{name: A, value: ""}, {name: B}]}      | {env: [{name: B}, {name: A}]}
                    {time: "2026-01-01T00:00:00Z"}                | {time: "2026-01-01T01:00:00.000+01:00"}
                    {volumes: [{name: a, emptyDir: {sizeLimit: 1Gi}}]} | {volumes: [{name: a, emptyDir: {sizeLimit: 1024Mi}}]}
                    {n: 4}                                        | {n: 4.0}
                    {x: [1, {y: null}]}                           | {x: [1, {}]}
                    """)
    void theSameInAnotherForm(String one, String other) {
        assertThat(SemanticEquality.areEqual("", tree(one), tree(other))).isTrue();
    }

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {numProcPerNode: 4}                | {numProcPerNode: "4"}
                    {tolerations: [{key: a}, {key: b}]} | {tolerations: [{key: b}, {key: a}]}
                    {labels: {a: ""}}                  | {labels: {}}
                    {limits: {cpu: 4}}                 | {limits: {cpu: 4m}}
                    {limits: {cpu: four}}              | {limits: {cpu: five}}
                    {suspend: false}                   | {}
                    {grace: 0}                         | {}
                    {env: [{name: A}]}                 | {env: [{name: A, value: b}]}
                    {args: [a, b]}                     | {args: [b, a]}
                    """)
    void somethingElse(String one, String other) {
        assertThat(SemanticEquality.areEqual("", tree(one), tree(other))).isFalse();
    }

    @Test
    void listsWithAKeyMayHoldNonsense() {
        assertThat(SemanticEquality.areEqual(
                        "env",
                        tree("env: [a, {name: b}, null]").get("env"),
                        tree("env: [{name: b}]").get("env")))
                .isFalse();
        assertThat(SemanticEquality.isEmpty(tree("{a: {b: []}}"))).isTrue();
    }
}

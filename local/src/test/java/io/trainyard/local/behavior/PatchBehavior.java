package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The patch types besides apply, and what is wrong with patches (LOCAL-25, LOCAL-40). */
interface PatchBehavior extends BehaviorSuite {
    private static Object yaml(String text) {
        return Yaml.parse(text);
    }

    private void widget() {
        api().create(
                        WIDGETS,
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w, labels: {a: b}}, spec: {size: small,"
                                + " color: red, words: [a, b], limits: {x: '1', y: '2'}, parts: [{name: p, count: 1}]}}");
    }

    private void pod() {
        api().create(
                        Resource.PODS,
                        "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {a: b, c: d}, finalizers: [x.y/a]}, spec: {containers: "
                                + "[{name: one, image: i}, {name: two, image: i}], tolerations: [{key: k}]}}");
    }

    @ParameterizedTest
    @DisplayName("LOCAL-40: JSON patch")
    @CsvSource(
            delimiter = '|',
            value = {
                "[{op: replace, path: /spec/color, value: blue}] | color: blue",
                "[{op: remove, path: /spec/color}] | color: null",
                "[{op: add, path: /spec/words/0, value: x}] | words: [x, a, b]",
                "[{op: add, path: /spec/words/-, value: x}] | words: [a, b, x]",
                "[{op: remove, path: /spec/words/0}] | words: [b]",
                "[{op: copy, from: /spec/words/0, path: /spec/words/-}] | words: [a, b, a]",
                "[{op: move, from: /spec/words/0, path: /spec/words/1}] | words: [b, a]",
                "[{op: test, path: /spec/size, value: small}, {op: add, path: /spec/color, value: green}] | color: green",
                "[{op: add, path: /spec/limits/a~1b, value: '3'}] | limits: {x: '1', y: '2', a/b: '3'}",
                "[{op: replace, path: /spec/parts/0/count, value: 9}] | parts: [{name: p, count: 9}]",
                "[] | color: red"
            })
    default void operationsChangeAnObject(String patch, String expected) {
        widget();
        Map<String, Object> changed = api().patch(WIDGETS, "w", PatchType.JSON, patch);
        Map<String, Object> wanted = Tree.object(yaml("{" + expected + "}"));
        wanted.forEach(
                (field, value) -> assertThat(Tree.at(changed, "spec", field)).isEqualTo(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{op: test, path: /spec/size, value: large}] | 422",
                "[{op: remove, path: /spec/nothing}] | 422",
                "[{op: replace, path: /spec/nothing/below, value: 1}] | 422",
                "[{op: add, path: /spec/words/9, value: x}] | 422",
                "[{op: invent, path: /spec/size}] | 422",
                "{spec: {size: large}} | 400"
            })
    default void operationsThatMakeNoSenseAreRefused(String patch, int code) {
        widget();
        assertThat(api().refusedPatch(WIDGETS, "w", PatchType.JSON, patch).code())
                .isEqualTo(code);
    }

    @ParameterizedTest
    @DisplayName("LOCAL-40: merge patch")
    @CsvSource(
            delimiter = '|',
            value = {
                "{spec: {color: blue}} | {color: blue, size: small}",
                "{spec: {color: null}} | {color: null, size: small}",
                "{spec: {words: [c]}} | {words: [c]}",
                "{spec: {limits: {x: null, z: '3'}}} | {limits: {y: '2', z: '3'}}",
                "{spec: {parts: []}} | {parts: []}",
                "{spec: {nested: {depth: 5}}} | {nested: {depth: 5}}",
                "{spec: {nested: null}} | {nested: {depth: 2}}",
                "{spec: {unknown: 1}} | {unknown: null}",
                "{spec: {nullable: null}} | {nullable: null}"
            })
    default void aMergePatchNamesWhatIsToBe(String patch, String expected) {
        widget();
        Map<String, Object> changed = api().patch(WIDGETS, "w", PatchType.MERGE, patch);
        Tree.object(yaml(expected)).forEach((field, value) -> assertThat(Tree.at(changed, "spec", field))
                .isEqualTo(value));
    }

    @Test
    default void aVersionInAMergePatchIsAPrecondition() {
        widget();
        String version = TestApi.version(api().get(WIDGETS, "w"));
        api().patch(
                        WIDGETS,
                        "w",
                        PatchType.MERGE,
                        "{metadata: {resourceVersion: '" + version + "'}, spec: {color: blue}}");
        ApiException failure = api().refusedPatch(
                        WIDGETS,
                        "w",
                        PatchType.MERGE,
                        "{metadata: {resourceVersion: '" + version + "'}, spec: {color: green}}");
        assertThat(failure.isConflict()).isTrue();
    }

    @ParameterizedTest
    @DisplayName("LOCAL-40: strategic merge patch")
    @CsvSource(
            delimiter = '|',
            value = {
                "{metadata: {labels: {a: null, e: f}}} | metadata.labels | {c: d, e: f}",
                "{metadata: {labels: {$patch: replace, e: f}}} | metadata.labels | {e: f}",
                "{metadata: {finalizers: [x.y/b]}} | metadata.finalizers | [x.y/b, x.y/a]",
                "{metadata: {$deleteFromPrimitiveList/finalizers: [x.y/a], finalizers: [x.y/b]}} | metadata.finalizers | [x.y/b]",
                "{metadata: {annotations: {n: '1'}}} | metadata.annotations | {n: '1'}",
                "{spec: {activeDeadlineSeconds: 9}} | spec.activeDeadlineSeconds | 9"
            })
    default void aStrategicPatchKnowsTheFieldsOfItsKind(String patch, String path, String expected) {
        pod();
        Map<String, Object> changed = api().patch(Resource.PODS, "p", PatchType.STRATEGIC, patch);
        assertThat(Tree.at(changed, path.split("\\."))).isEqualTo(yaml(expected));
    }

    @Test
    default void aStrategicPatchFindsItemsByTheirKeys() {
        pod();
        Map<String, Object> changed =
                api().patch(Resource.PODS, "p", PatchType.STRATEGIC, "{spec: {containers: [{name: two, image: j}]}}");
        assertThat(Tree.objects(changed, "spec", "containers").stream().map(one -> one.get("image")))
                .containsExactly("i", "j");
    }

    @Test
    default void newItemsOfAStrategicPatchComeFirst() {
        api().create(
                        Resource.SERVICES,
                        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {clusterIP: None, ports: [{name: a, port: 1}, {name: b, port: 2}]}}");
        Map<String, Object> changed = api().patch(
                        Resource.SERVICES,
                        "s",
                        PatchType.STRATEGIC,
                        "{spec: {ports: [{name: c, port: 3}, {name: bb, port: 2}, {name: d, port: 4}]}}");
        assertThat(Tree.objects(changed, "spec", "ports").stream().map(port -> port.get("name")))
                .containsExactly("c", "a", "bb", "d");
    }

    @Test
    default void aStrategicPatchMayRemoveOrReplaceItemsAndDirectives() {
        api().create(
                        Resource.SERVICES,
                        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {clusterIP: None, ports: [{name: a, port: 1}, {name: b, port: 2}]}}");
        Map<String, Object> one = api().patch(
                        Resource.SERVICES, "s", PatchType.STRATEGIC, "{spec: {ports: [{port: 1, $patch: delete}]}}");
        assertThat(Tree.objects(one, "spec", "ports").stream().map(port -> port.get("name")))
                .containsExactly("b");
        Map<String, Object> replaced = api().patch(
                        Resource.SERVICES,
                        "s",
                        PatchType.STRATEGIC,
                        "{spec: {ports: [{$patch: replace}, {name: c, port: 3}]}}");
        assertThat(Tree.objects(replaced, "spec", "ports").stream().map(port -> port.get("name")))
                .containsExactly("c");
    }

    @Test
    default void aStrategicPatchOfACustomKindIsRefused() {
        widget();
        assertThat(api().refusedPatch(WIDGETS, "w", PatchType.STRATEGIC, "{spec: {color: blue}}")
                        .code())
                .isEqualTo(415);
    }

    @Test
    default void whatDoesNotExistCannotBePatched() {
        assertThat(api().refusedPatch(WIDGETS, "nobody", PatchType.MERGE, "{spec: {color: blue}}")
                        .isNotFound())
                .isTrue();
    }

    @Test
    default void anUnknownPatchTypeIsRefused() {
        widget();
        ApiException failure = TestApi.failure(api().client()
                .send(new ApiCall(
                        "PATCH", WIDGETS, api().namespace(), "w", "", Map.of(), "application/x-patch", Tree.of())));
        assertThat(failure.code()).isEqualTo(415);
    }

    @Test
    default void aPatchThatChangesNothingKeepsTheVersion() {
        widget();
        Map<String, Object> before = api().get(WIDGETS, "w");
        assertThat(api().patch(WIDGETS, "w", PatchType.MERGE, "{spec: {color: red}}"))
                .isEqualTo(before);
    }

    @Test
    default void aPatchOfTheStatusChangesNothingElse() {
        widget();
        Map<String, Object> changed = TestApi.await(api().client()
                .patchStatus(
                        WIDGETS,
                        api().namespace(),
                        "w",
                        PatchType.MERGE,
                        yaml("{status: {phase: Good}, spec: {color: blue}}"),
                        WriteOptions.DEFAULT));
        assertThat(Tree.text(changed, "status", "phase")).isEqualTo("Good");
        assertThat(Tree.text(changed, "spec", "color")).isEqualTo("red");
        assertThat(Tree.at(changed, "metadata", "generation")).isEqualTo(1L);
        assertThat(Tree.child(
                        api().patch(WIDGETS, "w", PatchType.MERGE, "{status: {phase: Bad}, spec: {color: blue}}"),
                        "status"))
                .containsEntry("phase", "Good");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{metadata: {name: other}} | 400",
                "{metadata: {namespace: other}} | 400",
                "{spec: {size: huge}} | 422",
                "{spec: {replicas: many}} | 422"
            })
    default void aPatchCannotMakeSomethingElseOfAnObject(String patch, int code) {
        widget();
        assertThat(api().refusedPatch(WIDGETS, "w", PatchType.MERGE, patch).code())
                .isEqualTo(code);
    }

    @Test
    default void unknownFieldsOfAStrictPatchAreRefused() {
        widget();
        ApiException failure = TestApi.failure(api().client()
                .patch(
                        WIDGETS,
                        api().namespace(),
                        "w",
                        PatchType.MERGE,
                        yaml("{spec: {unknown: 1}}"),
                        new WriteOptions("", false, false, "Strict")));
        assertThat(failure.code()).isEqualTo(422);
        assertThat(failure.getMessage()).contains("unknown field \"spec.unknown\"");
    }

    @Test
    default void thePatcherOwnsWhatItChanged() {
        api().apply(
                        WIDGETS,
                        TestApi.ALICE,
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: {size: small, color: red}}");
        Map<String, Object> changed = TestApi.await(api().client()
                .patch(
                        WIDGETS,
                        api().namespace(),
                        "w",
                        PatchType.MERGE,
                        yaml("{spec: {color: blue, size: small}}"),
                        TestApi.BOB));
        assertThat(TestApi.owned(changed, "alice")).isEqualTo(yaml("{'f:spec': {'f:size': {}}}"));
        assertThat(TestApi.owned(changed, "bob")).isEqualTo(yaml("{'f:spec': {'f:color': {}}}"));
    }

    @Test
    @DisplayName("JOBSET-25, STATUS-14: a version in a merge patch is a precondition; a uid is none, and cannot change")
    default void aPatchMayMeanOneState() {
        String old = TestApi.version(api().widget("{name: w}", "{size: small}"));
        String uid = "{metadata: {uid: 11111111-1111-1111-1111-111111111111}, status: {phase: Good}}";
        assertThat(TestApi.fields(api().refusedPatch(WIDGETS, "w", PatchType.MERGE, uid)))
                .containsOnly("metadata.uid");
        Map<String, Object> changed = TestApi.await(api().client()
                .patchStatus(WIDGETS, api().namespace(), "w", PatchType.MERGE, yaml(uid), WriteOptions.DEFAULT));
        assertThat(Tree.text(changed, "status", "phase"))
                .as("a status knows no uid")
                .isEqualTo("Good");
        String late = "{metadata: {resourceVersion: '" + old + "'}, status: {phase: Late}}";
        assertThat(api().refusedPatch(WIDGETS, "w", PatchType.MERGE, late).isConflict())
                .isTrue();
        assertThat(TestApi.failure(api().client()
                                .patchStatus(
                                        WIDGETS,
                                        api().namespace(),
                                        "w",
                                        PatchType.MERGE,
                                        yaml(late),
                                        WriteOptions.DEFAULT))
                        .isConflict())
                .isTrue();
        assertThat(Tree.text(api().get(WIDGETS, "w"), "status", "phase")).isEqualTo("Good");
    }
}

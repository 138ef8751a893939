package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Server-side apply (LOCAL-41 to LOCAL-43). */
interface ApplyBehavior extends BehaviorSuite {
    private static String widget(String spec) {
        return "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: " + spec + "}";
    }

    private static Map<String, Object> fields(String yaml) {
        return Tree.object(Yaml.parse(yaml));
    }

    @Test
    default void applyingCreatesAndTheApplierOwnsWhatItNamed() {
        Map<String, Object> created = api().apply(
                        WIDGETS,
                        TestApi.ALICE,
                        widget("{size: small, tags: [a], limits: {cpu: '1'}, parts: [{name: x, note: n}]}"));
        assertThat(Tree.at(created, "spec", "replicas")).isEqualTo(1L);
        assertThat(TestApi.owned(created, "alice"))
                .isEqualTo(fields("{'f:spec': {'f:size': {}, 'f:tags': {'v:\"a\"': {}}, 'f:limits': {'f:cpu': {}},"
                        + " 'f:parts': {'k:{\"name\":\"x\"}': {'.': {}, 'f:name': {}, 'f:note': {}}}}}"));
        assertThat(Tree.objects(created, "metadata", "managedFields"))
                .singleElement()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("operation", "Apply")
                        .containsEntry("apiVersion", "behavior.trainyard.dev/v1")
                        .containsEntry("fieldsType", "FieldsV1"));
    }

    @Test
    default void aCreatorOwnsDefaultsToo() {
        Map<String, Object> created = api().create(WIDGETS, widget("{size: small}"));
        assertThat(TestApi.owned(created, "suite"))
                .isEqualTo(fields(
                        "{'f:spec': {'.': {}, 'f:nested': {'.': {}, 'f:depth': {}}, 'f:replicas': {}, 'f:size': {}}}"));
    }

    @Test
    @DisplayName("LOCAL-42 step 5")
    default void applyingTheSameAgainChangesNothing() {
        String yaml = widget("{size: small, parts: [{name: x}]}");
        Map<String, Object> first = api().apply(WIDGETS, TestApi.ALICE, yaml);
        assertThat(api().apply(WIDGETS, TestApi.ALICE, yaml)).isEqualTo(first);
    }

    @Test
    @DisplayName("LOCAL-42 step 2")
    default void applyingAnotherValueToAFieldOfAnotherManagerIsAConflict() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, color: red}"));
        ApiException failure = api().refusedApply(WIDGETS, TestApi.BOB, widget("{size: large}"));
        assertThat(failure.code()).isEqualTo(409);
        assertThat(failure.reason()).isEqualTo("Conflict");
        assertThat(failure).hasMessage("Apply failed with 1 conflict: conflict with \"alice\": .spec.size");
        assertThat(failure.causes())
                .containsExactly(
                        new ApiException.Cause("FieldManagerConflict", ".spec.size", "conflict with \"alice\""));
    }

    @Test
    default void severalConflictsAreAllNamed() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, color: red, parts: [{name: x, note: a}]}"));
        ApiException failure = api().refusedApply(
                        WIDGETS, TestApi.BOB, widget("{size: large, color: blue, parts: [{name: x, note: b}]}"));
        assertThat(failure)
                .hasMessage("Apply failed with 3 conflicts: conflicts with \"alice\":\n- .spec.color\n- .spec.size\n"
                        + "- .spec.parts[name=\"x\"].note");
    }

    @Test
    @DisplayName("JOBSET-25: an apply may mean one object in one state, and makes none then")
    default void anApplyMayMeanOneObjectInOneState() {
        for (Resource resource : List.of(WIDGETS, Resource.CONFIG_MAPS)) {
            String head = resource == WIDGETS
                    ? "apiVersion: behavior.trainyard.dev/v1, kind: Widget"
                    : "apiVersion: v1, kind: ConfigMap";
            String wanted = "{" + head + ", metadata: {name: w, labels: {a: '%s'}, uid: '%s', resourceVersion: '%s'}}";
            Map<String, Object> seen =
                    api().apply(resource, TestApi.ALICE, "{" + head + ", metadata: {name: w, labels: {a: '1'}}}");
            String uid = Tree.text(seen, "metadata", "uid");
            String version = TestApi.version(seen);
            String other = "11111111-1111-1111-1111-111111111111";

            assertThat(api().refusedApply(resource, TestApi.ALICE, wanted.formatted("2", uid, "1"))
                            .isConflict())
                    .isTrue();
            assertThat(api().refusedApply(resource, TestApi.ALICE, wanted.formatted("2", other, "1"))
                            .isConflict())
                    .isTrue();
            assertThat(TestApi.fields(
                            api().refusedApply(resource, TestApi.ALICE, wanted.formatted("2", other, version))))
                    .as("another uid of the same state")
                    .containsOnly("metadata.uid");
            Map<String, Object> changed = api().apply(resource, TestApi.ALICE, wanted.formatted("2", uid, version));
            assertThat(Tree.text(changed, "metadata", "labels", "a")).isEqualTo("2");

            api().delete(resource, "w", DeleteOptions.DEFAULT);
            ApiException gone =
                    api().refusedApply(resource, TestApi.ALICE, wanted.formatted("3", uid, TestApi.version(changed)));
            assertThat(gone.isConflict()).isTrue();
            assertThat(gone).hasMessageContaining("uid mismatch");
        }
    }

    @Test
    default void sameValuesAreSharedWithoutConflict() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small}"));
        Map<String, Object> both = api().apply(WIDGETS, TestApi.BOB, widget("{size: small, color: red}"));
        assertThat(TestApi.owned(both, "alice")).isEqualTo(fields("{'f:spec': {'f:size': {}}}"));
        assertThat(TestApi.owned(both, "bob")).isEqualTo(fields("{'f:spec': {'f:size': {}, 'f:color': {}}}"));
    }

    @Test
    default void forceTakesFieldsFromOthers() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, color: red}"));
        Map<String, Object> forced = api().apply(WIDGETS, TestApi.BOB.forced(), widget("{size: large}"));
        assertThat(Tree.text(forced, "spec", "size")).isEqualTo("large");
        assertThat(TestApi.owned(forced, "alice")).isEqualTo(fields("{'f:spec': {'f:color': {}}}"));
        assertThat(TestApi.owned(forced, "bob")).isEqualTo(fields("{'f:spec': {'f:size': {}}}"));
    }

    @Test
    @DisplayName("LOCAL-42 step 3")
    default void whatIsAppliedNoMoreIsRemoved() {
        api().apply(
                        WIDGETS,
                        TestApi.ALICE,
                        widget(
                                "{size: small, color: red, limits: {a: '1', b: '2'}, parts: [{name: x}, {name: y}], tags: [a, b]}"));
        Map<String, Object> rest = api().apply(
                        WIDGETS,
                        TestApi.ALICE,
                        widget("{size: small, limits: {b: '2'}, parts: [{name: y}], tags: [b]}"));
        assertThat(Tree.child(rest, "spec"))
                .isEqualTo(
                        fields(
                                "{size: small, replicas: 1, nested: {depth: 2}, limits: {b: '2'}, parts: [{name: y, count: 7}], tags: [b]}"));
    }

    @Test
    default void whatOthersOwnTooStays() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, color: red, parts: [{name: x, note: n}]}"));
        api().apply(WIDGETS, TestApi.BOB, widget("{size: small, color: red, parts: [{name: x}]}"));
        Map<String, Object> rest = api().apply(WIDGETS, TestApi.ALICE, widget("{size: small}"));
        assertThat(Tree.text(rest, "spec", "color")).isEqualTo("red");
        assertThat(Tree.list(rest, "spec", "parts")).containsExactly(fields("{name: x, count: 7}"));
    }

    @Test
    default void whatIsAppliedNoMoreFallsBackToItsDefault() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, replicas: 5, nested: {depth: 9}}"));
        Map<String, Object> rest = api().apply(WIDGETS, TestApi.ALICE, widget("{size: small}"));
        assertThat(Tree.at(rest, "spec", "replicas")).isEqualTo(1L);
        assertThat(Tree.child(rest, "spec", "nested")).isEqualTo(fields("{depth: 2}"));
    }

    @Test
    default void theLastFieldOfAnObjectTakesTheObjectWithIt() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, limits: {a: '1'}, free: {x: {y: 1}}}"));
        Map<String, Object> rest = api().apply(WIDGETS, TestApi.ALICE, widget("{size: small}"));
        assertThat(Tree.child(rest, "spec")).isEqualTo(fields("{size: small, replicas: 1, nested: {depth: 2}}"));
    }

    @Test
    default void anUpdateTakesFieldsAway() {
        Map<String, Object> applied =
                Tree.copy(api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, color: red}")));
        Tree.put(applied, "blue", "spec", "color");
        Map<String, Object> updated = api().update(WIDGETS, applied);
        assertThat(TestApi.owned(updated, "alice")).isEqualTo(fields("{'f:spec': {'f:size': {}}}"));
        assertThat(TestApi.owned(updated, "suite")).isEqualTo(fields("{'f:spec': {'f:color': {}}}"));
        ApiException failure = api().refusedApply(WIDGETS, TestApi.ALICE, widget("{size: small, color: red}"));
        assertThat(failure.causes())
                .singleElement()
                .satisfies(
                        cause -> assertThat(cause.message())
                                .matches(
                                        "conflict with \"suite\" using behavior.trainyard.dev/v1 at \\S+Z|conflict with \"suite\" using behavior.trainyard.dev/v1"));
    }

    @Test
    default void itemsOfMapListsAreMergedByTheirKeys() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, parts: [{name: x, note: a}, {name: y}]}"));
        Map<String, Object> both =
                api().apply(WIDGETS, TestApi.BOB, widget("{size: small, parts: [{name: z}, {name: x, count: 3}]}"));
        assertThat(Tree.objects(both, "spec", "parts").stream().map(part -> part.get("name")))
                .isEqualTo(List.of("z", "x", "y"));
    }

    @Test
    default void absentKeysCountAsTheirDefaults() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, ports: [{port: 1, name: a}]}"));
        Map<String, Object> both = api().apply(
                        WIDGETS,
                        TestApi.BOB,
                        widget("{size: small, ports: [{port: 1, protocol: TCP, name: a}, {port: 1, protocol: UDP}]}"));
        assertThat(Tree.list(both, "spec", "ports")).hasSize(2);
        assertThat(TestApi.owned(both, "alice"))
                .isEqualTo(fields("{'f:spec': {'f:size': {}, 'f:ports': {'k:{\"port\":1,\"protocol\":\"TCP\"}': "
                        + "{'.': {}, 'f:port': {}, 'f:name': {}}}}}"));
    }

    @Test
    default void atomicPartsAreOwnedAsAWhole() {
        Map<String, Object> created =
                api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, words: [b, a], selector: {x: y}}"));
        assertThat(TestApi.owned(created, "alice"))
                .isEqualTo(fields("{'f:spec': {'f:size': {}, 'f:words': {}, 'f:selector': {}}}"));
        Map<String, Object> replaced =
                api().apply(WIDGETS, TestApi.ALICE, widget("{size: small, words: [c], selector: {z: y}}"));
        assertThat(Tree.child(replaced, "spec", "selector")).isEqualTo(Map.of("z", "y"));
        assertThat(Tree.list(replaced, "spec", "words")).containsExactly("c");
    }

    @Test
    default void duplicateItemsAreRefused() {
        ApiException failure =
                api().refusedApply(WIDGETS, TestApi.ALICE, widget("{size: small, parts: [{name: x}, {name: x}]}"));
        assertThat(failure.code()).isBetween(400, 500);
    }

    @Test
    default void applyNeedsAManager() {
        ApiException failure = api().refusedApply(WIDGETS, WriteOptions.DEFAULT, widget("{size: small}"));
        assertThat(failure.code()).isEqualTo(422);
        assertThat(failure.causes())
                .anySatisfy(cause -> assertThat(cause.field()).isEqualTo("fieldManager"));
    }

    @Test
    default void appliedObjectsMustNotNameOwners() {
        Map<String, Object> object = api().object(widget("{size: small}"));
        Tree.put(object, List.of(Map.of("manager", "x")), "metadata", "managedFields");
        ApiException failure = TestApi.failure(api().client().apply(WIDGETS, object, TestApi.ALICE));
        assertThat(failure.code()).isEqualTo(400);
    }

    private Future<Map<String, Object>> applyStatus(Map<String, Object> status) {
        return api().client().patchStatus(WIDGETS, api().namespace(), "w", PatchType.APPLY, status, TestApi.BOB);
    }

    @Test
    @DisplayName("LOCAL-41: apply of the status")
    default void theStatusIsAppliedApart() {
        api().apply(WIDGETS, TestApi.ALICE, widget("{size: small}"));
        Map<String, Object> status = api().object(
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: {size: large},"
                                + " status: {phase: Good, conditions: [{type: Ready, status: 'True'}]}}");
        Map<String, Object> applied = TestApi.await(applyStatus(status));
        assertThat(Tree.text(applied, "spec", "size")).isEqualTo("small");
        assertThat(Tree.text(applied, "status", "phase")).isEqualTo("Good");
        assertThat(TestApi.owned(applied, "bob"))
                .isEqualTo(fields("{'f:status': {'f:phase': {}, 'f:conditions': {'k:{\"type\":\"Ready\"}': "
                        + "{'.': {}, 'f:type': {}, 'f:status': {}}}}}"));
        assertThat(Tree.objects(applied, "metadata", "managedFields"))
                .anySatisfy(entry -> assertThat(entry).containsEntry("subresource", "status"));
    }

    @Test
    default void theStatusOfWhatDoesNotExistCannotBeApplied() {
        Map<String, Object> status = api().object(
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, status: {phase: Good}}");
        assertThat(TestApi.failure(applyStatus(status)).code()).isEqualTo(404);
    }

    @Test
    default void labelsOfSeveralManagersLiveSideBySide() {
        String yaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {%s: '1'}}, data: {%s: v}}";
        api().apply(Resource.CONFIG_MAPS, TestApi.ALICE, yaml.formatted("x", "x"));
        Map<String, Object> both = api().apply(Resource.CONFIG_MAPS, TestApi.BOB, yaml.formatted("y", "y"));
        assertThat(Tree.child(both, "metadata", "labels")).isEqualTo(Map.of("x", "1", "y", "1"));
        assertThat(Tree.child(both, "data")).isEqualTo(Map.of("x", "v", "y", "v"));
        Map<String, Object> rest = api().apply(
                        Resource.CONFIG_MAPS, TestApi.ALICE, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        assertThat(Tree.child(rest, "data")).isEqualTo(Map.of("y", "v"));
    }
}

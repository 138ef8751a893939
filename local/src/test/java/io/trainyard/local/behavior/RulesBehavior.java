package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of schemas: those of a kind that tries the language, and those of TrainJob. */
interface RulesBehavior extends BehaviorSuite {
    private static String guard(String name, String spec) {
        return "{apiVersion: behavior.trainyard.dev/v1, kind: Guard, metadata: {name: " + name + "}, spec: " + spec
                + "}";
    }

    private static String trainJob(String name, String spec) {
        return "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: " + name + "}, spec: "
                + spec + "}";
    }

    private static String only(ApiException refusal) {
        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.causes()).hasSize(1);
        ApiException.Cause cause = refusal.causes().get(0);
        return cause.reason() + " " + cause.field() + " " + cause.message();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "least: 3, most: 2 | FieldValueInvalid spec Invalid value: least must not be above most",
                "both: true | FieldValueRequired spec.least Required value: both needs least",
                "word: Upper | FieldValueInvalid spec.word Invalid value: \"Upper\": must be lower case and not begin with x",
                "word: xylo | FieldValueInvalid spec.word Invalid value: \"xylo\": must be lower case and not begin with x",
                "word: loud | FieldValueInvalid spec.word Invalid value: \"loud\": not loud, please",
                "count: 0 | FieldValueInvalid spec.count Invalid value: 0: must be at least 1 or auto or max",
                "count: many | FieldValueInvalid spec.count Invalid value: \"many\": must be at least 1 or auto or max",
                "names: [ab, c] | FieldValueInvalid spec.names Invalid value: names have two letters at least",
                "names: [me, you, me] | FieldValueInvalid spec.names Invalid value: me only once",
                "labels: {a: b, c: c} | FieldValueInvalid spec.labels Invalid value: a label must not be its own name",
                "a-b: 3 | FieldValueInvalid spec.a-b Invalid value: 3: must be even and small",
                "a-b: 18 | FieldValueInvalid spec.a-b Invalid value: 18: must be even and small",
                "first: [2, 1] | FieldValueInvalid spec.first Invalid value: must grow",
                "first: [2] | FieldValueInvalid spec.first Invalid value: \"array\": index out of bounds: 1 evaluating rule: must grow"
            })
    default void aBrokenRuleIsAProblemOfItsField(String fields, String problem) {
        assertThat(only(api().refusedCreate(GUARDS, guard("g", "{kind: a, " + fields + "}"))))
                .isEqualTo(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "least: 2, most: 2",
                "least: 5",
                "both: true, least: 1",
                "word: quiet",
                "count: 7",
                "count: auto",
                "names: [me, you]",
                "labels: {a: b}",
                "a-b: 4",
                "first: [1, 2]",
                "once: anything",
                "parts: [{name: a, value: 1}]"
            })
    default void whatObeysTheRulesIsAccepted(String fields) {
        assertThat(api().create(GUARDS, guard("g", "{kind: a, " + fields + "}")))
                .containsKey("spec");
    }

    @Test
    default void aRuleOfTheWholeObjectSeesItsName() {
        assertThat(only(api().refusedCreate(GUARDS, guard("a-very-long-name", "{kind: a}"))))
                .isEqualTo("FieldValueInvalid metadata.name Invalid value: the name is too long");
    }

    @Test
    default void severalBrokenRulesAreAllNamed() {
        ApiException refusal =
                api().refusedCreate(GUARDS, guard("g", "{kind: a, least: 3, most: 2, word: Loud, count: 0}"));
        assertThat(refusal.causes().stream().map(ApiException.Cause::field))
                .containsExactlyInAnyOrder("spec", "spec.word", "spec.count");
    }

    @Test
    default void rulesAreNotAskedWhileMoreBasicThingsAreWrong() {
        ApiException refusal = api().refusedCreate(GUARDS, guard("g", "{kind: c, least: 3, most: 2}"));
        assertThat(refusal.causes().stream().map(ApiException.Cause::message))
                .containsExactlyInAnyOrder(
                        "Unsupported value: \"c\": supported values: \"a\", \"b\"",
                        "Invalid value: null: some validation rules were not checked because the object was invalid; "
                                + "correct the existing errors to complete validation");
    }

    @Test
    default void aFieldThatMustNotChangeMaySetOnce() {
        api().create(GUARDS, guard("g", "{kind: a}"));
        api().patch(GUARDS, "g", PatchType.MERGE, "{spec: {once: x}}");
        assertThat(only(api().refusedPatch(GUARDS, "g", PatchType.MERGE, "{spec: {once: y}}")))
                .isEqualTo("FieldValueInvalid spec.once Invalid value: \"y\": failed rule: self == oldSelf");
        api().patch(GUARDS, "g", PatchType.MERGE, "{spec: {once: null}}");
        assertThat(Tree.child(api().get(GUARDS, "g"), "spec")).doesNotContainKey("once");
    }

    @Test
    default void aRuleAboutChangesNamesAFieldBelow() {
        api().create(GUARDS, guard("g", "{kind: a, fixed: x}"));
        assertThat(only(api().refusedPatch(GUARDS, "g", PatchType.MERGE, "{spec: {fixed: y}}")))
                .isEqualTo("FieldValueForbidden spec.fixed Forbidden: fixed is immutable");
        api().patch(GUARDS, "g", PatchType.MERGE, "{spec: {most: 9}}");
    }

    @Test
    default void aRuleThatAsksForAFieldThatWasNotThereCannotBeEvaluated() {
        api().create(GUARDS, guard("g", "{kind: a}"));
        assertThat(only(api().refusedPatch(GUARDS, "g", PatchType.MERGE, "{spec: {fixed: y}}")))
                .isEqualTo("FieldValueInvalid spec Invalid value: \"object\": no such key: fixed evaluating rule: "
                        + "fixed is immutable");
    }

    @Test
    default void itemsOfListsWithKeysAreComparedWithThoseOfTheSameKey() {
        api().create(GUARDS, guard("g", "{kind: a, parts: [{name: a, value: 1}, {name: b, value: 5}]}"));
        api().patch(GUARDS, "g", PatchType.MERGE, "{spec: {parts: [{name: b, value: 6}, {name: c, value: 1}]}}");
        assertThat(only(api().refusedPatch(
                                GUARDS,
                                "g",
                                PatchType.MERGE,
                                "{spec: {parts: [{name: c, value: 1}, {name: b, value: 2}]}}")))
                .isEqualTo("FieldValueInvalid spec.parts[1].value Invalid value: a value only grows");
    }

    @Test
    default void anApplyIsJudgedByTheSameRules() {
        api().apply(GUARDS, TestApi.ALICE, guard("g", "{kind: a, once: x}"));
        assertThat(api().refusedApply(GUARDS, TestApi.ALICE, guard("g", "{kind: a, once: y}"))
                        .code())
                .isEqualTo(422);
    }

    @Test
    default void aDefinitionWithAMalformedRuleIsRefused() {
        Map<String, Object> definition = Tree.copy(BehaviorSuite.guardDefinition());
        Tree.put(definition, "bads.behavior.trainyard.dev", "metadata", "name");
        Tree.put(definition, Tree.of("plural", "bads", "kind", "Bad"), "spec", "names");
        Map<String, Object> version =
                Tree.objects(definition, "spec", "versions").get(0);
        Map<String, Object> spec = Tree.child(version, "schema", "openAPIV3Schema", "properties", "spec");
        Tree.objects(spec, "x-kubernetes-validations").get(0).put("rule", "self.least <=");
        ApiException refusal = TestApi.failure(
                api().client().create(Resource.CUSTOM_RESOURCE_DEFINITIONS, definition, WriteOptions.DEFAULT));
        assertThat(refusal.code()).isEqualTo(422);
        // Schemas that are the same in all versions are named as one by a real server.
        assertThat(refusal.causes()).anySatisfy(cause -> assertThat(cause.field())
                .endsWith("openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1a | runtimeRef: {name: r} | metadata.name",
                "a | runtimeRef: {name: r}, managedBy: me | spec.managedBy",
                "a | runtimeRef: {name: r}, trainer: {numProcPerNode: 0} | spec.trainer.numProcPerNode",
                "a | runtimeRef: {name: r}, initializer: {dataset: {storageUri: nowhere}} | spec.initializer.dataset.storageUri"
            })
    @DisplayName("what a TrainJob must be like by its definition")
    default void aTrainJobObeysTheRulesOfItsDefinition(String name, String spec, String field) {
        ApiException refusal = api().refusedCreate(TRAIN_JOBS, trainJob(name, "{" + spec + "}"));
        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.causes().stream().map(ApiException.Cause::field)).contains(field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{runtimeRef: {name: other}} | spec.runtimeRef | Invalid value: runtimeRef is immutable",
                "{trainer: {image: other}} | spec.trainer.image | Invalid value: image is immutable",
                "{trainer: {image: null}} | spec.trainer.image | Invalid value: image is immutable",
                "{trainer: {command: [a, b]}} | spec.trainer.command | Invalid value: command is immutable",
                "{trainer: {args: [x]}} | spec.trainer.args | Invalid value: args is immutable",
                "{trainer: {numProcPerNode: 3}} | spec.trainer.numProcPerNode | Invalid value: numProcPerNode is immutable",
                "{activeDeadlineSeconds: 6} | spec.activeDeadlineSeconds | Invalid value: 6: activeDeadlineSeconds is immutable"
            })
    @DisplayName("API-41: what of a TrainJob never changes")
    default void partsOfATrainJobAreFixed(String change, String field, String message) {
        api().create(
                        TRAIN_JOBS,
                        trainJob(
                                "a",
                                "{runtimeRef: {name: r}, activeDeadlineSeconds: 5, trainer: {image: i, command: [a], numNodes: 2, numProcPerNode: 2}}"));
        ApiException refusal = api().refusedPatch(TRAIN_JOBS, "a", PatchType.MERGE, "{spec: " + change + "}");
        assertThat(refusal.causes()).anySatisfy(cause -> {
            assertThat(cause.field()).isEqualTo(field);
            assertThat(cause.message()).isEqualTo(message);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{trainer: {numNodes: 3}}", "{suspend: true}", "{trainer: {env: [{name: A, value: b}]}}"})
    default void otherPartsOfATrainJobMayChange(String change) {
        api().create(TRAIN_JOBS, trainJob("a", "{runtimeRef: {name: r}, trainer: {image: i}}"));
        assertThat(api().patch(TRAIN_JOBS, "a", PatchType.MERGE, "{spec: " + change + "}"))
                .extracting(changed -> Tree.at(changed, "metadata", "generation"))
                .isEqualTo(2L);
    }
}

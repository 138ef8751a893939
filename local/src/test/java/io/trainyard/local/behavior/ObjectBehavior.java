package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Creating, reading, replacing (LOCAL-20 to LOCAL-24, LOCAL-29, LOCAL-30). */
interface ObjectBehavior extends BehaviorSuite {
    String CONFIG_MAP =
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: a, labels: {x: "1"}}
            data: {k: v}
            """;
    String WIDGET =
            """
            apiVersion: behavior.trainyard.dev/v1
            kind: Widget
            metadata: {name: w}
            spec: {size: small}
            """;

    @Test
    @DisplayName("LOCAL-22: what the server fills in on create")
    default void aNewObjectHasTheMetadataOfTheServer() {
        Map<String, Object> created = api().create(WIDGETS, WIDGET);
        assertThat(Tree.text(created, "metadata", "uid")).hasSize(36);
        assertThat(Tree.text(created, "metadata", "creationTimestamp"))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(Tree.at(created, "metadata", "generation")).isEqualTo(1L);
        assertThat(api().get(WIDGETS, "w")).isEqualTo(created);
    }

    @Test
    default void configMapsHaveNoGeneration() {
        assertThat(Tree.child(api().create(Resource.CONFIG_MAPS, CONFIG_MAP), "metadata"))
                .doesNotContainKey("generation");
    }

    @Test
    default void creatingTwiceIsRefused() {
        api().create(Resource.CONFIG_MAPS, CONFIG_MAP);
        ApiException failure = api().refusedCreate(Resource.CONFIG_MAPS, CONFIG_MAP);
        assertThat(failure.code()).isEqualTo(409);
        assertThat(failure.reason()).isEqualTo("AlreadyExists");
        assertThat(failure).hasMessage("configmaps \"a\" already exists");
        assertThat(failure.details()).containsEntry("name", "a").containsEntry("kind", "configmaps");
    }

    @Test
    default void whatDoesNotExistIsNotFound() {
        ApiException failure = TestApi.failure(api().client().get(WIDGETS, api().namespace(), "nobody"));
        assertThat(failure.code()).isEqualTo(404);
        assertThat(failure.reason()).isEqualTo("NotFound");
        assertThat(failure).hasMessage("widgets.behavior.trainyard.dev \"nobody\" not found");
        assertThat(failure.details())
                .containsEntry("group", "behavior.trainyard.dev")
                .containsEntry("kind", "widgets");
    }

    @Test
    default void unknownKindsAreNotFound() {
        Resource unknown = new Resource("behavior.trainyard.dev", "v1", "gadgets");
        ApiException failure = TestApi.failure(api().client().list(unknown, api().namespace(), ListOptions.ALL));
        assertThat(failure.code()).isEqualTo(404);
    }

    @Test
    default void generatedNamesEndInFiveCharacters() {
        String yaml = "{apiVersion: v1, kind: ConfigMap, metadata: {generateName: some-}}";
        Map<String, Object> first = api().create(Resource.CONFIG_MAPS, yaml);
        Map<String, Object> second = api().create(Resource.CONFIG_MAPS, yaml);
        assertThat(Tree.text(first, "metadata", "name")).matches("some-[bcdfghjklmnpqrstvwxz2456789]{5}");
        assertThat(Tree.text(second, "metadata", "name")).isNotEqualTo(Tree.text(first, "metadata", "name"));
        assertThat(Tree.text(first, "metadata", "generateName")).isEqualTo("some-");
    }

    @Test
    default void longPrefixesOfGeneratedNamesAreCut() {
        String prefix = "p".repeat(70);
        Map<String, Object> created = api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {generateName: " + prefix + "}}");
        assertThat(Tree.text(created, "metadata", "name")).hasSize(63).startsWith("p".repeat(58));
    }

    @Test
    default void aNewObjectMustNotNameAVersion() {
        ApiException failure = api().refusedCreate(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, resourceVersion: '1'}}");
        assertThat(failure.code()).isEqualTo(500);
        assertThat(failure).hasMessage("resourceVersion should not be set on objects to be created");
    }

    @Test
    default void anObjectNeedsAName() {
        ApiException failure =
                api().refusedCreate(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {}}");
        assertThat(failure.code()).isEqualTo(422);
        assertThat(failure.reason()).isEqualTo("Invalid");
        assertThat(failure.causes()).anySatisfy(cause -> {
            assertThat(cause.field()).isEqualTo("metadata.name");
            assertThat(cause.reason()).isEqualTo("FieldValueRequired");
        });
    }

    @Test
    default void namesMustBeOfTheFormOfTheirKind() {
        assertThat(api().refusedCreate(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: A_b}}")
                        .code())
                .isEqualTo(422);
        ApiException failure = api().refusedCreate(
                        Resource.SERVICES,
                        "{apiVersion: v1, kind: Service, metadata: {name: a.b}, spec: {ports: [{port: 80}]}}");
        assertThat(failure.code()).isEqualTo(422);
        assertThat(failure.causes())
                .anySatisfy(cause -> assertThat(cause.field()).isEqualTo("metadata.name"));
    }

    @Test
    default void labelsMustBeWellFormed() {
        ApiException failure = api().refusedCreate(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {'a b': c, d: '-e'}}}");
        assertThat(failure.code()).isEqualTo(422);
        assertThat(failure.causes()).hasSize(2).allSatisfy(cause -> assertThat(cause.field())
                .isEqualTo("metadata.labels"));
    }

    @Test
    @DisplayName("LOCAL-16: a namespace must exist")
    default void writesIntoAMissingNamespaceAreRefused() {
        Map<String, Object> object = api().object(CONFIG_MAP);
        Tree.put(object, "no-such-namespace", "metadata", "namespace");
        ApiException failure =
                TestApi.failure(api().client().create(Resource.CONFIG_MAPS, object, WriteOptions.DEFAULT));
        assertThat(failure.code()).isEqualTo(404);
        assertThat(failure).hasMessage("namespaces \"no-such-namespace\" not found");
    }

    @Test
    default void theNamespaceOfTheObjectMustBeThatOfThePath() {
        Map<String, Object> object = api().object(CONFIG_MAP);
        Tree.put(object, "elsewhere", "metadata", "namespace");
        ApiException failure = TestApi.failure(api().client()
                .send(ApiCall.of("POST", Resource.CONFIG_MAPS, api().namespace(), "")
                        .withBody(object)));
        assertThat(failure.code()).isEqualTo(400);
    }

    @Test
    default void theKindMustBeThatOfThePath() {
        ApiException failure =
                api().refusedCreate(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: Secret, metadata: {name: a}}");
        assertThat(failure.code()).isEqualTo(400);
        failure = api().refusedCreate(WIDGETS, "{metadata: {name: a}, spec: {size: small}}");
        assertThat(failure.code()).isEqualTo(400);
    }

    @Test
    default void replacingCountsOneGenerationAndGivesANewVersion() {
        Map<String, Object> created = api().create(WIDGETS, WIDGET);
        Map<String, Object> changed = Tree.copy(created);
        Tree.put(changed, "large", "spec", "size");
        Map<String, Object> updated = api().update(WIDGETS, changed);
        assertThat(Tree.at(updated, "metadata", "generation")).isEqualTo(2L);
        assertThat(TestApi.version(updated)).isNotEqualTo(TestApi.version(created));
        assertThat(Tree.at(updated, "metadata", "uid")).isEqualTo(Tree.at(created, "metadata", "uid"));
    }

    @Test
    @DisplayName("LOCAL-23: an update that changes nothing")
    default void replacingWithTheSameKeepsTheVersion() {
        Map<String, Object> created = api().create(WIDGETS, WIDGET);
        assertThat(TestApi.version(api().update(WIDGETS, created))).isEqualTo(TestApi.version(created));
    }

    @Test
    default void labelsDoNotCountAsGeneration() {
        Map<String, Object> changed = Tree.copy(api().create(WIDGETS, WIDGET));
        Tree.put(changed, "b", "metadata", "labels", "a");
        assertThat(Tree.at(api().update(WIDGETS, changed), "metadata", "generation"))
                .isEqualTo(1L);
    }

    @Test
    default void replacingAnOldVersionIsAConflict() {
        Map<String, Object> created = api().create(WIDGETS, WIDGET);
        Map<String, Object> changed = Tree.copy(created);
        Tree.put(changed, "large", "spec", "size");
        api().update(WIDGETS, changed);
        ApiException failure = TestApi.failure(api().client().update(WIDGETS, changed, WriteOptions.DEFAULT));
        assertThat(failure.code()).isEqualTo(409);
        assertThat(failure.reason()).isEqualTo("Conflict");
        assertThat(failure)
                .hasMessage(
                        "Operation cannot be fulfilled on widgets.behavior.trainyard.dev \"w\": the object has been "
                                + "modified; please apply your changes to the latest version and try again");
    }

    @Test
    default void configMapsCanBeReplacedWithoutNamingAVersion() {
        api().create(Resource.CONFIG_MAPS, CONFIG_MAP);
        Map<String, Object> object = api().object(CONFIG_MAP);
        Tree.put(object, "other", "data", "k");
        assertThat(Tree.text(api().update(Resource.CONFIG_MAPS, object), "data", "k"))
                .isEqualTo("other");
    }

    @Test
    default void widgetsCannotBeReplacedWithoutNamingAVersion() {
        api().create(WIDGETS, WIDGET);
        ApiException failure =
                TestApi.failure(api().client().update(WIDGETS, api().object(WIDGET), WriteOptions.DEFAULT));
        assertThat(failure.code()).isEqualTo(422);
        assertThat(failure.causes())
                .anySatisfy(cause -> assertThat(cause.field()).isEqualTo("metadata.resourceVersion"));
    }

    @Test
    default void whatDoesNotExistCannotBeReplaced() {
        assertThat(TestApi.failure(api().client()
                                .update(Resource.CONFIG_MAPS, api().object(CONFIG_MAP), WriteOptions.DEFAULT))
                        .code())
                .isEqualTo(404);
    }

    @Test
    default void aUidOfAnotherObjectIsAConflict() {
        Map<String, Object> changed = Tree.copy(api().create(WIDGETS, WIDGET));
        Tree.put(changed, "11111111-1111-1111-1111-111111111111", "metadata", "uid");
        assertThat(TestApi.failure(api().client().update(WIDGETS, changed, WriteOptions.DEFAULT))
                        .code())
                .isEqualTo(409);
    }

    @Test
    @DisplayName("LOCAL-24: status and the rest are written apart")
    default void statusIsOnlyWrittenThroughItsSubresource() {
        Map<String, Object> object = api().object(WIDGET);
        Tree.put(object, "Broken", "status", "phase");
        Map<String, Object> created = TestApi.await(api().client().create(WIDGETS, object, WriteOptions.DEFAULT));
        assertThat(created).doesNotContainKey("status");

        Map<String, Object> changed = Tree.copy(created);
        Tree.put(changed, "Ready", "status", "phase");
        Tree.put(changed, "large", "spec", "size");
        Tree.put(changed, "b", "metadata", "labels", "a");
        Map<String, Object> updated = api().updateStatus(WIDGETS, changed);
        assertThat(Tree.text(updated, "status", "phase")).isEqualTo("Ready");
        assertThat(Tree.text(updated, "spec", "size")).isEqualTo("small");
        assertThat(Tree.child(updated, "metadata")).doesNotContainKey("labels").containsEntry("generation", 1L);

        changed = Tree.copy(updated);
        Tree.put(changed, "Lost", "status", "phase");
        assertThat(Tree.text(api().update(WIDGETS, changed), "status", "phase")).isEqualTo("Ready");
    }

    @Test
    @DisplayName("LOCAL-24, API-84: a status that comes with a new object is left out, and belongs to nobody")
    default void aStatusOfANewObjectIsLeftOut() {
        Map<String, Object> object = api().object(
                        """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: fresh}
                spec: {runtimeRef: {name: r}}
                status: {phase: Running}
                """);
        Map<String, Object> created = TestApi.await(api().client().create(TRAIN_JOBS, object, WriteOptions.DEFAULT));

        assertThat(created).doesNotContainKey("status");
        assertThat(Tree.objects(created, "metadata", "managedFields"))
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(Tree.child(entry, "fieldsV1")).doesNotContainKey("f:status"));
        assertThat(api().get(TRAIN_JOBS, "fresh")).doesNotContainKey("status");
    }

    @Test
    @DisplayName("LOCAL-29")
    default void aRehearsalStoresNothing() {
        Map<String, Object> created = TestApi.await(
                api().client().create(WIDGETS, api().object(WIDGET), new WriteOptions("", false, true, "")));
        assertThat(Tree.text(created, "metadata", "uid")).isNotEmpty();
        assertThat(api().exists(WIDGETS, "w")).isFalse();
    }

    @Test
    default void rehearsedChangesAreNotKept() {
        Map<String, Object> created = api().create(WIDGETS, WIDGET);
        Map<String, Object> changed = Tree.copy(created);
        Tree.put(changed, "large", "spec", "size");
        Map<String, Object> answer =
                TestApi.await(api().client().update(WIDGETS, changed, new WriteOptions("", false, true, "")));
        assertThat(Tree.text(answer, "spec", "size")).isEqualTo("large");
        assertThat(api().get(WIDGETS, "w")).isEqualTo(created);
    }
}

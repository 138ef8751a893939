package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Deleting single objects: finalizers, preconditions, answers (LOCAL-26, POD-22 to POD-24). */
interface DeletionBehavior extends BehaviorSuite {
    private Map<String, Object> configMap(String metadata) {
        return api().create(
                        Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a" + metadata + "}}");
    }

    @Test
    default void aDeletionIsAnsweredWithAStatusThatNamesTheObject() {
        Map<String, Object> created = configMap("");
        Map<String, Object> answer = api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
        assertThat(answer).containsEntry("kind", "Status").containsEntry("status", "Success");
        assertThat(Tree.text(answer, "details", "name")).isEqualTo("a");
        assertThat(Tree.text(answer, "details", "kind")).isEqualTo("configmaps");
        assertThat(Tree.text(answer, "details", "uid")).isEqualTo(Tree.text(created, "metadata", "uid"));
    }

    @Test
    default void whatDoesNotExistCannotBeDeleted() {
        assertThat(TestApi.failure(api().client()
                                .delete(Resource.CONFIG_MAPS, api().namespace(), "nobody", DeleteOptions.DEFAULT))
                        .isNotFound())
                .isTrue();
    }

    @Test
    @DisplayName("POD-23: finalizers hold an object")
    default void anObjectWithFinalizersIsOnlyMarked() {
        configMap(", finalizers: [x.y/a, x.y/b]");
        Map<String, Object> marked = api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
        assertThat(marked).containsEntry("kind", "ConfigMap");
        assertThat(Tree.text(marked, "metadata", "deletionTimestamp")).isNotEmpty();
        assertThat(Tree.at(marked, "metadata", "deletionGracePeriodSeconds")).isEqualTo(0L);
        api().patch(Resource.CONFIG_MAPS, "a", PatchType.MERGE, "{metadata: {finalizers: [x.y/b]}}");
        assertThat(api().exists(Resource.CONFIG_MAPS, "a")).isTrue();
        api().patch(Resource.CONFIG_MAPS, "a", PatchType.MERGE, "{metadata: {finalizers: []}}");
        assertThat(api().exists(Resource.CONFIG_MAPS, "a")).isFalse();
    }

    @Test
    default void aMarkedObjectTakesNoNewFinalizersButOtherChanges() {
        configMap(", finalizers: [x.y/a]");
        api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
        assertThat(api().refusedPatch(
                                Resource.CONFIG_MAPS, "a", PatchType.MERGE, "{metadata: {finalizers: [x.y/a, x.y/b]}}")
                        .code())
                .isEqualTo(422);
        assertThat(Tree.text(api().patch(Resource.CONFIG_MAPS, "a", PatchType.MERGE, "{data: {k: v}}"), "data", "k"))
                .isEqualTo("v");
    }

    @Test
    default void theMarkStaysWhateverAClientWrites() {
        configMap(", finalizers: [x.y/a]");
        String time = Tree.text(
                api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT), "metadata", "deletionTimestamp");
        Map<String, Object> written = Tree.copy(api().get(Resource.CONFIG_MAPS, "a"));
        Tree.remove(written, "metadata", "deletionTimestamp");
        assertThat(Tree.text(api().update(Resource.CONFIG_MAPS, written), "metadata", "deletionTimestamp"))
                .isEqualTo(time);
    }

    @Test
    default void deletingAMarkedObjectAgainChangesNothing() {
        configMap(", finalizers: [x.y/a]");
        Map<String, Object> marked = api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
        assertThat(TestApi.version(api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT)))
                .isEqualTo(TestApi.version(marked));
    }

    @Test
    default void aMarkedObjectKeepsItsName() {
        configMap(", finalizers: [x.y/a]");
        api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
        ApiException failure =
                api().refusedCreate(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        assertThat(failure.isAlreadyExists()).isTrue();
        assertThat(failure).hasMessage("object is being deleted: configmaps \"a\" already exists");
    }

    @Test
    @DisplayName("POD-24: preconditions")
    default void anotherUidIsAConflict() {
        configMap("");
        ApiException failure = TestApi.failure(api().client()
                .delete(Resource.CONFIG_MAPS, api().namespace(), "a", DeleteOptions.DEFAULT.ifUid("other")));
        assertThat(failure.isConflict()).isTrue();
        assertThat(failure.getMessage())
                .contains("the UID in the precondition (other) does not match the UID in record");
        assertThat(api().exists(Resource.CONFIG_MAPS, "a")).isTrue();
    }

    @Test
    default void anotherVersionIsAConflict() {
        String version = TestApi.version(configMap(""));
        api().patch(Resource.CONFIG_MAPS, "a", PatchType.MERGE, "{data: {k: v}}");
        assertThat(TestApi.failure(api().client()
                                .delete(
                                        Resource.CONFIG_MAPS,
                                        api().namespace(),
                                        "a",
                                        new DeleteOptions("", null, "", version)))
                        .isConflict())
                .isTrue();
        String current = TestApi.version(api().get(Resource.CONFIG_MAPS, "a"));
        api().delete(Resource.CONFIG_MAPS, "a", new DeleteOptions("", null, "", current));
        assertThat(api().exists(Resource.CONFIG_MAPS, "a")).isFalse();
    }

    @Test
    @DisplayName("POD-22: foreground deletion waits")
    default void aForegroundDeletionMarksItsOwner() {
        configMap("");
        Map<String, Object> marked = api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.FOREGROUND);
        // Without a controller nobody takes the mark away; with one, the object goes as soon as it has looked.
        assertThat(Tree.list(marked, "metadata", "finalizers")).isEqualTo(List.of("foregroundDeletion"));
    }

    @Test
    default void anUnknownPolicyIsRefused() {
        configMap("");
        ApiException failure = TestApi.failure(api().client()
                .delete(Resource.CONFIG_MAPS, api().namespace(), "a", new DeleteOptions("Sideways", null, "", "")));
        assertThat(failure.code()).isEqualTo(422);
    }

    @Test
    default void aRehearsedDeletionDeletesNothing() {
        configMap("");
        api().send(ApiCall.of("DELETE", Resource.CONFIG_MAPS, api().namespace(), "a")
                .with(Map.of("dryRun", "All")));
        assertThat(api().exists(Resource.CONFIG_MAPS, "a")).isTrue();
    }

    @Test
    default void aCustomObjectCountsItsDeletionAsAGeneration() {
        api().create(
                        WIDGETS,
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w, finalizers: [x.y/a]}, spec: {size: small}}");
        assertThat(Tree.at(api().delete(WIDGETS, "w", DeleteOptions.DEFAULT), "metadata", "generation"))
                .isEqualTo(2L);
        api().patch(WIDGETS, "w", PatchType.MERGE, "{metadata: {finalizers: null}}");
    }

    @Test
    default void aNewObjectCannotBeBornMarked() {
        Map<String, Object> created = TestApi.await(api().client()
                .create(
                        Resource.CONFIG_MAPS,
                        api().object(
                                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, deletionTimestamp: '2020-01-01T00:00:00Z', uid: u}}"),
                        WriteOptions.DEFAULT));
        assertThat(Tree.child(created, "metadata")).doesNotContainKey("deletionTimestamp");
        assertThat(Tree.text(created, "metadata", "uid")).isNotEqualTo("u");
    }
}

package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What follows from a deletion: owners and dependents, namespaces and their content (POD-21, POD-22). */
interface GarbageBehavior extends BehaviorSuite {
    private Map<String, Object> owner(String name) {
        return api().create(
                        WIDGETS,
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: " + name
                                + "}, spec: {size: small}}");
    }

    private static String reference(Map<String, Object> owner, boolean blocks) {
        return "{apiVersion: " + owner.get("apiVersion") + ", kind: " + owner.get("kind") + ", name: "
                + Tree.text(owner, "metadata", "name") + ", uid: " + Tree.text(owner, "metadata", "uid")
                + ", blockOwnerDeletion: " + blocks + "}";
    }

    private Map<String, Object> dependent(String name, String finalizers, String... references) {
        return api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", finalizers: " + finalizers
                                + ", ownerReferences: [" + String.join(", ", references) + "]}}");
    }

    private void awaitGone(Resource resource, String name) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !api().exists(resource, name));
    }

    private void release(Resource resource, String name) {
        api().patch(resource, name, PatchType.MERGE, "{metadata: {finalizers: []}}");
    }

    @Test
    @DisplayName("POD-22: Background")
    default void dependentsFollowTheirOwner() {
        Map<String, Object> owner = owner("o");
        Map<String, Object> middle = dependent("middle", "[]", reference(owner, true));
        Map<String, Object> tree = Tree.copy(middle);
        Tree.put(tree, "v1", "apiVersion");
        Tree.put(tree, "ConfigMap", "kind");
        dependent("leaf", "[]", reference(tree, false));
        Map<String, Object> answer = api().delete(WIDGETS, "o", DeleteOptions.BACKGROUND);
        assertThat(answer).containsEntry("status", "Success");
        assertThat(api().exists(WIDGETS, "o")).isFalse();
        awaitGone(Resource.CONFIG_MAPS, "middle");
        awaitGone(Resource.CONFIG_MAPS, "leaf");
    }

    @Test
    @DisplayName("POD-21: all owners must be gone")
    default void oneOwnerIsEnoughToStay() {
        Map<String, Object> first = owner("o1");
        Map<String, Object> second = owner("o2");
        dependent("d", "[]", reference(first, false), reference(second, false));
        api().delete(WIDGETS, "o1", DeleteOptions.DEFAULT);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> Tree.objects(api().get(Resource.CONFIG_MAPS, "d"), "metadata", "ownerReferences")
                                .size()
                        == 1);
        api().delete(WIDGETS, "o2", DeleteOptions.DEFAULT);
        awaitGone(Resource.CONFIG_MAPS, "d");
    }

    @Test
    default void whatNamesAnOwnerThatNeverWasGoes() {
        Map<String, Object> owner = Tree.copy(owner("o"));
        Tree.put(owner, "22222222-2222-2222-2222-222222222222", "metadata", "uid");
        dependent("d", "[]", reference(owner, false));
        awaitGone(Resource.CONFIG_MAPS, "d");
        assertThat(api().exists(WIDGETS, "o")).isTrue();
    }

    @Test
    @DisplayName("POD-22: Foreground")
    default void anOwnerCanWaitForItsDependents() {
        Map<String, Object> owner = owner("o");
        dependent("slow", "[behavior.trainyard.dev/wait]", reference(owner, true));
        Map<String, Object> answer = api().delete(WIDGETS, "o", DeleteOptions.FOREGROUND);
        assertThat(Tree.list(answer, "metadata", "finalizers")).containsExactly("foregroundDeletion");
        assertThat(Tree.text(answer, "metadata", "deletionTimestamp")).isNotEmpty();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> Tree.at(api().get(Resource.CONFIG_MAPS, "slow"), "metadata", "deletionTimestamp") != null);
        assertThat(api().exists(WIDGETS, "o")).isTrue();
        release(Resource.CONFIG_MAPS, "slow");
        awaitGone(WIDGETS, "o");
        assertThat(api().exists(Resource.CONFIG_MAPS, "slow")).isFalse();
    }

    @Test
    default void anOwnerDoesNotWaitForDependentsThatDoNotBlockIt() {
        Map<String, Object> owner = owner("o");
        dependent("slow", "[behavior.trainyard.dev/wait]", reference(owner, false));
        api().delete(WIDGETS, "o", DeleteOptions.FOREGROUND);
        awaitGone(WIDGETS, "o");
        release(Resource.CONFIG_MAPS, "slow");
        awaitGone(Resource.CONFIG_MAPS, "slow");
    }

    @Test
    @DisplayName("POD-22: Orphan")
    default void dependentsCanBeLeftAlone() {
        Map<String, Object> owner = owner("o");
        dependent("d", "[]", reference(owner, true));
        Map<String, Object> answer = api().delete(WIDGETS, "o", DeleteOptions.ORPHAN);
        assertThat(Tree.list(answer, "metadata", "finalizers")).containsExactly("orphan");
        awaitGone(WIDGETS, "o");
        assertThat(Tree.objects(api().get(Resource.CONFIG_MAPS, "d"), "metadata", "ownerReferences"))
                .isEmpty();
    }

    @Test
    default void aNamespaceTakesItsContentWithItAndTakesNothingNewMeanwhile() {
        String name = api().namespace();
        dependent("d", "[behavior.trainyard.dev/wait]");
        owner("o");
        Map<String, Object> answer = api().send(ApiCall.of("DELETE", Resource.NAMESPACES, "", name));
        assertThat(Tree.text(answer, "status", "phase")).isEqualTo("Terminating");
        awaitGone(WIDGETS, "o");
        ApiException refusal = TestApi.failure(api().client()
                .create(
                        Resource.CONFIG_MAPS,
                        api().object("{apiVersion: v1, kind: ConfigMap, metadata: {name: late}}"),
                        WriteOptions.DEFAULT));
        assertThat(refusal.code()).isEqualTo(403);
        assertThat(refusal.causes()).extracting(ApiException.Cause::reason).isEqualTo(List.of("NamespaceTerminating"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> Tree.at(api().get(Resource.CONFIG_MAPS, "d"), "metadata", "deletionTimestamp") != null);
        release(Resource.CONFIG_MAPS, "d");
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> TestApi.await(api().client()
                        .get(Resource.NAMESPACES, "", name)
                        .map(false)
                        .otherwise(true)));
    }

    @Test
    default void theDefaultNamespaceStays() {
        ApiException refusal =
                TestApi.failure(api().client().delete(Resource.NAMESPACES, "", "default", DeleteOptions.DEFAULT));
        assertThat(refusal.code()).isEqualTo(403);
    }
}

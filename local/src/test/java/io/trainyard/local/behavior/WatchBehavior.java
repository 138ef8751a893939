package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.client.WriteOptions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Watches (LOCAL-33 to LOCAL-36). */
interface WatchBehavior extends BehaviorSuite {
    /** For watches that are refused. */
    WatchHandler NOBODY = new WatchHandler() {
        @Override
        public void event(WatchEvent event) {}

        @Override
        public void end(Optional<ApiException> failure) {}
    };

    private Map<String, Object> configMap(String name, String label) {
        return api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", labels: {x: " + label
                                + "}}, data: {k: v}}");
    }

    private String currentVersion() {
        return api().list(Resource.CONFIG_MAPS, ListOptions.ALL).resourceVersion();
    }

    private void relabel(String name, String label) {
        api().patch(Resource.CONFIG_MAPS, name, PatchType.MERGE, "{metadata: {labels: {x: " + label + "}}}");
    }

    @Test
    @DisplayName("LOCAL-34: without a version, what there is comes first")
    default void aWatchBeginsWithWhatThereIs() {
        configMap("a", "one");
        configMap("b", "one");
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS)) {
            assertThat(new String[] {watch.nextInShort(), watch.nextInShort()})
                    .containsExactlyInAnyOrder("ADDED a", "ADDED b");
            configMap("c", "one");
            assertThat(watch.nextInShort()).isEqualTo("ADDED c");
        }
    }

    @Test
    default void versionZeroMeansWhatThereIsToo() {
        configMap("a", "one");
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", "0")) {
            assertThat(watch.nextInShort()).isEqualTo("ADDED a");
        }
    }

    @Test
    default void aWatchFromAVersionTellsAllThatHappenedSince() {
        configMap("before", "one");
        String version = currentVersion();
        configMap("a", "one");
        relabel("a", "two");
        api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", version)) {
            assertThat(watch.nextInShort()).isEqualTo("ADDED a");
            assertThat(watch.nextInShort()).isEqualTo("MODIFIED a");
            assertThat(watch.nextInShort()).isEqualTo("DELETED a");
        }
    }

    @Test
    @DisplayName("LOCAL-35: a deletion has a version of its own")
    default void aDeletionCarriesTheLastStateUnderANewVersion() {
        Map<String, Object> last = configMap("a", "one");
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", TestApi.version(last))) {
            api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
            WatchEvent event = watch.next();
            assertThat(event.type()).isEqualTo(WatchEvent.Type.DELETED);
            assertThat(Tree.child(event.object(), "data")).isEqualTo(Map.of("k", "v"));
            assertThat(Long.parseLong(TestApi.version(event.object())))
                    .isGreaterThan(Long.parseLong(TestApi.version(last)));
        }
    }

    @Test
    default void whatChangesNothingIsNotTold() {
        String version = TestApi.version(configMap("a", "one"));
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", version)) {
            relabel("a", "one");
            relabel("a", "two");
            assertThat(Tree.text(watch.next().object(), "metadata", "labels", "x"))
                    .isEqualTo("two");
        }
    }

    @Test
    default void rehearsedWritesAreNotTold() {
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", currentVersion())) {
            TestApi.await(api().client()
                    .create(
                            Resource.CONFIG_MAPS,
                            api().object("{apiVersion: v1, kind: ConfigMap, metadata: {name: rehearsed}}"),
                            new WriteOptions("", false, true, "")));
            configMap("real", "one");
            assertThat(watch.nextInShort()).isEqualTo("ADDED real");
        }
    }

    @Test
    @DisplayName("LOCAL-35: objects enter and leave the selection by label")
    default void aSelectionByLabelIsEnteredAndLeft() {
        configMap("a", "out");
        String version = currentVersion();
        try (Watching watch =
                Watching.of(api(), Resource.CONFIG_MAPS, "labelSelector", "x=in", "resourceVersion", version)) {
            relabel("a", "in");
            api().patch(Resource.CONFIG_MAPS, "a", PatchType.MERGE, "{data: {k: w}}");
            relabel("a", "out");
            api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
            configMap("b", "in");
            assertThat(watch.nextInShort()).isEqualTo("ADDED a");
            assertThat(watch.nextInShort()).isEqualTo("MODIFIED a");
            WatchEvent left = watch.next();
            assertThat(left.type()).isEqualTo(WatchEvent.Type.DELETED);
            assertThat(Tree.text(left.object(), "metadata", "labels", "x")).isEqualTo("in");
            assertThat(watch.nextInShort()).isEqualTo("ADDED b");
        }
    }

    @Test
    default void aSelectionByFieldIsEnteredAndLeft() {
        api().create(
                        Resource.PODS,
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: b}]}}");
        String version = api().list(Resource.PODS, ListOptions.ALL).resourceVersion();
        try (Watching watch = Watching.of(
                api(), Resource.PODS, "fieldSelector", "status.phase=Running", "resourceVersion", version)) {
            for (String phase : new String[] {"Running", "Succeeded"}) {
                Map<String, Object> pod = Tree.copy(api().get(Resource.PODS, "p"));
                Tree.put(pod, phase, "status", "phase");
                api().updateStatus(Resource.PODS, pod);
            }
            assertThat(watch.nextInShort()).isEqualTo("ADDED p");
            assertThat(watch.nextInShort()).isEqualTo("DELETED p");
        }
    }

    @Test
    default void oneObjectIsWatchedByItsName() {
        configMap("a", "one");
        configMap("b", "one");
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "fieldSelector", "metadata.name=b")) {
            assertThat(watch.nextInShort()).isEqualTo("ADDED b");
            relabel("a", "two");
            relabel("b", "two");
            assertThat(watch.nextInShort()).isEqualTo("MODIFIED b");
        }
    }

    @Test
    @DisplayName("LOCAL-34: initial events end with a bookmark")
    default void initialEventsEndWithABookmark() {
        configMap("a", "one");
        try (Watching watch = Watching.of(
                api(),
                Resource.CONFIG_MAPS,
                "sendInitialEvents",
                "true",
                "resourceVersionMatch",
                "NotOlderThan",
                "allowWatchBookmarks",
                "true")) {
            assertThat(watch.nextInShort()).isEqualTo("ADDED a");
            WatchEvent bookmark = watch.next();
            assertThat(bookmark.type()).isEqualTo(WatchEvent.Type.BOOKMARK);
            assertThat(bookmark.object()).containsEntry("kind", "ConfigMap").containsEntry("apiVersion", "v1");
            assertThat(Tree.text(bookmark.object(), "metadata", "annotations", "k8s.io/initial-events-end"))
                    .isEqualTo("true");
            assertThat(TestApi.version(bookmark.object())).isNotEqualTo("0");
            configMap("b", "one");
            assertThat(watch.nextInShort()).isEqualTo("ADDED b");
        }
    }

    @Test
    @DisplayName("LOCAL-36: a watch ends cleanly after its time")
    default void aWatchEndsWhenItsTimeIsUp() {
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "timeoutSeconds", "2")) {
            assertThat(watch.awaitEnd()).isEmpty();
        }
    }

    @Test
    default void aWatchOfAnUnknownFieldIsRefused() {
        ApiException failure = TestApi.failure(api().client()
                .watch(Resource.CONFIG_MAPS, api().namespace(), ListOptions.fields("spec.nothing=x"), NOBODY));
        assertThat(failure.code()).isEqualTo(400);
    }

    @Test
    default void aWatchOfCustomObjectsSeesTheirStatus() {
        Map<String, Object> widget = Tree.copy(
                api().create(
                                WIDGETS,
                                "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: {size: small}}"));
        try (Watching watch = Watching.of(api(), WIDGETS, "resourceVersion", TestApi.version(widget))) {
            Tree.put(widget, "Good", "status", "phase");
            api().updateStatus(WIDGETS, widget);
            WatchEvent event = watch.next();
            assertThat(event.type()).isEqualTo(WatchEvent.Type.MODIFIED);
            assertThat(Tree.text(event.object(), "status", "phase")).isEqualTo("Good");
        }
    }

    @Test
    default void aMarkedObjectIsModifiedAndThenDeleted() {
        Map<String, Object> created = api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, finalizers: [test.trainyard.dev/hold]}}");
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", TestApi.version(created))) {
            api().delete(Resource.CONFIG_MAPS, "a", DeleteOptions.DEFAULT);
            WatchEvent marked = watch.next();
            assertThat(marked.type()).isEqualTo(WatchEvent.Type.MODIFIED);
            assertThat(Tree.text(marked.object(), "metadata", "deletionTimestamp"))
                    .isNotEmpty();
            api().patch(Resource.CONFIG_MAPS, "a", PatchType.MERGE, "{metadata: {finalizers: null}}");
            assertThat(watch.nextInShort()).isEqualTo("DELETED a");
        }
    }
}

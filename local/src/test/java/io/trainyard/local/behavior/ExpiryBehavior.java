package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.ObjectList;
import io.trainyard.local.client.Resource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is too old (LOCAL-21, LOCAL-34). A real server forgets only after minutes, so this part runs on ours alone. */
interface ExpiryBehavior extends BehaviorSuite {
    /** Makes all versions so far too old. */
    void expireVersions();

    @Test
    @DisplayName("LOCAL-34: too old a version is an error event")
    default void aVersionLongGoneHasExpired() {
        String version = TestApi.version(
                api().create(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"));
        api().create(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}");
        expireVersions();
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", version)) {
            assertThat(watch.awaitEnd()).hasValueSatisfying(failure -> {
                assertThat(failure.code()).isEqualTo(410);
                assertThat(failure.reason()).isEqualTo("Expired");
            });
        }
    }

    @Test
    default void whoListsAgainGoesOnFromThere() {
        api().create(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        expireVersions();
        ObjectList list = api().list(Resource.CONFIG_MAPS, ListOptions.ALL);
        try (Watching watch = Watching.of(api(), Resource.CONFIG_MAPS, "resourceVersion", list.resourceVersion())) {
            api().create(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}");
            assertThat(watch.nextInShort()).isEqualTo("ADDED b");
        }
    }
}

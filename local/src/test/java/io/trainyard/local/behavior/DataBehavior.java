package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Config maps and secrets (LOCAL-45, LOCAL-46). */
interface DataBehavior extends BehaviorSuite {
    @Test
    default void textsOfSecretsBecomeData() {
        Map<String, Object> secret = api().create(
                        Resource.SECRETS,
                        "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {a: b}, data: {a: Zm9v, c: ZA==}}");
        assertThat(Tree.child(secret, "data")).isEqualTo(Map.of("a", "Yg==", "c", "ZA=="));
        assertThat(secret).containsEntry("type", "Opaque").doesNotContainKey("stringData");
        assertThat(api().refusedCreate(
                                Resource.SECRETS,
                                "{apiVersion: v1, kind: Secret, metadata: {name: bad}, data: {a: '%%'}}")
                        .code())
                .isEqualTo(400);
    }

    @Test
    default void immutableDataStays() {
        api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, immutable: true, data: {a: b}}");
        assertThat(TestApi.fields(api().refusedPatch(Resource.CONFIG_MAPS, "c", PatchType.MERGE, "{data: {a: c}}")))
                .containsExactly("data");
        assertThat(TestApi.fields(api().refusedPatch(Resource.CONFIG_MAPS, "c", PatchType.MERGE, "{immutable: null}")))
                .containsExactly("immutable");
        assertThat(TestApi.fields(api().refusedCreate(
                                Resource.CONFIG_MAPS,
                                "{apiVersion: v1, kind: ConfigMap, metadata: {name: bad}, data: {'a b': c}}")))
                .containsExactly("data[a b]");
    }

    @Test
    default void emptyCollectionsOfBuiltInKindsAreNotKept() {
        Map<String, Object> created = api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {}, finalizers: []}, data: {}}");
        assertThat(created).doesNotContainKey("data");
        assertThat(Tree.child(created, "metadata")).doesNotContainKeys("labels", "finalizers");
    }
}

package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.PatchType;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The scale subresource. */
interface ScaleBehavior extends BehaviorSuite {
    @Test
    default void theScaleOfAWidgetIsReadAndWritten() {
        api().create(
                        WIDGETS,
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: {size: small, replicas: 3}}");
        ApiCall get = ApiCall.of("GET", WIDGETS, api().namespace(), "w").onSubresource("scale");
        Map<String, Object> scale = api().send(get);
        assertThat(scale).containsEntry("kind", "Scale").containsEntry("apiVersion", "autoscaling/v1");
        assertThat(Tree.child(scale, "spec")).isEqualTo(Map.of("replicas", 3L));
        assertThat(Tree.child(scale, "status")).isEqualTo(Map.of("replicas", 0L));
        Map<String, Object> changed = Tree.copy(scale);
        Tree.put(changed, 5L, "spec", "replicas");
        Map<String, Object> answer = api().send(new ApiCall(
                "PUT", WIDGETS, api().namespace(), "w", "scale", Map.of(), "application/json", changed));
        assertThat(Tree.at(answer, "spec", "replicas")).isEqualTo(5L);
        Map<String, Object> widget = api().get(WIDGETS, "w");
        assertThat(Tree.at(widget, "spec", "replicas")).isEqualTo(5L);
        assertThat(Tree.at(widget, "metadata", "generation")).isEqualTo(2L);
        assertThat(TestApi.failure(api().client()
                                .send(new ApiCall(
                                        "PUT",
                                        WIDGETS,
                                        api().namespace(),
                                        "w",
                                        "scale",
                                        Map.of(),
                                        "application/json",
                                        changed)))
                        .code())
                .isEqualTo(409);
        api().send(new ApiCall(
                "PATCH",
                WIDGETS,
                api().namespace(),
                "w",
                "scale",
                Map.of(),
                PatchType.MERGE.mediaType(),
                TestApi.yaml("{spec: {replicas: 2}}")));
        assertThat(Tree.at(api().get(WIDGETS, "w"), "spec", "replicas")).isEqualTo(2L);
    }
}

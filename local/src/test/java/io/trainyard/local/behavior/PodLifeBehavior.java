package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Binding, deletion and subresources of pods (POD-11). */
interface PodLifeBehavior extends BehaviorSuite {
    @Test
    default void aPodIsBoundToANodeOnce() {
        api().pod("p", "{containers: [{name: c, image: b}]}");
        ApiCall binding = new ApiCall(
                        "POST", Resource.PODS, api().namespace(), "p", "binding", Map.of(), "application/json", null)
                .withBody(TestApi.yaml(
                        "{apiVersion: v1, kind: Binding, metadata: {name: p}, target: {kind: Node, name: n}}"));
        assertThat(api().send(binding)).containsEntry("status", "Success");
        Map<String, Object> bound = api().get(Resource.PODS, "p");
        assertThat(Tree.text(bound, "spec", "nodeName")).isEqualTo("n");
        assertThat(Tree.objects(bound, "status", "conditions")).singleElement().satisfies(condition -> assertThat(
                        condition)
                .containsEntry("type", "PodScheduled")
                .containsEntry("status", "True"));
        assertThat(TestApi.failure(api().client().send(binding)).code()).isEqualTo(409);
        assertThat(api().names(Resource.PODS, ListOptions.fields("spec.nodeName=n")))
                .containsExactly("p");
    }

    @Test
    @DisplayName("POD-11")
    default void aPodThatRunsHasTimeToEndAndGoesWhenToldAgain() {
        api().pod("runs", "{nodeName: n, terminationGracePeriodSeconds: 7, containers: [{name: c, image: b}]}");
        Map<String, Object> marked = api().delete(Resource.PODS, "runs", DeleteOptions.DEFAULT);
        assertThat(Tree.at(marked, "metadata", "deletionGracePeriodSeconds")).isEqualTo(7L);
        assertThat(Tree.text(marked, "metadata", "deletionTimestamp")).isNotEmpty();
        assertThat(Tree.at(
                        api().delete(Resource.PODS, "runs", DeleteOptions.DEFAULT.withGracePeriod(60)),
                        "metadata",
                        "deletionGracePeriodSeconds"))
                .isEqualTo(7L);
        assertThat(api().exists(Resource.PODS, "runs")).isTrue();
        api().delete(Resource.PODS, "runs", DeleteOptions.DEFAULT.withGracePeriod(0));
        assertThat(api().exists(Resource.PODS, "runs")).isFalse();
    }

    @Test
    default void aPodWithoutANodeGoesAtOnce() {
        api().pod("waits", "{containers: [{name: c, image: b}]}");
        assertThat(api().delete(Resource.PODS, "waits", DeleteOptions.DEFAULT)).containsEntry("kind", "Pod");
        assertThat(api().exists(Resource.PODS, "waits")).isFalse();
    }

    @Test
    default void whatASubresourceCannotDoIsNotAllowed() {
        api().pod("p", "{containers: [{name: c, image: b}]}");
        ApiException refusal = TestApi.failure(api().client()
                .send(new ApiCall(
                        "POST",
                        Resource.PODS,
                        api().namespace(),
                        "p",
                        "status",
                        Map.of(),
                        "application/json",
                        Tree.of())));
        assertThat(refusal.code()).isEqualTo(405);
    }
}

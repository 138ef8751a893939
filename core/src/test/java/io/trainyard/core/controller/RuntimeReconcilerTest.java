package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.metrics.ReconcileMetrics;
import io.trainyard.spi.model.TrainingRuntime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Passes over runtimes (PIPE-66, OPS-33)")
final class RuntimeReconcilerTest {
    private static final String OLD = "{metadata: {finalizers: [trainer.kubeflow.org/resource-in-use, theirs/own]}}";

    private final Cluster cluster = new Cluster();

    @BeforeEach
    void settle() {
        cluster.settle();
        cluster.requests();
    }

    @Test
    @DisplayName("the finalizer of an older release is removed when it appears; others stay")
    void theOldFinalizerIsRemoved() {
        cluster.api.patch(TrainingRuntime.class, "plain", OLD);
        cluster.settle();

        assertThat(cluster.api
                        .find(TrainingRuntime.class, "plain")
                        .orElseThrow()
                        .getMetadata()
                        .getFinalizers())
                .containsExactly("theirs/own");
        assertThat(passes(ReconcileMetrics.TRAINING_RUNTIME_CONTROLLER, "error"))
                .isZero();
        assertThat(passes(ReconcileMetrics.CLUSTER_TRAINING_RUNTIME_CONTROLLER, "success"))
                .isZero();
    }

    @Test
    @DisplayName("it is removed from runtimes that a replica finds when it begins to work, and from none before")
    void runtimesThatAreThereAtTheBeginning() {
        cluster.controller.stop();
        cluster.api.patch(TrainingRuntime.class, "plain", OLD);
        cluster.controller = new Controller(cluster.api, cluster.time);
        cluster.controller.list();
        cluster.controller.deliverAll();
        assertThat(cluster.requests()).isEmpty();

        cluster.controller.work();
        cluster.settle();

        assertThat(cluster.requests()).containsExactly("patch TrainingRuntime");
        assertThat(passes(ReconcileMetrics.TRAINING_RUNTIME_CONTROLLER, "success"))
                .isPositive();
    }

    @Test
    @DisplayName(
            "where it may not be removed, that is asked once, not at every event, until the replica begins to work again (OPS-50)")
    void withoutTheRightItIsNotTriedAgain() {
        cluster.api.failNext(
                "patch", "TrainingRuntime", InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "no right to patch"));
        cluster.api.patch(TrainingRuntime.class, "plain", OLD);
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("patch TrainingRuntime");

        cluster.api.patch(TrainingRuntime.class, "plain", "{metadata: {annotations: {touched: x}}}");
        cluster.settle();

        assertThat(cluster.requests()).isEmpty();
    }

    @Test
    @DisplayName("a runtime without it costs no request")
    void othersAreLeftAlone() {
        double before = passes(ReconcileMetrics.TRAINING_RUNTIME_CONTROLLER, "success");
        cluster.api.patch(TrainingRuntime.class, "plain", "{metadata: {annotations: {touched: x}}}");
        cluster.settle();

        assertThat(cluster.requests()).isEmpty();
        assertThat(passes(ReconcileMetrics.TRAINING_RUNTIME_CONTROLLER, "success"))
                .isEqualTo(before + 1);
    }

    private double passes(String controller, String result) {
        return cluster.controller
                .metrics
                .get("controller.runtime.reconcile")
                .tag("controller", controller)
                .tag("result", result)
                .counter()
                .count();
    }
}

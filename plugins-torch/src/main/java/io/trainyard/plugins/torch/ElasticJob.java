package io.trainyard.plugins.torch;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job whose nodes may come and go: what its Jobs need so that a lost node does not end it, and what keeps torchrun from being elastic.
 *
 * @param policy the bounds that its runtime sets
 * @param info the runtime merged with the TrainJob
 */
record ElasticJob(ElasticPolicy policy, RuntimeInfo info) {
    /** What Kubernetes gives every Job. */
    private static final int USUAL_BACKOFF_LIMIT = 6;

    /** How nodes that come and go find each other. */
    static final String BACKEND = "c10d";

    private static final List<String> OWN_NODES = List.of("$(TRAINER_NNODES)", "$(PET_NNODES)");

    /** The job of a runtime; empty when the runtime is not elastic. */
    static Optional<ElasticJob> of(TorchPolicy policy, RuntimeInfo info) {
        return Optional.ofNullable(policy.elasticPolicy()).map(bounds -> new ElasticJob(bounds, info));
    }

    /** With how many nodes it runs, if it can be resized; between its bounds, whatever the TrainJob asks for. */
    int nodes() {
        @Nullable Integer wanted = info.trainer().numNodes();
        return wanted == null ? policy.initialNodes(info.isResizable()) : policy.clamp(wanted);
    }

    /** What keeps it from being built: its nodes meet at the name of the first, even if there is but one. */
    List<FieldError> preconditions() {
        return JobSetNetwork.of(info).dnsHostnames()
                ? List.of()
                : List.of(FieldError.invalid(
                        TorchPreconditions.RUNTIME,
                        null,
                        "template.spec.network.enableDNSHostnames of the runtime is false, so the nodes of an elastic job"
                                + " cannot find each other; remove it"));
    }

    /** Makes the pods of the trainer elastic. Training has succeeded as soon as one node says so: torchrun waits for all of them before it ends. */
    void enforce(PodSet trainer, TorchConfiguration configuration) {
        trainer.setCount(nodes());
        trainer.setCountBounds(policy.effectiveMinNodes(), policy.effectiveMaxNodes());
        trainer.setDefaultBackoffLimit(backoffLimit());
        if (configuration.succeedsWithAnyNode()) {
            trainer.setDefaultSucceededCount(1);
        }
        @Nullable Integer restarts = policy.maxRestarts();
        if (restarts != null) {
            info.setMaxRestarts(restarts);
        }
    }

    /** When the first node is lost every other one ends too, so one incident costs as many pods as there are nodes. */
    private int backoffLimit() {
        @Nullable Integer restarts = policy.maxRestarts();
        long incidents = 1L + (restarts == null ? 0 : restarts);
        return (int) Math.min(Integer.MAX_VALUE, Math.max(USUAL_BACKOFF_LIMIT, policy.effectiveMaxNodes() * incidents));
    }

    /** The node count that the TrainJob asks for and cannot have. */
    Optional<FieldError> outOfBounds() {
        @Nullable Integer wanted = info.trainer().numNodes();
        return wanted == null || wanted == policy.clamp(wanted)
                ? Optional.empty()
                : Optional.of(FieldError.invalid(
                        TorchPreconditions.NODES,
                        wanted,
                        "must be between " + policy.effectiveMinNodes() + " and " + policy.effectiveMaxNodes()
                                + ", the bounds of the elastic policy of the runtime"));
    }

    /** What admission says of the TrainJob. */
    Validation validate() {
        Validation.Builder findings = Validation.builder();
        outOfBounds().ifPresent(findings::error);
        if (!info.isResizable() && !policy.metrics().isEmpty()) {
            findings.warning(TorchPreconditions.RUNTIME
                    + ": the metrics of mlPolicy.torch.elasticPolicy have no effect, because JobSet does not change the number of"
                    + " pods in this cluster");
        }
        info.trainerContainer()
                .ifPresent(
                        container -> contradictions(container)
                                .forEach(
                                        option -> findings.warning(
                                                "spec.trainer: the command has " + option
                                                        + ", which beats the variables of torchrun, so the job is not elastic as the runtime says; remove it")));
        return findings.build();
    }

    /** Options that beat what the variables say of nodes that come and go. */
    static List<String> contradictions(ContainerView container) {
        List<String> found = new ArrayList<>();
        LauncherWarnings.torchrunIn(CommandLine.of(container)).ifPresent(torchrun -> {
            torchrun.option("nnodes")
                    .filter(nodes -> !OWN_NODES.contains(nodes) && nodes.indexOf(':') < 0)
                    .ifPresent(nodes -> found.add("--nnodes " + nodes));
            torchrun.option("rdzv_backend")
                    .filter(backend -> !backend.equals(BACKEND))
                    .ifPresent(backend -> found.add("--rdzv-backend " + backend));
            if (torchrun.has("--standalone")) {
                found.add("--standalone");
            }
        });
        return found;
    }
}

package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.CompletionIndex;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values behind {@link TorchVariable} for one container. They depend on TrainJob and runtime only. Those of an elastic job do not depend on how many
 * nodes it has just now: pods that came before and after a change must agree.
 *
 * @param nodes how many pods take part
 * @param processesPerNode what torchrun takes for the processes on each node
 * @param masterHost host of rank 0, without port
 * @param masterPort port where the nodes of a fixed number meet
 * @param rendezvousPort port where the nodes of an elastic job meet
 * @param jobId what tells this job from all others
 * @param elastic the bounds of an elastic job; empty where the number of nodes is fixed
 */
record TorchEnvironment(
        int nodes,
        String processesPerNode,
        String masterHost,
        int masterPort,
        int rendezvousPort,
        String jobId,
        Optional<ElasticPolicy> elastic) {

    /**
     * The values for a container of a pod set. All containers speak of the trainer's nodes, processes and host; where the runtime has no
     * trainer, a container speaks of its own pod set, as if that were the trainer.
     */
    static TorchEnvironment of(
            TorchPolicy policy,
            TrainJob trainJob,
            RuntimeInfo info,
            PodSet podSet,
            ContainerView container,
            TorchConfiguration configuration) {
        PodSet group = info.trainerPodSet().orElse(podSet);
        ContainerView worker = info.trainerContainer().orElse(container);
        String processes = ProcessCount.requested(info.trainer().numProcPerNode(), policy.numProcPerNode())
                .resolve(
                        ResourceCounts.accelerators(worker, Set.of()),
                        ResourceCounts.accelerators(worker, configuration.acceleratorResources()),
                        ResourceCounts.processors(worker));
        return new TorchEnvironment(
                NodeCount.of(group, info),
                processes,
                JobSetNetwork.of(info).rankZeroHost(group),
                configuration.masterPort(),
                configuration.rendezvousPort(),
                jobId(trainJob),
                Optional.ofNullable(policy.elasticPolicy()));
    }

    /** The uid, or the name where there is none yet, as in offline rendering. */
    private static String jobId(TrainJob trainJob) {
        String uid = trainJob.getMetadata().getUid();
        return uid == null || uid.isEmpty() ? trainJob.getMetadata().getName() : uid;
    }

    /** Declares the variables, in their order. */
    void declareIn(Environment environment, TorchConfiguration configuration) {
        declareIn(environment, configuration, variable -> true);
    }

    /** Declares those of a choice, in their order. */
    void declareIn(Environment environment, TorchConfiguration configuration, Predicate<TorchVariable> choice) {
        for (TorchVariable variable : TorchVariable.values()) {
            if (variable.isOf(elastic.isPresent()) && variable.isInjected(configuration) && choice.test(variable)) {
                define(variable).ifPresent(defined -> environment.declare(defined, variable.precedence()));
            }
        }
    }

    /** Keeps from the user what torchrun reads of the group, also what is not set: it would meet the others as that says. */
    static void reserveIn(Environment environment, TorchPolicy policy) {
        @Nullable ElasticPolicy elastic = policy.elasticPolicy();
        for (TorchVariable variable : TorchVariable.values()) {
            boolean isFree =
                    variable == TorchVariable.PET_MAX_RESTARTS && (elastic == null || elastic.maxRestarts() == null);
            if (variable.isReserved() && !isFree && (variable.isMaster() || variable.isOf(elastic != null))) {
                environment.reserve(variable.name());
            }
        }
        if (elastic != null) {
            environment.reserve("PET_STANDALONE");
        }
    }

    private Optional<EnvVar> define(TorchVariable variable) {
        return switch (variable) {
            case PET_NNODES, TRAINER_NNODES -> literal(variable, nodesOfTorchrun());
            case PET_NPROC_PER_NODE, TRAINER_NPROC_PER_NODE -> literal(variable, processesPerNode);
            case PET_NODE_RANK, TRAINER_NODE_RANK -> Optional.of(CompletionIndex.variable(variable.name()));
            case PET_MASTER_ADDR, MASTER_ADDR, TRAINER_NODE_0_HOSTNAME -> literal(variable, masterHost);
            case PET_MASTER_PORT, MASTER_PORT -> literal(variable, String.valueOf(masterPort));
            case PET_RDZV_BACKEND -> literal(variable, ElasticJob.BACKEND);
            case PET_RDZV_ENDPOINT -> literal(variable, masterHost + ":" + rendezvousPort);
            case PET_RDZV_ID, TRAINER_JOB_ID -> literal(variable, jobId);
            case PET_MAX_RESTARTS ->
                elastic.map(ElasticPolicy::maxRestarts)
                        .flatMap(restarts -> literal(variable, String.valueOf(restarts)));
            case TRAINER_MIN_NNODES ->
                elastic.flatMap(bounds -> literal(variable, String.valueOf(bounds.effectiveMinNodes())));
            case TRAINER_MAX_NNODES ->
                elastic.flatMap(bounds -> literal(variable, String.valueOf(bounds.effectiveMaxNodes())));
        };
    }

    private String nodesOfTorchrun() {
        return elastic.map(bounds -> bounds.effectiveMinNodes() + ":" + bounds.effectiveMaxNodes())
                .orElseGet(() -> String.valueOf(nodes));
    }

    private static Optional<EnvVar> literal(TorchVariable variable, String value) {
        return Optional.of(new EnvVar(variable.name(), value, null));
    }
}

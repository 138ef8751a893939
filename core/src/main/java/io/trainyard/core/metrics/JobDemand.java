package io.trainyard.core.metrics;

import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a TrainJob asks of the cluster: the effective numbers, whether they come from the TrainJob, an override or its runtime.
 *
 * @param nodes nodes that train; zero is possible
 * @param accelerators accelerators of all training pods together, by name of the resource; those of which there are none are missing
 */
public record JobDemand(int nodes, Map<String, Double> accelerators) {
    public JobDemand {
        accelerators = Map.copyOf(accelerators);
    }

    /**
     * The demand of a job as it was compiled. Pods of initializers do not count: they have ended when training begins.
     *
     * @param info with the final counts
     */
    public static JobDemand of(RuntimeInfo info) {
        List<PodSet> training =
                info.podSets().stream().filter(JobDemand::isTraining).toList();
        Map<String, Double> accelerators = new TreeMap<>();
        for (PodSet podSet : training) {
            ofOnePod(podSet).forEach((resource, amount) -> {
                if (amount > 0 && podSet.pods() > 0) {
                    accelerators.merge(resource, amount * podSet.pods(), Double::sum);
                }
            });
        }
        return new JobDemand(nodes(info, training), accelerators);
    }

    private static Map<String, Double> ofOnePod(PodSet podSet) {
        Map<String, Double> amounts = new TreeMap<>();
        try {
            podSet.singlePodRequests().forEach((resource, quantity) -> {
                if (ResourceCounts.isAccelerator(resource)) {
                    amounts.put(
                            resource,
                            ResourceQuantity.parse(quantity.toString()).value().doubleValue());
                }
            });
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            // The API server has taken these amounts; that we cannot read them must not fail the job.
            return Map.of();
        }
        return amounts;
    }

    private static int nodes(RuntimeInfo info, List<PodSet> training) {
        @Nullable MLPolicy policy = info.policy().mlPolicy();
        if (policy != null && policy.mpi() != null) {
            // The launcher of MPI may be a node or not, so pods do not tell.
            return Objects.requireNonNullElseGet(
                    info.trainer().numNodes(), () -> Objects.requireNonNullElse(policy.numNodes(), 1));
        }
        return info.trainerPodSet().map(PodSet::pods).orElseGet(() ->
                (int) Math.min(training.stream().mapToLong(PodSet::pods).sum(), Integer.MAX_VALUE));
    }

    private static boolean isTraining(PodSet podSet) {
        return !podSet.hasAncestor(TrainerApi.ANCESTOR_DATASET_INITIALIZER)
                && !podSet.hasAncestor(TrainerApi.ANCESTOR_MODEL_INITIALIZER);
    }
}

package io.trainyard.core.compile;

import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Checks that every Job and pod of a TrainJob can have its name: JobSet refuses more than 63 characters. Pure. */
public final class JobNames {
    private static final int MAX_LENGTH = 63;
    /** A dash and the five random characters at the end of a pod's name. */
    private static final int POD_SUFFIX = 6;

    private JobNames() {}

    /**
     * Refuses a name that is too long.
     *
     * @throws InvalidTrainJobException names the field and states the longest usable name
     */
    static void require(String trainJob, RuntimeInfo info) {
        problem(trainJob, info, PodSet::maxCount).ifPresent(problem -> {
            throw new InvalidTrainJobException("metadata.name: " + trainJob + " " + problem);
        });
    }

    /**
     * What is wrong with a name, seen before any policy was enforced: the trainer has the nodes that the TrainJob asks for.
     *
     * @return empty when the name is short enough
     */
    public static Optional<String> problem(String trainJob, RuntimeInfo info) {
        MLPolicy policy = info.policy().mlPolicy();
        // An elastic job may have more nodes later than it begins with.
        ElasticPolicy elastic =
                policy == null || policy.torch() == null ? null : policy.torch().elasticPolicy();
        @Nullable
        Integer nodes = elastic == null ? info.trainer().numNodes() : Integer.valueOf(elastic.effectiveMaxNodes());
        // With MPI the job node has the nodes, whoever has the role of the trainer.
        Optional<PodSet> trainer =
                policy != null && policy.mpi() != null ? info.podSet(TrainerApi.NODE) : info.trainerPodSet();
        return problem(
                trainJob,
                info,
                podSet -> nodes != null && trainer.filter(podSet::equals).isPresent() ? nodes : podSet.count());
    }

    private static Optional<String> problem(String trainJob, RuntimeInfo info, ToIntFunction<PodSet> count) {
        int longest = MAX_LENGTH;
        String strictest = "";
        for (PodSet podSet : info.podSets()) {
            int usable = MAX_LENGTH - suffix(podSet, count.applyAsInt(podSet));
            if (usable < longest) {
                longest = usable;
                strictest = podSet.name();
            }
        }
        return trainJob.length() <= longest
                ? Optional.empty()
                : Optional.of("has " + trainJob.length() + " characters, but with the replicated job " + strictest
                        + " of the runtime at most " + Math.max(longest, 0)
                        + " are possible, or names of its pods exceed " + MAX_LENGTH);
    }

    private static int suffix(PodSet podSet, int count) {
        int job = 1 + podSet.name().length() + 1 + digits(podSet.replicas() - 1);
        return podSet.isIndexed() ? job + 1 + digits(count - 1) + POD_SUFFIX : job;
    }

    private static int digits(int number) {
        return Integer.toString(number).length();
    }
}

package io.trainyard.spi.framework;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Replicated jobs that take part in a framework's group, each in a role of its own, whether the runtime labels them or not. Pure. */
public final class RoleJobs {
    private RoleJobs() {}

    /** The container that trains: the one that the TrainJob configures; in a job without label {@code node}, {@code trainer}, or the only one. */
    public static Optional<ContainerView> container(PodSet podSet) {
        List<ContainerView> all = podSet.containers();
        return podSet.trainerContainer()
                .or(() -> podSet.container(TrainerApi.NODE))
                .or(() -> podSet.container(TrainerApi.ANCESTOR_TRAINER))
                .or(() -> all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty());
    }

    /**
     * Where one pod is to be found.
     *
     * @param index its index, as a number or as a reference to a variable that differs from pod to pod, such as {@code $(INDEX)}
     */
    public static String host(PodSet podSet, String index) {
        String first = podSet.hostName(0, 0);
        return first.substring(0, first.length() - 1) + index + "." + podSet.subdomain();
    }

    /** What the merged template says of the job; empty when it is not there. */
    public static Map<String, Object> template(RuntimeInfo info, PodSet podSet) {
        return Tree.objects(info.template(), "replicatedJobs").stream()
                .filter(job -> Tree.text(job, "name").equals(podSet.name()))
                .findFirst()
                .orElseGet(Map::of);
    }

    /**
     * What every job with a role needs: one Job, and a container that is known to train.
     *
     * @param framework name of the framework, for the message
     */
    public static List<FieldError> preconditions(String framework, RuntimeInfo info, PodSet podSet) {
        List<FieldError> found = new ArrayList<>();
        if (container(podSet).isEmpty()) {
            found.add(FieldError.invalid(
                    TrainJobFields.RUNTIME,
                    podSet.name(),
                    "this replicated job of the runtime has several containers, and none is named " + TrainerApi.NODE
                            + "; that name must tell which one runs " + framework));
        }
        long replicas = Tree.integer(1, template(info, podSet), "replicas");
        if (replicas != 1) {
            found.add(FieldError.invalid(
                    TrainJobFields.RUNTIME,
                    podSet.name(),
                    "replicas of this replicated job of the runtime is " + replicas
                            + ", but must be 1; parallelism, and for workers numNodes, says how many pods there are"));
        }
        return found;
    }
}

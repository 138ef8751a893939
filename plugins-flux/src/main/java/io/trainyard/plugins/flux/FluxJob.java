package io.trainyard.plugins.flux;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.model.FluxPolicy;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One TrainJob on a Flux runtime, with the defaults of the policy filled in.
 *
 * @param name name of the TrainJob
 * @param namespace its namespace
 * @param podSet the pods, each with a broker
 * @param container the container that trains, in which the broker runs
 * @param nodes how many pods there are; less than 1 where nobody checked the TrainJob
 * @param tasksPerNode how many tasks run on each; the same
 * @param command the program with its arguments; empty for a cluster without one
 * @param settings what variables say
 */
record FluxJob(
        String name,
        String namespace,
        PodSet podSet,
        ContainerView container,
        int nodes,
        int tasksPerNode,
        List<String> command,
        FluxSettings settings) {
    /** The job; empty when the runtime has no replicated job {@code node} with a container for it. */
    static Optional<FluxJob> of(FrameworkJob<FluxPolicy> job) {
        RuntimeInfo info = job.info();
        return info.podSet(TrainerApi.NODE).flatMap(podSet -> container(podSet)
                .map(container -> new FluxJob(
                        job.trainJob().getMetadata().getName(),
                        String.valueOf(job.trainJob().getMetadata().getNamespace()),
                        podSet,
                        container,
                        nodes(info),
                        tasks(job.policy(), info.trainer()),
                        command(container, info.trainer()),
                        FluxSettings.of(container))));
    }

    private static Optional<ContainerView> container(PodSet podSet) {
        return podSet.trainerContainer().or(() -> podSet.container(TrainerApi.NODE));
    }

    private static int nodes(RuntimeInfo info) {
        Integer wanted = info.trainer().numNodes();
        if (wanted != null) {
            return wanted;
        }
        MLPolicy policy = info.policy().mlPolicy();
        return policy == null || policy.numNodes() == null ? 1 : Math.max(policy.numNodes(), 1);
    }

    private static int tasks(FluxPolicy policy, Trainer trainer) {
        IntOrString wanted = trainer.numProcPerNode();
        if (wanted != null && wanted.getIntVal() != null) {
            return wanted.getIntVal();
        }
        return policy.numProcPerNode() == null ? 1 : policy.numProcPerNode();
    }

    /** Arguments of the runtime belong to its own command, not to one that the user puts in its place. */
    private static List<String> command(ContainerView container, Trainer trainer) {
        List<String> words = new ArrayList<>(container.command());
        if (trainer.args() != null || trainer.command() == null) {
            words.addAll(container.args());
        }
        return List.copyOf(words);
    }

    /** Whole GPUs of a node; 0 when it asks for none. */
    int gpus() {
        return ResourceCounts.gpus(container);
    }

    /** Name of the ConfigMap with the scripts. */
    String scriptsName() {
        return name + "-flux-entrypoint";
    }

    /** Name of the Secret with the keys of the brokers. */
    String certificateName() {
        return name + "-flux-curve";
    }

    /** The pod whose broker leads the others and starts the program. */
    String leader() {
        return podSet.hostName(0, 0);
    }

    /** All hosts, as Flux writes lists of them: {@code wave-node-0-[0-3]}. */
    String hosts() {
        String first = leader();
        return first.substring(0, first.length() - 1) + "[" + range(nodes) + "]";
    }

    /** So many numbers from 0 on, as Flux writes them: {@code 0-3}. */
    static String range(int count) {
        return count <= 1 ? "0" : "0-" + (count - 1);
    }
}

package io.trainyard.launcher.cli.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.gpu.Gpu;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells at once, before anything starts, that a TrainJob asks for more GPUs than there are, and what to do about it. */
final class GpuNote {
    private GpuNote() {}

    /** Whether anything among these objects asks for GPUs. */
    static boolean isWanted(List<HasMetadata> objects) {
        return StartCheck.jobSets(objects).stream().anyMatch(jobSet -> wanted(jobSet) > 0);
    }

    /**
     * The note; empty when there are enough.
     *
     * @param objects what TrainJobs become
     * @param gpus how many GPUs are handed out
     */
    static Optional<String> of(List<HasMetadata> objects, long gpus) {
        return StartCheck.jobSets(objects).stream()
                .filter(jobSet -> wanted(jobSet) > gpus)
                .map(jobSet -> text(jobSet, gpus))
                .findFirst();
    }

    private static String text(Map<String, Object> jobSet, long gpus) {
        long wanted = wanted(jobSet);
        String there =
                gpus == 0 ? "this machine has none: it runs on the processor" : "there are " + gpus + ": it gets these";
        return "TrainJob " + Tree.text(jobSet, "metadata", "name") + " asks for " + wanted
                + (wanted == 1 ? " GPU" : " GPUs") + ", and " + there + ". --fake-gpus " + wanted
                + " starts as many processes as with GPUs; --nodes and --nproc make the job smaller";
    }

    private static long wanted(Map<String, Object> jobSet) {
        long sum = 0;
        for (Map<String, Object> replicated : Tree.objects(jobSet, "spec", "replicatedJobs")) {
            Map<String, Object> job = Tree.child(replicated, "template", "spec");
            long pods = Tree.integer(1, replicated, "replicas") * Tree.integer(1, job, "parallelism");
            for (Map<String, Object> container : Tree.objects(job, "template", "spec", "containers")) {
                sum += pods * gpusOf(container);
            }
        }
        return sum;
    }

    private static long gpusOf(Map<String, Object> container) {
        return Tree.child(container, "resources", "limits").entrySet().stream()
                .filter(limit -> Gpu.isGpu(limit.getKey()))
                .map(limit -> String.valueOf(limit.getValue()))
                .filter(amount -> amount.matches("[0-9]{1,9}"))
                .mapToLong(Long::parseLong)
                .sum();
    }
}

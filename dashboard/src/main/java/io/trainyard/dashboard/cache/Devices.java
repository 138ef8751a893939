package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.dashboard.view.Count;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.ResourceCounts;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts accelerators. Pure; what cannot be read counts as none. */
final class Devices {
    private Devices() {}

    /**
     * Those that a job has and asks for. While it has no pods, what it asks for is read from its JobSet.
     *
     * @param over whether the job has ended
     */
    static Count of(Optional<JobSet> jobSet, Collection<Pod> pods, boolean over) {
        long have = 0;
        long want = 0;
        for (Pod pod : pods) {
            long devices = of(pod);
            want += devices;
            have += !over && isPlaced(pod) ? devices : 0;
        }
        return new Count(have, Math.max(want, jobSet.map(Devices::of).orElse(0L)));
    }

    /** Whether a pod holds what it asked for. */
    static boolean isPlaced(Pod pod) {
        return pod.getSpec() != null
                && pod.getSpec().getNodeName() != null
                && !pod.getSpec().getNodeName().isEmpty()
                && !isOver(pod);
    }

    private static boolean isOver(Pod pod) {
        @Nullable
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    /** Those that a pod asks for. */
    static long of(Pod pod) {
        return pod.getSpec() == null
                ? 0
                : pod.getSpec().getContainers().stream().mapToLong(Devices::of).sum();
    }

    private static long of(Container container) {
        @Nullable ResourceRequirements resources = container.getResources();
        return resources == null || resources.getLimits() == null ? 0 : of(resources.getLimits());
    }

    /** Those among some resources. */
    static long of(Map<String, Quantity> resources) {
        return resources.entrySet().stream()
                .filter(entry -> ResourceCounts.isAccelerator(entry.getKey()))
                .mapToLong(entry -> amount(entry.getValue().toString()))
                .sum();
    }

    /** The first accelerator among some resources; empty for none. */
    static Optional<String> name(Map<String, Quantity> resources) {
        return resources.keySet().stream()
                .filter(ResourceCounts::isAccelerator)
                .filter(name -> amount(String.valueOf(resources.get(name))) > 0)
                .sorted()
                .findFirst();
    }

    private static long of(JobSet jobSet) {
        return jobSet.replicatedJobs().stream().mapToLong(Devices::ofTemplate).sum();
    }

    private static long ofTemplate(Map<String, Object> job) {
        long pods = Tree.integer(1, job, "template", "spec", "parallelism") * Tree.integer(1, job, "replicas");
        long devices = Tree.objects(job, "template", "spec", "template", "spec", "containers").stream()
                .flatMap(container -> Tree.child(container, "resources", "limits").entrySet().stream())
                .filter(entry -> ResourceCounts.isAccelerator(entry.getKey()))
                .mapToLong(entry -> amount(String.valueOf(entry.getValue())))
                .sum();
        return pods * devices;
    }

    /** An amount as whole devices; 0 for a text that is none. */
    static long amount(String quantity) {
        try {
            return ResourceQuantity.parse(quantity).value().longValue();
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            return 0;
        }
    }
}

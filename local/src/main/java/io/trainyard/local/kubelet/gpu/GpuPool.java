package io.trainyard.local.kubelet.gpu;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hands out GPUs, each to one container at a time unless they are shared. Not for several threads. */
public final class GpuPool {
    private final List<Gpu> gpus;
    private final boolean shared;
    private final boolean onlySlices;
    private final Map<String, Assignment> given = new HashMap<>();

    /**
     * A pool.
     *
     * @param shared whether several containers may have the same GPU
     */
    public GpuPool(List<Gpu> gpus, boolean shared) {
        this.gpus = List.copyOf(gpus);
        this.shared = shared;
        this.onlySlices = gpus.stream().noneMatch(gpu -> gpu.resource().equals(Gpu.NVIDIA));
    }

    /**
     * What a container got.
     *
     * @param warning to tell the user; empty when all is as it should be
     */
    public record Assignment(List<Gpu> gpus, String warning) {
        public static final Assignment NONE = new Assignment(List.of(), "");

        public Assignment {
            gpus = List.copyOf(gpus);
        }
    }

    /** How many of each resource there are, for the Node object. */
    public Map<String, String> capacity() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        gpus.forEach(gpu -> counts.merge(gpu.resource(), 1, Integer::sum));
        Map<String, String> capacity = new LinkedHashMap<>();
        counts.forEach((resource, count) -> capacity.put(resource, Integer.toString(count)));
        return capacity;
    }

    /**
     * The GPUs of a container, as many as its limits ask for; fewer, with a warning, when the machine does not have so many.
     *
     * @param key of the container, for {@link #release}
     * @throws ConfigurationException when enough exist, but others have them now
     */
    public Assignment assign(String key, ContainerSpec container) {
        Assignment before = given.get(key);
        if (before != null) {
            return before;
        }
        List<Gpu> assigned = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        wanted(container).forEach((resource, count) -> {
            List<Gpu> suitable = gpus.stream()
                    .filter(gpu -> gpu.serves(resource, onlySlices) && !assigned.contains(gpu))
                    .toList();
            int most = Math.min(count, suitable.size());
            if (most < count) {
                warnings.add("container " + container.name() + " asks for " + count + " " + resource
                        + ", but this machine has "
                        + (suitable.isEmpty() ? "none; it runs without" : suitable.size() + "; it gets these"));
            }
            assigned.addAll(take(container, resource, most, suitable));
        });
        Assignment assignment = new Assignment(assigned, String.join("; ", warnings));
        if (!assigned.isEmpty()) {
            given.put(key, assignment);
        }
        return assignment;
    }

    private List<Gpu> take(ContainerSpec container, String resource, int count, List<Gpu> suitable) {
        List<Gpu> candidates = new ArrayList<>(suitable);
        if (shared) {
            candidates.sort(Comparator.comparingInt(this::users));
        } else {
            candidates.removeIf(gpu -> users(gpu) > 0);
        }
        if (candidates.size() < count) {
            throw new ConfigurationException("container " + container.name() + " asks for " + count + " " + resource
                    + ", but of the " + suitable.size() + " of this machine only " + candidates.size()
                    + " are free; --share-gpus lets several pods use the same one");
        }
        return candidates.subList(0, count);
    }

    private int users(Gpu gpu) {
        return (int) given.values().stream()
                .filter(assignment -> assignment.gpus().contains(gpu))
                .count();
    }

    /** The container has ended. */
    public void release(String key) {
        given.remove(key);
    }

    private static Map<String, Integer> wanted(ContainerSpec container) {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        Tree.child(container.tree(), "resources", "limits").forEach((resource, value) -> {
            String amount = String.valueOf(value);
            if (Gpu.isGpu(resource) && PlainText.isNumber(amount, 4) && !amount.startsWith("0")) {
                wanted.put(resource, Integer.parseInt(amount));
            }
        });
        return wanted;
    }
}

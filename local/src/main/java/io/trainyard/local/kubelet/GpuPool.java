package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hands out the GPUs of this machine, each to one container at a time (LOCAL-71). Pure but for what it remembers. */
final class GpuPool {
    private static final String NVIDIA_SLICE = "nvidia.com/mig-";

    private final List<String> devices;
    private final boolean shared;
    private final Map<String, List<String>> given = new HashMap<>();

    /**
     * A pool.
     *
     * @param devices names as CUDA_VISIBLE_DEVICES takes them
     * @param shared whether several containers may have the same device
     */
    GpuPool(List<String> devices, boolean shared) {
        this.devices = List.copyOf(devices);
        this.shared = shared;
    }

    List<String> devices() {
        return devices;
    }

    /**
     * The devices of a container: as many as its limits ask for, or none when this machine has none at all.
     *
     * @param key of the container, for {@link #release}
     * @throws ConfigurationException when not enough are free
     */
    List<String> assign(String key, ContainerSpec container) {
        int wanted = devices.isEmpty() ? 0 : wanted(container);
        if (wanted == 0 || given.containsKey(key)) {
            return given.getOrDefault(key, List.of());
        }
        List<String> free = new ArrayList<>(devices);
        if (!shared) {
            given.values().forEach(free::removeAll);
        }
        if (free.size() < wanted) {
            throw new ConfigurationException("container " + container.name() + " asks for " + wanted
                    + " GPUs, but of the " + devices.size() + " of this machine " + free.size() + " are free");
        }
        List<String> assigned = List.copyOf(free.subList(0, wanted));
        given.put(key, assigned);
        return assigned;
    }

    void release(String key) {
        given.remove(key);
    }

    private static int wanted(ContainerSpec container) {
        int wanted = 0;
        for (Map.Entry<String, Object> limit :
                Tree.child(container.tree(), "resources", "limits").entrySet()) {
            String resource = limit.getKey();
            boolean gpu = resource.equals("nvidia.com/gpu")
                    || resource.equals("amd.com/gpu")
                    || resource.startsWith(NVIDIA_SLICE);
            String amount = String.valueOf(limit.getValue());
            wanted += gpu && amount.matches("[0-9]{1,4}") ? Integer.parseInt(amount) : 0;
        }
        return wanted;
    }
}

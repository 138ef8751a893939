package io.trainyard.local.kubelet.gpu;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The variables that tell programs which GPUs they may use. Pure. */
public final class VisibleDevices {
    /** Also read by ROCm. */
    private static final String CUDA = "CUDA_VISIBLE_DEVICES";

    private VisibleDevices() {}

    /** For the programs of a container that got these; nothing where none of them is real. */
    public static Map<String, String> of(List<Gpu> gpus) {
        Map<String, String> variables = new LinkedHashMap<>();
        String devices = gpus.stream().filter(gpu -> !gpu.isFake()).map(Gpu::id).collect(Collectors.joining(","));
        if (!devices.isEmpty()) {
            variables.put(CUDA, devices);
            if (gpus.stream().anyMatch(Gpu::isAmd)) {
                variables.put("HIP_VISIBLE_DEVICES", devices);
            }
        }
        return variables;
    }

    /**
     * For the programs of all other containers. On a machine without GPUs nothing is to be hidden, and programs take an empty value for a GPU without a
     * name.
     *
     * @param hidden whether there may be GPUs that these programs must not use
     * @param shell variables of the user
     */
    public static Map<String, String> ofOthers(boolean hidden, Map<String, String> shell) {
        return hidden ? Map.of(CUDA, "") : shell.containsKey(CUDA) ? Map.of(CUDA, shell.get(CUDA)) : Map.of();
    }
}

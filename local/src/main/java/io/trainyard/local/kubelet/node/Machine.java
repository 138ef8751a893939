package io.trainyard.local.kubelet.node;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What this machine has. */
public final class Machine {
    /** Pods that it runs at the same time. */
    public static final int MAX_PODS = 1_000;

    private Machine() {}

    /**
     * Amounts of resources, as a Node object states them. Blocks for the time of a look at the file system.
     *
     * @param folder where pods write to; exists
     */
    static Map<String, String> capacity(Path folder) {
        Map<String, String> capacity = new LinkedHashMap<>();
        capacity.put("cpu", Integer.toString(Runtime.getRuntime().availableProcessors()));
        long memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : Runtime.getRuntime().maxMemory();
        capacity.put("memory", memory / 1024 + "Ki");
        capacity.put("ephemeral-storage", folder.toFile().getTotalSpace() / 1024 + "Ki");
        capacity.put("pods", Integer.toString(MAX_PODS));
        return capacity;
    }
}

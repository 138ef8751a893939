package io.trainyard.local.kubelet;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What this machine has. The methods block. */
final class Machine {
    private static final int ASKING_SECONDS = 10;
    private static final int MOST_PODS = 1_000;

    private Machine() {}

    /** Names of the GPUs of this machine; empty when it has none or does not say. */
    static List<String> gpus() throws InterruptedException {
        List<String> gpus = new ArrayList<>();
        try {
            Process list = new ProcessBuilder("nvidia-smi", "-L")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String lines = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!list.waitFor(ASKING_SECONDS, TimeUnit.SECONDS)) {
                list.destroyForcibly();
            }
            lines.lines()
                    .filter(line -> line.startsWith("GPU "))
                    .forEach(line -> gpus.add(Integer.toString(gpus.size())));
        } catch (IOException noSuchProgram) {
            // No driver, so no GPU that programs could use.
            return List.of();
        }
        return gpus;
    }

    /** Amounts of resources, as a Node object states them. */
    static Map<String, String> capacity(int gpus) {
        Map<String, String> capacity = new LinkedHashMap<>();
        capacity.put("cpu", Integer.toString(Runtime.getRuntime().availableProcessors()));
        long memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : Runtime.getRuntime().maxMemory();
        capacity.put("memory", memory / 1024 + "Ki");
        capacity.put("ephemeral-storage", "1Ti");
        capacity.put("pods", Integer.toString(MOST_PODS));
        if (gpus > 0) {
            capacity.put("nvidia.com/gpu", Integer.toString(gpus));
        }
        return capacity;
    }
}

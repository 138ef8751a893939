package io.trainyard.local.kubelet.gpu;

import io.trainyard.local.kubelet.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks this machine for its GPUs. Blocks. */
public final class GpuDetection {
    private static final Logger LOG = LoggerFactory.getLogger(GpuDetection.class);
    private static final int TIMEOUT_SECONDS = 10;

    private GpuDetection() {}

    /**
     * The GPUs that the tools of the vendors list; empty when there is none, or no such tool.
     *
     * @param environment PATH is where the tools are looked for; CUDA_VISIBLE_DEVICES restricts what is offered
     */
    public static List<Gpu> detect(Map<String, String> environment) throws InterruptedException {
        List<Gpu> gpus = new ArrayList<>(
                GpuListing.nvidia(output(environment, "nvidia-smi", "-L"), environment.get("CUDA_VISIBLE_DEVICES")));
        gpus.addAll(GpuListing.amd(output(environment, "rocm-smi", "-i")));
        return gpus;
    }

    private static String output(Map<String, String> environment, String program, String argument)
            throws InterruptedException {
        Optional<Path> tool = Tool.find(program, environment.getOrDefault("PATH", ""));
        if (tool.isEmpty()) {
            return "";
        }
        try {
            Tool.Answer answer = Tool.run(List.of(tool.get().toString(), argument), TIMEOUT_SECONDS);
            if (answer.code() < 0) {
                LOG.warn("{}; its GPUs are not used", answer.text());
            }
            return answer.isFine() ? answer.text() : "";
        } catch (IOException e) {
            LOG.warn("{} could not be asked for GPUs: {}", program, e.getMessage());
            return "";
        }
    }
}

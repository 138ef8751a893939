package io.trainyard.local.kubelet.gpu;

import io.trainyard.foundation.time.Blocking;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            File file = new File(folder, program);
            if (file.isFile() && file.canExecute()) {
                return output(file, argument);
            }
        }
        return "";
    }

    // By way of a file, because a tool that hangs, as one does when the driver hangs, keeps a pipe open.
    @Blocking("called on a worker thread when the node starts")
    private static String output(File program, String argument) throws InterruptedException {
        try {
            File listing = Files.createTempFile("gpus", ".txt").toFile();
            try {
                Process process = new ProcessBuilder(program.getPath(), argument)
                        .redirectOutput(listing)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    LOG.warn("{} did not answer within {} s; its GPUs are not used", program, TIMEOUT_SECONDS);
                    return "";
                }
                return process.exitValue() == 0 ? Files.readString(listing.toPath()) : "";
            } finally {
                Files.deleteIfExists(listing.toPath());
            }
        } catch (IOException e) {
            LOG.warn("{} could not be asked for GPUs: {}", program, e.getMessage());
            return "";
        }
    }
}

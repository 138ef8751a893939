package io.trainyard.launcher.cli.kubelet;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which GPUs of this machine programs may use. */
public final class GpuFlag {
    @Option(
            names = "--gpus",
            paramLabel = "N|LIST",
            description =
                    "How many GPUs to use, or which ones (0,2); 0 for none. Without it, those that nvidia-smi lists.")
    private @Nullable String gpus;

    /** As it was given; empty to ask the machine. */
    public Optional<String> value() {
        return Optional.ofNullable(gpus);
    }
}

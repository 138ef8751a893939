package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much of this machine is handed out to the pods of a run. */
public final class CapacityFlags {
    private static final String GPU = "nvidia.com/gpu";

    @Option(names = "--cpus", paramLabel = "N", description = "CPUs to hand out to pods; all without it.")
    private @Nullable String cpus;

    @Option(
            names = "--memory",
            paramLabel = "AMOUNT",
            description = "Memory to hand out to pods, such as 16Gi; all without it.")
    private @Nullable String memory;

    @Option(
            names = "--gpus",
            paramLabel = "N|LIST",
            description =
                    "How many GPUs to use, or which ones (0,2); 0 for none. Without it, those that nvidia-smi lists.")
    private @Nullable String gpus;

    /** Which GPUs programs may use, as it was given; empty to ask the machine. */
    Optional<String> gpus() {
        return Optional.ofNullable(gpus);
    }

    /**
     * Amounts by the name of the resource; without those that are not limited.
     *
     * @throws CommandException when one is no amount
     */
    Map<String, String> amounts(ProgramOptions programs) {
        Map<String, String> amounts = new LinkedHashMap<>();
        put(amounts, "--cpus", "cpu", cpus);
        put(amounts, "--memory", "memory", memory);
        programs.gpus().ifPresent(names -> amounts.put(GPU, Integer.toString(names.size())));
        return amounts;
    }

    private static void put(Map<String, String> amounts, String flag, String resource, @Nullable String amount) {
        if (amount == null) {
            return;
        }
        if (!amount.matches("(?=[\\d.]*[1-9])\\d{1,15}(\\.\\d{1,3})?(m|k|M|G|T|Ki|Mi|Gi|Ti)?")) {
            throw wrong(flag + ": must be an amount above 0 such as " + (resource.equals("cpu") ? "4" : "16Gi")
                    + ", not " + amount);
        }
        amounts.put(resource, amount);
    }
}

package io.trainyard.plugins.torch.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What a user of TorchTune should know although the TrainJob runs. */
public final class TuneWarnings {
    private static final String ARGS = "spec.trainer.args";
    private static final Pattern LOCAL_RENDEZVOUS =
            Pattern.compile("--rdzv[_-]endpoint=(localhost|127\\.0\\.0\\.1)(:.*)?");

    private TuneWarnings() {}

    /** Where recipe and configuration are chosen. */
    public static List<String> of(TuneJob job) {
        List<String> warnings = new ArrayList<>();
        for (String arg : job.args()) {
            if (TuneSettings.key(arg).isPresent()) {
                break;
            }
            if (arg.startsWith("--")) {
                warnings.add(
                        ARGS + ": " + arg
                                + " comes after the recipe, so tune run does not give it to torchrun; only settings key=value belong here");
                break;
            }
        }
        if (Adapter.isQuantizedDoraWithoutModules(job.args())) {
            warnings.add(ARGS + ": " + Adapter.QUANTIZE + " has no effect with DoRA, and without "
                    + Adapter.LORA_MODULES + " all weights are trained; add that, or remove model.use_dora for QLoRA");
        }
        for (String group : TuneSettings.groupsWithoutComponent(job.runtimeWords(), job.args())) {
            warnings.add(ARGS + ": what these say of " + group
                    + " takes the place of all that the runtime says of it, also of its " + group
                    + "=…; add that here, or TorchTune's own default is used");
        }
        return warnings;
    }

    /**
     * Where the TrainJob has no command, so that the one of the runtime runs as it is written.
     *
     * @param runtimeWords command and arguments of the runtime's trainer container
     * @param args arguments of the TrainJob
     * @param nodes how many pods take part
     */
    public static List<String> ofRuntimeCommand(List<String> runtimeWords, List<String> args, int nodes) {
        if (!TuneJob.startsTune(runtimeWords)) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        if (nodes > 1
                && runtimeWords.stream()
                        .anyMatch(word -> LOCAL_RENDEZVOUS.matcher(word).matches())) {
            warnings.add(
                    "spec.trainer.numNodes: the command of the runtime looks for all " + nodes
                            + " nodes on its own machine, so each trains alone; use one node, or set spec.trainer.command to [tune, run]");
        }
        List<String> adapters = List.of(Adapter.LORA_MODULES, Adapter.QUANTIZE);
        if (args.stream().anyMatch(arg -> adapters.stream().anyMatch(arg::contains))) {
            warnings.add(ARGS + ": the recipe stays the one of the runtime's command, whatever these say of LoRA; set"
                    + " spec.trainer.command to [tune, run] to have it chosen");
        }
        return warnings;
    }
}

package io.trainyard.plugins.torch.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A TrainJob that says {@code tune run} and leaves the rest to its runtime: what decides on recipe and configuration. Immutable.
 *
 * @param runtime name of the runtime
 * @param modelOfRuntime the model that an annotation of the runtime names, such as {@code llama3_2/3B}; null when there is none
 * @param runtimeWords command and arguments of the runtime's trainer container
 * @param args arguments of the TrainJob; empty when it has none
 * @param nodes how many pods take part
 * @param singleProcess whether each node starts one process
 */
public record TuneJob(
        String runtime,
        @Nullable String modelOfRuntime,
        List<String> runtimeWords,
        List<String> args,
        int nodes,
        boolean singleProcess) {
    /** Annotation of a runtime that names its model, where the name of the runtime does not. */
    public static final String MODEL_ANNOTATION = "trainer.kubeflow.org/torchtune-model";

    private static final List<String> TUNE_RUN = List.of("tune", "run");

    public TuneJob {
        runtimeWords = List.copyOf(runtimeWords);
        args = List.copyOf(args);
    }

    /** Whether a TrainJob with this command leaves recipe and configuration to us; a longer command is run as it is written. */
    public static boolean isManaged(@Nullable List<String> command) {
        return TUNE_RUN.equals(command);
    }

    /** Whether these words start TorchTune. */
    static boolean startsTune(List<String> words) {
        return words.size() > 1 && words.subList(0, 2).equals(TUNE_RUN);
    }

    /** The model to train: the one that the runtime's annotation names, else its own name, else its command. Empty when that is none that we know. */
    Optional<TuneModel> model() {
        return modelOfRuntime != null
                ? TuneModel.ofName(modelOfRuntime)
                : TuneModel.ofRuntimeName(runtime).or(() -> TuneModel.ofCommand(runtimeWords));
    }

    Adapter adapter() {
        return Adapter.of(args);
    }

    boolean isSingleDevice() {
        return nodes <= 1 && singleProcess;
    }

    TuneConfiguration configuration() {
        return TuneConfiguration.of(nodes, isSingleDevice(), adapter());
    }

    /**
     * The command that replaces {@code tune run}; the TrainJob's arguments follow it.
     *
     * @param endpoint host and port of the rendezvous
     * @throws IllegalStateException when {@link TunePreconditions} were not asked before
     */
    public List<String> command(String endpoint) {
        TuneModel model = model().orElseThrow(() -> new IllegalStateException("the model is not known"));
        TuneConfiguration configuration = configuration();
        List<String> command = new ArrayList<>(TUNE_RUN);
        if (configuration.isDistributed()) {
            command.add("--rdzv_endpoint=" + endpoint);
        }
        command.add(configuration.recipe());
        command.add("--config");
        command.add(model.configName() + configuration.suffix());
        command.addAll(TuneSettings.inherited(runtimeWords, args));
        return command;
    }
}

package io.trainyard.plugins.torch.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The settings {@code key=value} that follow a configuration of TorchTune. */
final class TuneSettings {
    /** Where things lie in the runtime's volume: the runtime's business alone. */
    static final Set<String> OF_RUNTIME_ONLY =
            Set.of("output_dir", "tokenizer.path", "tokenizer.merges_file", "checkpointer.checkpoint_dir");

    private TuneSettings() {}

    /**
     * What is taken over from the runtime: first what only it may set, then what it sets for its configuration and the TrainJob does not touch.
     *
     * @param runtimeWords command and arguments of the runtime
     * @param args arguments of the TrainJob; one of them about a group of settings, such as {@code dataset}, replaces the runtime's whole group
     */
    static List<String> inherited(List<String> runtimeWords, List<String> args) {
        List<String> inherited = new ArrayList<>();
        for (String word : runtimeWords) {
            if (key(word).filter(OF_RUNTIME_ONLY::contains).isPresent()) {
                inherited.add(word);
            }
        }
        Set<String> touched = args.stream()
                .flatMap(arg -> key(arg).stream())
                .map(TuneSettings::group)
                .collect(Collectors.toSet());
        int config = runtimeWords.indexOf("--config");
        List<String> settings = config < 0
                ? List.of()
                : runtimeWords.subList(Math.min(config + 2, runtimeWords.size()), runtimeWords.size());
        for (String word : settings) {
            Optional<String> key = key(word);
            if (key.filter(name -> !OF_RUNTIME_ONLY.contains(name) && !touched.contains(group(name)))
                    .isPresent()) {
                inherited.add(word);
            }
        }
        return inherited;
    }

    /** The key of a setting; empty for an option or a plain word. */
    static Optional<String> key(String word) {
        int equals = word.indexOf('=');
        return equals > 0 && !word.startsWith("-") ? Optional.of(word.substring(0, equals)) : Optional.empty();
    }

    private static String group(String key) {
        int dot = key.indexOf('.');
        return dot < 0 ? key : key.substring(0, dot);
    }
}

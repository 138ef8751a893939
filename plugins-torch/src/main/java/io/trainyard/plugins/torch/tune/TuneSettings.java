package io.trainyard.plugins.torch.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        Set<String> touched = keys(args).map(TuneSettings::group).collect(Collectors.toSet());
        for (String word : afterConfiguration(runtimeWords)) {
            Optional<String> key = key(word);
            if (key.filter(name -> !OF_RUNTIME_ONLY.contains(name) && !touched.contains(group(name)))
                    .isPresent()) {
                inherited.add(word);
            }
        }
        return inherited;
    }

    /** Groups of which the runtime names the thing itself, such as {@code dataset=…}, and the TrainJob only properties, so that the thing gets lost. */
    static List<String> groupsWithoutComponent(List<String> runtimeWords, List<String> args) {
        Set<String> named = keys(args).filter(key -> key.equals(group(key))).collect(Collectors.toSet());
        Set<String> ofRuntime = keys(afterConfiguration(runtimeWords)).collect(Collectors.toSet());
        return keys(args)
                .map(TuneSettings::group)
                .distinct()
                .filter(group -> ofRuntime.contains(group) && !named.contains(group))
                .toList();
    }

    private static List<String> afterConfiguration(List<String> runtimeWords) {
        int config = runtimeWords.indexOf("--config");
        return config < 0
                ? List.of()
                : runtimeWords.subList(Math.min(config + 2, runtimeWords.size()), runtimeWords.size());
    }

    private static Stream<String> keys(List<String> words) {
        return words.stream().flatMap(word -> key(word).stream());
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

package io.trainyard.plugins.torch.tune;

import static io.trainyard.plugins.torch.tune.TuneConfiguration.FULL;
import static io.trainyard.plugins.torch.tune.TuneConfiguration.FULL_MULTINODE;
import static io.trainyard.plugins.torch.tune.TuneConfiguration.FULL_SINGLE_DEVICE;
import static io.trainyard.plugins.torch.tune.TuneConfiguration.LORA;
import static io.trainyard.plugins.torch.tune.TuneConfiguration.LORA_SINGLE_DEVICE;
import static io.trainyard.plugins.torch.tune.TuneConfiguration.QLORA;
import static io.trainyard.plugins.torch.tune.TuneConfiguration.QLORA_SINGLE_DEVICE;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The models that can be chosen, with the configurations that TorchTune 0.6 ships for each. */
public enum TuneModel {
    LLAMA_3_2_1B("llama3_2/1B", EnumSet.of(FULL_SINGLE_DEVICE, FULL, LORA_SINGLE_DEVICE, LORA, QLORA_SINGLE_DEVICE)),
    LLAMA_3_2_3B("llama3_2/3B", EnumSet.of(FULL_SINGLE_DEVICE, FULL, LORA_SINGLE_DEVICE, LORA, QLORA_SINGLE_DEVICE)),
    LLAMA_3_3_70B("llama3_3/70B", EnumSet.of(FULL, FULL_MULTINODE, LORA, QLORA)),
    QWEN_2_5_1_5B("qwen2_5/1.5B", EnumSet.of(FULL_SINGLE_DEVICE, FULL, LORA_SINGLE_DEVICE, LORA)),
    GEMMA_2_2B("gemma2/2B", EnumSet.of(FULL, LORA_SINGLE_DEVICE, LORA, QLORA_SINGLE_DEVICE));

    private static final String CONFIG = "--config";

    private final String configName;
    private final Set<TuneConfiguration> configurations;

    TuneModel(String configName, Set<TuneConfiguration> configurations) {
        this.configName = configName;
        this.configurations = configurations;
    }

    /** How the names of its configurations begin. */
    public String configName() {
        return configName;
    }

    /** Whether TorchTune ships such a configuration for it. */
    boolean has(TuneConfiguration configuration) {
        return configurations.contains(configuration);
    }

    /** All names, for messages. */
    static String names() {
        return Arrays.stream(values()).map(TuneModel::configName).collect(Collectors.joining(", "));
    }

    static Optional<TuneModel> ofName(String name) {
        return Arrays.stream(values())
                .filter(model -> model.configName.equals(name))
                .findFirst();
    }

    /** The model that the name of a runtime speaks of, such as {@code torchtune-llama3.2-1b}: anything, the family, the size. */
    static Optional<TuneModel> ofRuntimeName(String runtime) {
        String[] parts = runtime.split("-", -1);
        return parts.length == 3
                ? ofName(parts[1].replace('.', '_') + "/" + parts[2].toUpperCase(Locale.ROOT))
                : Optional.empty();
    }

    /** The model of the configuration that a command names. */
    static Optional<TuneModel> ofCommand(List<String> words) {
        int option = words.indexOf(CONFIG);
        if (option < 0 || option + 1 == words.size()) {
            return Optional.empty();
        }
        String config = words.get(option + 1);
        return Arrays.stream(TuneConfiguration.values())
                .map(TuneConfiguration::suffix)
                .filter(config::endsWith)
                .max(Comparator.comparingInt(String::length))
                .flatMap(suffix -> ofName(config.substring(0, config.length() - suffix.length())));
    }
}

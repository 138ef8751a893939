package io.trainyard.plugins.torch.tune;

/** The kinds of configuration that TorchTune ships for a model, each with the recipe that it is for. */
public enum TuneConfiguration {
    FULL_SINGLE_DEVICE("full_finetune_single_device", "_full_single_device"),
    FULL("full_finetune_distributed", "_full"),
    FULL_MULTINODE("full_finetune_distributed", "_full_multinode"),
    LORA_SINGLE_DEVICE("lora_finetune_single_device", "_lora_single_device"),
    LORA("lora_finetune_distributed", "_lora"),
    QLORA_SINGLE_DEVICE("lora_finetune_single_device", "_qlora_single_device"),
    QLORA("lora_finetune_distributed", "_qlora");

    private final String recipe;
    private final String suffix;

    TuneConfiguration(String recipe, String suffix) {
        this.recipe = recipe;
        this.suffix = suffix;
    }

    /**
     * The one that is needed.
     *
     * @param nodes how many pods take part; several train all weights, whatever the adapter
     * @param singleDevice whether one process trains alone
     */
    static TuneConfiguration of(int nodes, boolean singleDevice, Adapter adapter) {
        if (nodes > 1) {
            return FULL_MULTINODE;
        }
        return switch (adapter) {
            case NONE -> singleDevice ? FULL_SINGLE_DEVICE : FULL;
            case LORA -> singleDevice ? LORA_SINGLE_DEVICE : LORA;
            case QLORA -> singleDevice ? QLORA_SINGLE_DEVICE : QLORA;
        };
    }

    /** The recipe for {@code tune run}. */
    public String recipe() {
        return recipe;
    }

    /** What follows the name of the model in the name of the configuration. */
    public String suffix() {
        return suffix;
    }

    /** Whether torchrun starts the recipe. {@code tune run} does so when it finds an option of torchrun, and refuses one for all other recipes. */
    boolean isDistributed() {
        return recipe.endsWith("_distributed");
    }
}

package io.trainyard.plugins.torch.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What tune run gets")
final class TuneJobTest {
    private static final String LORA = "model.lora_attn_modules=[q_proj,v_proj]";
    private static final String QUANTIZED = "model.quantize_base=True";
    private static final String ENDPOINT = "ft-node-0-0.ft:29500";
    private static final List<String> RUNTIME = words("tune run --rdzv_endpoint=localhost:29500"
            + " full_finetune_distributed --config llama3_2/1B_full dataset=torchtune.datasets.instruct_dataset"
            + " dataset.source=parquet dataset.data_dir=/workspace/dataset/data output_dir=/workspace/output"
            + " tokenizer.path=/workspace/model/original/tokenizer.model checkpointer.checkpoint_dir=/workspace/model");

    @Test
    @DisplayName("TUNE-06, TUNE-12: the example: two GPUs and LoRA on the runtime for Llama 3.2 1B")
    void theWorkedExample() {
        assertThat(job("torchtune-llama3.2-1b", 1, false, LORA, "epochs=1").command(ENDPOINT))
                .containsExactly(
                        words("tune run --rdzv_endpoint=ft-node-0-0.ft:29500 lora_finetune_distributed --config"
                                        + " llama3_2/1B_lora output_dir=/workspace/output"
                                        + " tokenizer.path=/workspace/model/original/tokenizer.model"
                                        + " checkpointer.checkpoint_dir=/workspace/model dataset=torchtune.datasets.instruct_dataset"
                                        + " dataset.source=parquet dataset.data_dir=/workspace/dataset/data")
                                .toArray(String[]::new));
        assertThat(job("torchtune-llama3.2-1b", 1, true, LORA).command(ENDPOINT))
                .startsWith("tune", "run", "lora_finetune_single_device", "--config", "llama3_2/1B_lora_single_device");
    }

    @ParameterizedTest(name = "{0}: {1} nodes, one process: {2}, {3} → {4} {5}")
    @CsvSource({
        "TUNE-09a, 1, true,  QLORA, lora_finetune_single_device, llama3_2/3B_qlora_single_device, torchtune-llama3.2-3b",
        "TUNE-09b, 1, true,  LORA,  lora_finetune_single_device, qwen2_5/1.5B_lora_single_device, torchtune-qwen2.5-1.5b",
        "TUNE-09c, 1, true,  NONE,  full_finetune_single_device, llama3_2/3B_full_single_device,  torchtune-llama3.2-3b",
        "TUNE-09d, 1, false, QLORA, lora_finetune_distributed,   llama3_3/70B_qlora,              a-llama3.3-70b",
        "TUNE-09e, 1, false, LORA,  lora_finetune_distributed,   gemma2/2B_lora,                  torchtune-gemma2-2b",
        "TUNE-09f, 1, false, NONE,  full_finetune_distributed,   qwen2_5/1.5B_full,               torchtune-qwen2.5-1.5b",
        "TUNE-09g, 3, false, NONE,  full_finetune_distributed,   llama3_3/70B_full_multinode,     a-llama3.3-70b",
        "no nodes, 0, true,  NONE,  full_finetune_single_device, llama3_2/1B_full_single_device,  a-llama3.2-1b"
    })
    void nodesProcessesAndAdapterChooseRecipeAndConfiguration(
            String rule, int nodes, boolean single, Adapter adapter, String recipe, String config, String runtime) {
        TuneJob job = job(runtime, nodes, single, arguments(adapter));

        List<String> command = job.command(ENDPOINT);

        assertThat(TunePreconditions.of(job)).as(rule).isEmpty();
        int option = command.indexOf("--config");
        assertThat(command.subList(option - 1, option + 2)).containsExactly(recipe, "--config", config);
        // TUNE-05
        assertThat(command.contains("--rdzv_endpoint=" + ENDPOINT)).isEqualTo(recipe.endsWith("_distributed"));
        assertThat(command).doesNotContain("--rdzv_endpoint=localhost:29500");
    }

    private static String[] arguments(Adapter adapter) {
        return switch (adapter) {
            case NONE -> new String[] {"epochs=1"};
            case LORA -> new String[] {LORA};
            case QLORA -> new String[] {LORA, QUANTIZED};
        };
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "model.quantize_base=True                                            | QLORA",
                "model.quantize_base= true                                           | QLORA",
                "model.lora_attn_modules=[q_proj];model.quantize_base=TRUE           | QLORA",
                "model.quantize_base=False                                           | NONE",
                "model.lora_attn_modules=[q_proj];model.quantize_base=False          | LORA",
                "model.quantize_base=True;model.use_dora=True                        | NONE",
                "model.lora_attn_modules=[q];model.quantize_base=True;model.use_dora=true | LORA",
                "model.lora_attn_modules=[q_proj];model.use_dora=True                | LORA",
                "model.quantize_base                                                 | NONE",
                "epochs=1                                                            | NONE"
            })
    @DisplayName("TUNE-08: LoRA, QLoRA and DoRA")
    void argumentsChooseTheAdapter(String args, Adapter adapter) {
        assertThat(Adapter.of(List.of(args.split(";")))).isEqualTo(adapter);
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource({
        "torchtune-llama3.2-1b,        llama3_2/1B",
        "a-llama3.2-3b,                llama3_2/3B",
        "torchtune-qwen2.5-1.5b,       qwen2_5/1.5B",
        "torchtune-llama3.3-70b,       llama3_3/70B",
        "torchtune-gemma2-2b,          gemma2/2B",
        "my-torchtune-llama3.2-1b,     ",
        "torchtune-llama3.2,           ",
        "torchtune-llama3.2-7b,        ",
        "torchtune-llama3.2-1b-,       "
    })
    @DisplayName("TUNE-10: the runtime's name says which model it is")
    void aRuntimesNameHoldsItsModel(String runtime, @Nullable String model) {
        assertThat(TuneModel.ofRuntimeName(runtime).map(TuneModel::configName).orElse(null))
                .isEqualTo(model);
    }

    @Test
    @DisplayName("TUNE-11: an annotation of the runtime beats its name; else its command is looked at")
    void aRuntimeOfAnyNameMayNameItsModel() {
        List<String> command = words("tune run full_finetune_single_device --config llama3_2/3B_full_single_device");
        assertThat(new TuneJob("torchtune-llama3.2-1b", "qwen2_5/1.5B", command, List.of(), 1, true).model())
                .contains(TuneModel.QWEN_2_5_1_5B);
        assertThat(new TuneJob("ours", null, command, List.of(), 1, true).model())
                .contains(TuneModel.LLAMA_3_2_3B);
        assertThat(new TuneJob("torchtune-llama3.2-1b", null, command, List.of(), 1, true).model())
                .contains(TuneModel.LLAMA_3_2_1B);
        assertThat(new TuneJob("torchtune-llama3.2-1b", "unknown/1B", command, List.of(), 1, true).model())
                .as("what the annotation says is not guessed away")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tune run full_finetune_single_device --config",
                "tune run full_finetune_single_device",
                "tune run x --config llama3_2/1B",
                "python train.py"
            })
    void aCommandWithoutKnownConfigurationNamesNoModel(String command) {
        // TUNE-11
        assertThat(TuneModel.ofCommand(words(command))).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "epochs=1                        | dataset=torchtune.datasets.instruct_dataset dataset.source=parquet dataset.data_dir=/workspace/dataset/data",
                "dataset.data_dir=/elsewhere     | none",
                "dataset=mine.dataset            | none",
                "--nproc_per_node=2              | dataset=torchtune.datasets.instruct_dataset dataset.source=parquet dataset.data_dir=/workspace/dataset/data"
            })
    @DisplayName("TUNE-12, TUNE-13: settings of the runtime stay, but for a group that the TrainJob speaks of")
    void theTrainJobReplacesWholeGroupsOfSettings(String arg, @Nullable String kept) {
        List<String> expected = new ArrayList<>(
                words(
                        "output_dir=/workspace/output"
                                + " tokenizer.path=/workspace/model/original/tokenizer.model checkpointer.checkpoint_dir=/workspace/model"));
        if (kept != null) {
            expected.addAll(words(kept));
        }
        assertThat(TuneSettings.inherited(RUNTIME, List.of(arg.strip()))).isEqualTo(expected);
    }

    @Test
    @DisplayName("TUNE-12: of a command without a configuration only the places of files are taken over")
    void withoutConfigurationOnlyPlacesOfFilesAreTakenOver() {
        assertThat(TuneSettings.inherited(
                        words("tune run full_finetune_distributed batch_size=4 tokenizer.merges_file=/m output_dir=/o"),
                        List.of()))
                .containsExactly("tokenizer.merges_file=/m", "output_dir=/o");
    }

    @ParameterizedTest
    @CsvSource({"tune run, true", "tune run x, false", "tune, false", "run tune, false", "/usr/bin/tune run, false"})
    @DisplayName("TUNE-01, TUNE-03: nothing but the two words leaves the choice to us")
    void onlyTheTwoWordsLeaveTheChoiceToUs(String command, boolean managed) {
        assertThat(TuneJob.isManaged(words(command))).isEqualTo(managed);
        assertThat(TuneJob.isManaged(null)).isFalse();
        assertThat(TuneJob.isManaged(List.of("tune run"))).isFalse();
    }

    static TuneJob job(String runtime, int nodes, boolean single, String... args) {
        return new TuneJob(runtime, null, RUNTIME, List.of(args), nodes, single);
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.split(" "));
    }
}

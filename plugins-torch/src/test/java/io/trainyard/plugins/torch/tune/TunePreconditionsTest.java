package io.trainyard.plugins.torch.tune;

import static io.trainyard.plugins.torch.tune.TuneJobTest.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("What TorchTune cannot do is refused, with field and remedy")
final class TunePreconditionsTest {
    private static final String LORA = "model.lora_attn_modules=[q_proj]";
    private static final String QUANTIZED = "model.quantize_base=True";

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void aRefusalNamesTheFieldAndWhatWouldBeRight(String rule, TuneJob job, List<String> messages) {
        assertThat(TunePreconditions.of(job))
                .as(rule)
                .extracting(FieldError::toString)
                .containsExactlyElementsOf(messages);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(
                        "TUNE-20, VAL-64a: no model at all",
                        new TuneJob("ours", null, List.of("tune", "run"), List.of(), 1, false),
                        List.of("spec.runtimeRef.name: Invalid value: \"ours\": must belong to a runtime of one of the"
                                + " models llama3_2/1B, llama3_2/3B, llama3_3/70B, qwen2_5/1.5B, gemma2/2B, named like"
                                + " torchtune-llama3.2-1b or with the annotation trainer.kubeflow.org/torchtune-model;"
                                + " for other models write recipe and configuration into spec.trainer.command")),
                Arguments.of(
                        "TUNE-20: the annotation names an unknown model",
                        new TuneJob("torchtune-llama3.2-1b", "llama9/1B", List.of(), List.of(), 1, false),
                        List.of(
                                "spec.runtimeRef.name: Invalid value: \"torchtune-llama3.2-1b\": its annotation names the"
                                        + " model llama9/1B; it must belong to a runtime of one of the models llama3_2/1B,"
                                        + " llama3_2/3B, llama3_3/70B, qwen2_5/1.5B, gemma2/2B, named like torchtune-llama3.2-1b"
                                        + " or with the annotation trainer.kubeflow.org/torchtune-model; for other models write"
                                        + " recipe and configuration into spec.trainer.command")),
                Arguments.of(
                        "TUNE-21, VAL-64b: several nodes",
                        job("torchtune-llama3.2-1b", 2, false),
                        List.of(
                                "spec.trainer.numNodes: Invalid value: 2: must be 1 for llama3_2/1B: of the known models"
                                        + " only llama3_3/70B trains on several nodes; ask for more GPUs on one node in"
                                        + " resourcesPerNode")),
                Arguments.of(
                        "TUNE-22, VAL-64e: several nodes with LoRA",
                        job("torchtune-llama3.3-70b", 2, false, LORA),
                        List.of("spec.trainer.numNodes: Invalid value: 2: must be 1 with LoRA or QLoRA, which train on"
                                + " one node only")),
                Arguments.of(
                        "TUNE-23, VAL-64c: QLoRA with Qwen",
                        job("torchtune-qwen2.5-1.5b", 1, true, QUANTIZED),
                        List.of(
                                "spec.runtimeRef.name: Invalid value: \"torchtune-qwen2.5-1.5b\": qwen2_5/1.5B cannot be"
                                        + " trained with QLoRA; remove model.quantize_base from spec.trainer.args")),
                Arguments.of(
                        "TUNE-24, VAL-64d: QLoRA on several GPUs",
                        job("torchtune-llama3.2-3b", 1, false, QUANTIZED),
                        List.of(
                                "spec.trainer.numProcPerNode: Invalid value: must be auto or 1: QLoRA trains llama3_2/3B"
                                        + " on one GPU",
                                "spec.trainer.resourcesPerNode: Invalid value: must ask for one GPU: QLoRA trains"
                                        + " llama3_2/3B on one GPU")),
                Arguments.of(
                        "TUNE-25: 70B on one GPU",
                        job("torchtune-llama3.3-70b", 1, true, LORA),
                        List.of("spec.trainer.resourcesPerNode: Invalid value: must ask for two GPUs or more:"
                                + " llama3_3/70B does not fit on one")),
                Arguments.of(
                        "TUNE-26, VAL-64f: what only the runtime sets",
                        job("torchtune-llama3.2-1b", 1, true, "epochs=1", "output_dir=/mine", "tokenizer.path=/t"),
                        List.of(
                                "spec.trainer.args[1]: Invalid value: \"output_dir=/mine\": only the runtime sets this,"
                                        + " because its volume holds the files; remove it",
                                "spec.trainer.args[2]: Invalid value: \"tokenizer.path=/t\": only the runtime sets this,"
                                        + " because its volume holds the files; remove it")),
                Arguments.of(
                        "TUNE-29: all weights of Gemma on one GPU",
                        job("torchtune-gemma2-2b", 1, true),
                        List.of("spec.trainer.resourcesPerNode: Invalid value: must ask for two GPUs or more: on one,"
                                + " gemma2/2B is trained with LoRA only; else add model.lora_attn_modules to"
                                + " spec.trainer.args")));
    }

    @ParameterizedTest
    @EnumSource(TuneModel.class)
    @DisplayName(
            "TUNE-20 to TUNE-29: what is not refused has a configuration that TorchTune ships, and the other way round")
    void whateverIsNotRefusedHasAConfiguration(TuneModel model) {
        for (int nodes : new int[] {0, 1, 2}) {
            for (boolean single : new boolean[] {true, false}) {
                for (List<String> args : List.of(List.<String>of(), List.of(LORA), List.of(QUANTIZED))) {
                    TuneJob job = new TuneJob("ours", model.configName(), List.of(), args, nodes, single);
                    boolean adapterOnSeveralNodes = nodes > 1 && !args.isEmpty();
                    assertThat(TunePreconditions.of(job).isEmpty())
                            .as(job.toString())
                            .isEqualTo(model.has(job.configuration()) && !adapterOnSeveralNodes);
                }
            }
        }
    }

    @Test
    @DisplayName("TUNE-28: an option after the recipe does not reach torchrun")
    void anOptionAmongTheArgumentsIsWarnedAbout() {
        assertThat(TuneWarnings.of(job("torchtune-llama3.2-1b", 1, false, "--nproc_per_node", "2", "epochs=1")))
                .containsExactly(
                        "spec.trainer.args: --nproc_per_node comes after the recipe, so tune run does not give it"
                                + " to torchrun; only settings key=value belong here");
        assertThat(TuneWarnings.of(job("torchtune-llama3.2-1b", 1, false, "epochs=1", "--verbose")))
                .isEmpty();
    }

    @Test
    @DisplayName("TUNE-09c: quantized DoRA without modules trains all weights, with a warning")
    void quantizedDoraWithoutModulesIsWarnedAbout() {
        assertThat(TuneWarnings.of(job("torchtune-llama3.2-1b", 1, false, QUANTIZED, "model.use_dora=True")))
                .containsExactly(
                        "spec.trainer.args: model.quantize_base has no effect with DoRA, and without"
                                + " model.lora_attn_modules all weights are trained; add that, or remove model.use_dora for QLoRA");
        assertThat(TuneWarnings.of(job("torchtune-llama3.2-1b", 1, false, QUANTIZED, "model.use_dora=True", LORA)))
                .isEmpty();
    }

    @Test
    @DisplayName("TUNE-30: settings about a data set that leave the data set itself to TorchTune are warned about")
    void aLostDataSetIsWarnedAbout() {
        assertThat(TuneWarnings.of(job(
                        "torchtune-llama3.2-1b", 1, false, "epochs=1", "dataset.data_dir=/d", "dataset.packed=True")))
                .containsExactly(
                        "spec.trainer.args: what these say of dataset takes the place of all that the runtime says"
                                + " of it, also of its dataset=…; add that here, or TorchTune's own default is used");
        assertThat(TuneWarnings.of(job("torchtune-llama3.2-1b", 1, false, "dataset=mine", "dataset.data_dir=/d")))
                .isEmpty();
        assertThat(TuneWarnings.of(job("torchtune-llama3.2-1b", 1, false, "optimizer.lr=1")))
                .isEmpty();
    }
}

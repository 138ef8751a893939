package io.trainyard.plugins.torch.tune;

import io.trainyard.foundation.field.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What keeps a recipe and a configuration from being chosen. */
public final class TunePreconditions {
    private static final String RUNTIME_NAME = "spec.runtimeRef.name";
    private static final String NODES = "spec.trainer.numNodes";
    private static final String PROCESSES = "spec.trainer.numProcPerNode";
    private static final String RESOURCES = "spec.trainer.resourcesPerNode";
    private static final String ARGS = "spec.trainer.args";

    private TunePreconditions() {}

    /** All that is in the way; empty when {@link TuneJob#command} has an answer. */
    public static List<FieldError> of(TuneJob job) {
        List<FieldError> found = new ArrayList<>();
        Optional<TuneModel> model = job.model();
        if (model.isEmpty()) {
            found.add(unknownModel(job));
        }
        model.ifPresent(known -> combination(job, known, found));
        for (int i = 0; i < job.args().size(); i++) {
            String arg = job.args().get(i);
            if (TuneSettings.key(arg)
                    .filter(TuneSettings.OF_RUNTIME_ONLY::contains)
                    .isPresent()) {
                found.add(FieldError.invalid(
                        ARGS + "[" + i + "]",
                        arg,
                        "only the runtime sets this, because its volume holds the files; remove it"));
            }
        }
        return found;
    }

    private static FieldError unknownModel(TuneJob job) {
        String remedy = "must belong to a runtime of one of the models " + TuneModel.names() + ", named like"
                + " torchtune-llama3.2-1b or with the annotation " + TuneJob.MODEL_ANNOTATION
                + "; for other models write recipe and configuration into spec.trainer.command";
        return job.modelOfRuntime() == null
                ? FieldError.invalid(RUNTIME_NAME, job.runtime(), remedy)
                : FieldError.invalid(
                        RUNTIME_NAME,
                        job.runtime(),
                        "its annotation names the model " + job.modelOfRuntime() + "; it " + remedy);
    }

    private static void combination(TuneJob job, TuneModel model, List<FieldError> found) {
        String name = model.configName();
        Adapter adapter = job.adapter();
        if (job.nodes() > 1) {
            if (!model.has(TuneConfiguration.FULL_MULTINODE)) {
                found.add(FieldError.invalid(
                        NODES,
                        job.nodes(),
                        "must be 1 for " + name + ": of the known models only "
                                + TuneModel.LLAMA_3_3_70B.configName()
                                + " trains on several nodes; ask for more GPUs on one node in resourcesPerNode"));
            }
            if (adapter != Adapter.NONE) {
                found.add(FieldError.invalid(
                        NODES, job.nodes(), "must be 1 with LoRA or QLoRA, which train on one node only"));
            }
            return;
        }
        TuneConfiguration configuration = job.configuration();
        if (model.has(configuration)) {
            return;
        }
        if (adapter == Adapter.QLORA
                && !model.has(TuneConfiguration.QLORA_SINGLE_DEVICE)
                && !model.has(TuneConfiguration.QLORA)) {
            found.add(FieldError.invalid(
                    RUNTIME_NAME,
                    job.runtime(),
                    name + " cannot be trained with QLoRA; remove " + Adapter.QUANTIZE + " from spec.trainer.args"));
        } else if (adapter == Adapter.QLORA && !job.isSingleDevice()) {
            found.add(FieldError.invalid(PROCESSES, null, "must be auto or 1: QLoRA trains " + name + " on one GPU"));
            found.add(
                    FieldError.invalid(RESOURCES, null, "must ask for one GPU: QLoRA trains " + name + " on one GPU"));
        } else if (!model.has(TuneConfiguration.LORA_SINGLE_DEVICE)) {
            found.add(FieldError.invalid(
                    RESOURCES, null, "must ask for two GPUs or more: " + name + " does not fit on one"));
        } else {
            found.add(FieldError.invalid(
                    RESOURCES,
                    null,
                    "must ask for two GPUs or more: on one, " + name + " is trained with LoRA only; else add "
                            + Adapter.LORA_MODULES + " to spec.trainer.args"));
        }
    }
}

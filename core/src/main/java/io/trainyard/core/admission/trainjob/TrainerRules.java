package io.trainyard.core.admission.trainjob;

import io.trainyard.core.config.AdmissionSettings.Strictness;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a TrainJob says of its trainer, whatever the framework. */
public final class TrainerRules {
    private static final String QUEUE_LABEL = "kueue.x-k8s.io/queue-name";

    private TrainerRules() {}

    /**
     * Findings that need no runtime.
     *
     * @param stringNumProcPerNode what is done about a process count that is a string
     */
    public static void check(Map<String, Object> spec, Strictness stringNumProcPerNode, Validation.Builder findings) {
        @Nullable Object nodes = Tree.at(spec, "trainer", "numNodes");
        if (nodes instanceof Number number && number.longValue() == 0) {
            findings.warning("spec.trainer.numNodes: is 0, so nothing will be trained");
        }
        if (Tree.at(spec, "trainer", "numProcPerNode") instanceof String text) {
            String problem = "clients of newer releases of the API read whole numbers only";
            if (stringNumProcPerNode == Strictness.WARN) {
                findings.warning("spec.trainer.numProcPerNode: \"" + text + "\" is a string; " + problem
                        + " and may fail to list all TrainJobs");
            } else if (stringNumProcPerNode == Strictness.DENY) {
                findings.error(FieldError.invalid(
                        "spec.trainer.numProcPerNode", text, "must be a whole number on this cluster: " + problem));
            }
        }
    }

    /**
     * Findings about the trainer of the runtime.
     *
     * @param trainJob the whole TrainJob
     * @param creation whether it is new
     */
    public static void checkAgainst(
            RuntimeTemplate template, Map<String, Object> trainJob, boolean creation, Validation.Builder findings) {
        UnusedSettings.of(template, Tree.child(trainJob, "spec", "trainer")).forEach(findings::warning);
        if (creation
                && Tree.at(trainJob, "metadata", "labels", QUEUE_LABEL) != null
                && template.isTrainerWithoutLabel()) {
            findings.warning("spec.runtimeRef: the runtime lacks the label " + TrainerApi.ANCESTOR_LABEL
                    + ", so Kueue counts the nodes that its template states, not those of spec.trainer");
        }
    }
}

package io.trainyard.core.admission.trainjob;

import io.trainyard.core.compile.PodTrees;
import io.trainyard.core.config.AdmissionSettings.Strictness;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A TrainJob that loads data needs a runtime that has a place for it. */
public final class InitializerRules {
    private static final String RUNTIME = "spec.runtimeRef";
    private static final String VOLUME = "initializer";

    private InitializerRules() {}

    /**
     * Findings about both initializers.
     *
     * @param volumeMount what is done about a container without the volume mount that newer runtimes have
     */
    public static void check(
            Map<String, Object> spec, RuntimeTemplate template, Strictness volumeMount, Validation.Builder findings) {
        if (Tree.at(spec, "initializer", "dataset") instanceof Map) {
            check(TrainerApi.ANCESTOR_DATASET_INITIALIZER, "datasetConfig", template, volumeMount, findings);
        }
        if (Tree.at(spec, "initializer", "model") instanceof Map) {
            check(TrainerApi.ANCESTOR_MODEL_INITIALIZER, "modelConfig", template, volumeMount, findings);
        }
    }

    private static void check(
            String name, String input, RuntimeTemplate template, Strictness volumeMount, Validation.Builder findings) {
        Optional<Map<String, Object>> job = template.jobOf(name);
        if (job.isEmpty()) {
            findings.error(FieldError.invalid(
                    RUNTIME, null, "must have " + name + " job when trainJob is configured with input " + input));
            return;
        }
        Optional<Map<String, Object>> container = Stream.concat(
                        PodTrees.containers(job.get()).stream(),
                        Tree.objects(PodTrees.podSpec(job.get()), "initContainers").stream())
                .filter(candidate -> name.equals(candidate.get("name")))
                .findFirst();
        if (container.isEmpty()) {
            findings.error(FieldError.invalid(
                    RUNTIME, null, "must have container with name - " + name + " in the " + name + " job"));
        } else {
            mount(name, Tree.objects(container.get(), "volumeMounts"), volumeMount, findings);
        }
    }

    private static void mount(
            String name, List<Map<String, Object>> mounts, Strictness volumeMount, Validation.Builder findings) {
        if (volumeMount == Strictness.ALLOW || mounts.stream().anyMatch(mount -> VOLUME.equals(mount.get("name")))) {
            return;
        }
        if (volumeMount == Strictness.DENY) {
            findings.error(FieldError.invalid(
                    RUNTIME, null, "must have volumeMount with name - " + VOLUME + " in container " + name));
        } else {
            findings.warning(RUNTIME + ": container " + name + " of the runtime mounts no volume named \"" + VOLUME
                    + "\"; make sure that the trainer sees what it loads");
        }
    }
}

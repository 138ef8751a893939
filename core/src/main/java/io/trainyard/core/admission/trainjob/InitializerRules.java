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
import java.util.Set;
import java.util.stream.Collectors;
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
            check(TrainerApi.ANCESTOR_DATASET_INITIALIZER, "dataset", template, volumeMount, findings);
        }
        if (Tree.at(spec, "initializer", "model") instanceof Map) {
            check(TrainerApi.ANCESTOR_MODEL_INITIALIZER, "model", template, volumeMount, findings);
        }
    }

    private static void check(
            String name, String field, RuntimeTemplate template, Strictness volumeMount, Validation.Builder findings) {
        Optional<Map<String, Object>> job = template.jobOf(name);
        if (job.isEmpty()) {
            findings.error(FieldError.invalid(
                    RUNTIME,
                    null,
                    "must be a runtime with a " + name + " job, because spec.initializer." + field + " is set"));
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
            Strictness found = volumeMount == Strictness.WARN && sharesClaim(job.get(), container.get(), template)
                    ? Strictness.ALLOW
                    : volumeMount;
            mount(name, Tree.objects(container.get(), "volumeMounts"), found, findings);
        }
    }

    /** Whether a container mounts a claim that another replicated job has, too, whatever its volume is called. */
    private static boolean sharesClaim(
            Map<String, Object> job, Map<String, Object> container, RuntimeTemplate template) {
        Set<String> mounted = Tree.objects(container, "volumeMounts").stream()
                .map(mount -> Tree.text(mount, "name"))
                .collect(Collectors.toSet());
        Set<String> ofOthers = template.jobs().values().stream()
                .filter(other -> other != job)
                .flatMap(other -> volumes(other).stream())
                .map(InitializerRules::claim)
                .collect(Collectors.toSet());
        return volumes(job).stream()
                .filter(volume -> mounted.contains(Tree.text(volume, "name")))
                .map(InitializerRules::claim)
                .anyMatch(claim -> !claim.isEmpty() && ofOthers.contains(claim));
    }

    private static List<Map<String, Object>> volumes(Map<String, Object> job) {
        return Tree.objects(PodTrees.podSpec(job), "volumes");
    }

    private static String claim(Map<String, Object> volume) {
        return Tree.text(volume, "persistentVolumeClaim", "claimName");
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

package io.trainyard.core.admission.trainjob;

import io.trainyard.core.compile.TrainerTargets;
import io.trainyard.spi.model.TrainerApi;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds the fields of {@code spec.trainer} that no replicated job of the runtime takes. Pure. */
final class UnusedSettings {
    private static final String UNLABELLED =
            "no replicated job of the runtime has the label " + TrainerApi.ANCESTOR_LABEL + ": trainer";
    private static final String NO_NODE = "the runtime has no replicated job named " + TrainerApi.NODE;
    private static final String NO_MPI_JOB =
            "the runtime has no replicated job named " + TrainerApi.LAUNCHER + " or " + TrainerApi.NODE;

    private final RuntimeTemplate template;
    private final List<TrainerTargets.Target> targets;
    private final Map<String, Object> trainer;
    private final List<String> found = new ArrayList<>();

    private UnusedSettings(RuntimeTemplate template, Map<String, Object> trainer) {
        this.template = template;
        this.trainer = trainer;
        this.targets = template.jobs().entrySet().stream()
                .flatMap(job ->
                        template
                                .targets()
                                .of(
                                        job.getValue(),
                                        template.ancestors().of(job.getKey()).orElse(null))
                                .stream())
                .toList();
    }

    /**
     * A warning for each reason.
     *
     * @param trainer what the TrainJob says of its trainer
     */
    static List<String> of(RuntimeTemplate template, Map<String, Object> trainer) {
        UnusedSettings settings = new UnusedSettings(template, trainer);
        if (template.targets().areOfMpi()) {
            settings.ofMpi();
        } else if (!template.hasTrainer() && !trainer.isEmpty()) {
            settings.found.add("spec.trainer: has no effect, because " + UNLABELLED);
        }
        return List.copyOf(settings.found);
    }

    /** MPI finds its jobs by their names; the label only says who gets image and command. */
    private void ofMpi() {
        List<String> labelled = new ArrayList<>();
        if (noneTakes(TrainerTargets.Target::takesImage)) {
            labelled.add("image");
        }
        if (noneTakes(TrainerTargets.Target::takesCommand)) {
            labelled.addAll(List.of("command", "args"));
        }
        unused(UNLABELLED, labelled);
        List<String> ofNodes = new ArrayList<>();
        if (!template.jobs().containsKey(TrainerApi.NODE) && !template.targets().launcherHasRanks()) {
            ofNodes.add("numNodes");
        }
        if (noneTakes(TrainerTargets.Target::takesResources)) {
            ofNodes.add("resourcesPerNode");
        }
        unused(NO_NODE, ofNodes);
        if (targets.isEmpty()) {
            unused(NO_MPI_JOB, List.of("numProcPerNode", "env"));
        }
    }

    private boolean noneTakes(Predicate<TrainerTargets.Target> setting) {
        return targets.stream().noneMatch(setting);
    }

    private void unused(String reason, Collection<String> fields) {
        List<String> given = trainer.entrySet().stream()
                .filter(setting -> fields.contains(setting.getKey()) && !isEmpty(setting.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (!given.isEmpty()) {
            found.add("spec.trainer: " + String.join(", ", given) + (given.size() == 1 ? " has" : " have")
                    + " no effect, because " + reason);
        }
    }

    private static boolean isEmpty(@Nullable Object value) {
        return value == null
                || (value instanceof Collection<?> list && list.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty());
    }
}

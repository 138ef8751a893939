package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.Initializer;
import io.trainyard.spi.model.InitializerSource;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.model.TrainerApi;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Puts the settings of a TrainJob into the containers they are meant for: {@code spec.trainer} where {@link TrainerTargets} says,
 * {@code spec.initializer} into the initializer containers. Variables are not written into the tree; {@link #variables} gives them
 * to the view that plugins work on, which knows who wins.
 */
final class TrainJobSettings {
    private static final String STORAGE_URI = "STORAGE_URI";

    private final Trainer trainer;
    private final @Nullable Initializer initializer;
    private final TrainerTargets targets;

    TrainJobSettings(TrainJobSpec spec, TrainerTargets targets) {
        this.trainer = spec.trainerOrEmpty();
        this.targets = targets;
        this.initializer = spec.initializer();
    }

    /** The replicated job with the settings in it. */
    Map<String, Object> apply(Map<String, Object> replicatedJob, @Nullable String ancestor) {
        Optional<TrainerTargets.Target> target = targets.of(replicatedJob, ancestor);
        if (target.isPresent()) {
            return changed(replicatedJob, target.get().container(), container -> applyTrainer(container, target.get()));
        }
        return isInitializer(ancestor)
                ? changed(
                        replicatedJob,
                        String.valueOf(ancestor),
                        container -> applySource(container, source(String.valueOf(ancestor))))
                : replicatedJob;
    }

    private static Map<String, Object> changed(
            Map<String, Object> replicatedJob, String container, UnaryOperator<Map<String, Object>> change) {
        return Tree.update(
                replicatedJob,
                podSpec -> Tree.updateEach(
                        podSpec,
                        "containers",
                        candidate -> container.equals(candidate.get("name")) ? change.apply(candidate) : candidate),
                "template",
                "spec",
                "template",
                "spec");
    }

    /** Variables of the user for one container of a replicated job; empty when it is not the one that is meant. */
    List<EnvVar> variables(Map<String, Object> replicatedJob, @Nullable String ancestor, String container) {
        Optional<TrainerTargets.Target> target = targets.of(replicatedJob, ancestor);
        if (target.isPresent()) {
            return target.get().container().equals(container) ? trainer.env() : List.of();
        }
        @Nullable
        InitializerSource source = isInitializer(ancestor) && container.equals(ancestor) ? source(ancestor) : null;
        if (source == null) {
            return List.of();
        }
        List<EnvVar> variables = new ArrayList<>();
        if (source.storageUri() != null) {
            variables.add(new EnvVar(STORAGE_URI, source.storageUri(), null));
        }
        variables.addAll(source.env());
        return variables;
    }

    private static boolean isInitializer(@Nullable String ancestor) {
        return ancestor != null && Ancestors.isKnown(ancestor) && !TrainerApi.ANCESTOR_TRAINER.equals(ancestor);
    }

    private @Nullable InitializerSource source(@Nullable String ancestor) {
        if (initializer == null) {
            return null;
        }
        return TrainerApi.ANCESTOR_DATASET_INITIALIZER.equals(ancestor) ? initializer.dataset() : initializer.model();
    }

    private Map<String, Object> applyTrainer(Map<String, Object> container, TrainerTargets.Target target) {
        Map<String, Object> changed = new LinkedHashMap<>(container);
        if (target.takesImage() && trainer.image() != null) {
            changed.put("image", trainer.image());
        }
        if (target.takesCommand() && trainer.command() != null) {
            changed.put("command", trainer.command());
        }
        if (target.takesCommand() && trainer.args() != null) {
            changed.put("args", trainer.args());
        }
        if (target.takesResources() && trainer.resourcesPerNode() != null) {
            Map<String, Object> resources =
                    ResourceMerge.merge(Tree.child(container, "resources"), trainer.resourcesPerNode());
            if (!resources.isEmpty()) {
                changed.put("resources", resources);
            }
        }
        return changed;
    }

    private static Map<String, Object> applySource(Map<String, Object> container, @Nullable InitializerSource source) {
        if (source == null
                || source.secretRef() == null
                || source.secretRef().name() == null
                || source.secretRef().name().isEmpty()) {
            return container;
        }
        Object reference = Map.of("secretRef", Map.of("name", source.secretRef().name()));
        List<Object> references = Tree.list(container, "envFrom");
        if (references.contains(reference)) {
            return container;
        }
        List<Object> extended = new ArrayList<>(references);
        extended.add(reference);
        return Tree.with(container, "envFrom", extended);
    }
}

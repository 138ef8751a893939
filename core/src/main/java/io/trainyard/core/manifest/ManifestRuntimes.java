package io.trainyard.core.manifest;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The runtimes of some files, by what a TrainJob may say of them. */
public final class ManifestRuntimes {
    private static final int FEW = 5;
    private static final String FIELD = "spec.runtimeRef";

    private final Map<String, RuntimeResource> runtimes = new LinkedHashMap<>();

    /** Runtimes to choose from; of several with one name the first counts. */
    public ManifestRuntimes(List<RuntimeResource> runtimes) {
        runtimes.forEach(runtime -> this.runtimes.putIfAbsent(runtime.toString(), runtime));
    }

    /** The runtime that a TrainJob names, if it is there. */
    public Optional<RuntimeResource> find(TrainJob trainJob) {
        return reference(trainJob)
                .filter(ManifestRuntimes::isSupported)
                .flatMap(reference -> Optional.ofNullable(runtimes.get(key(trainJob, reference))));
    }

    /** Why {@link #find} found nothing, with the runtimes that there are. */
    public FieldError explain(TrainJob trainJob) {
        Optional<RuntimeRef> reference = reference(trainJob);
        if (reference.isEmpty()) {
            return FieldError.required(FIELD, "name the runtime to use; " + known());
        }
        RuntimeRef named = reference.get();
        if (!isSupported(named)) {
            return FieldError.notSupported(
                    FIELD,
                    named.registryKey(),
                    "supported are ClusterTrainingRuntime and TrainingRuntime of " + TrainerApi.GROUP);
        }
        String wanted = key(trainJob, named);
        String name = Objects.requireNonNullElse(named.name(), "");
        return FieldError.invalid(FIELD + ".name", name, "there is no " + wanted + guess(wanted, name) + " " + known());
    }

    /** By names alone: what they have in common with all others says nothing. */
    private String guess(String wanted, String name) {
        String prefix = wanted.substring(0, wanted.length() - name.length());
        Map<String, String> shown = new LinkedHashMap<>();
        // One of another kind or namespace is not found by its name alone.
        runtimes.forEach((key, runtime) -> {
            String its = runtime.getMetadata().getName();
            shown.putIfAbsent(its, key.equals(prefix + its) ? its : key);
        });
        return NearestName.of(name, shown.keySet())
                .map(near -> "; did you mean \"" + shown.getOrDefault(near, near) + "\"?")
                .orElse(";");
    }

    /** A handful is named; more are listed by a command. */
    private String known() {
        return runtimes.isEmpty()
                ? "no runtime was given"
                : runtimes.size() <= FEW
                        ? "known are " + String.join(", ", runtimes.keySet())
                        : "'trainyard runtimes' lists them";
    }

    private static boolean isSupported(RuntimeRef reference) {
        return TrainerKind.of(reference.effectiveKind())
                        .filter(kind -> kind != TrainerKind.TRAIN_JOB)
                        .isPresent()
                && reference.effectiveApiGroup().equals(TrainerApi.GROUP);
    }

    private static Optional<RuntimeRef> reference(TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        return Optional.ofNullable(reference)
                .filter(given -> given.name() != null && !given.name().isEmpty());
    }

    /** The form that runtimes print as. */
    private static String key(TrainJob trainJob, RuntimeRef reference) {
        return reference.effectiveKind().equals(TrainerApi.TRAINING_RUNTIME)
                ? TrainerApi.TRAINING_RUNTIME + " " + trainJob.getMetadata().getNamespace() + "/" + reference.name()
                : reference.effectiveKind() + " " + reference.name();
    }
}

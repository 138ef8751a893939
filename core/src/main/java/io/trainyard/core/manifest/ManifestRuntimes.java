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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The runtimes of some files, by what a TrainJob may say of them. */
public final class ManifestRuntimes {
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
        return FieldError.invalid(
                FIELD + ".name",
                named.name(),
                "there is no " + wanted + "; " + known() + NearestName.question(wanted, runtimes.keySet()));
    }

    private String known() {
        return runtimes.isEmpty() ? "no runtime was given" : "known are " + String.join(", ", runtimes.keySet());
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

package io.trainyard.core.manifest;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The runtimes of some files, by what a TrainJob may say of them. */
public final class ManifestRuntimes {
    private static final String NONE =
            "none is here: name a file with it, too, or a folder of runtimes, --runtimes FOLDER";
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
            return FieldError.required(
                    FIELD,
                    "name the runtime to use; "
                            + (runtimes.isEmpty() ? NONE : MissingRuntime.known(runtimes.keySet())));
        }
        RuntimeRef named = reference.get();
        if (!isSupported(named)) {
            return FieldError.notSupported(
                    FIELD,
                    named.registryKey(),
                    "supported are ClusterTrainingRuntime and TrainingRuntime of " + TrainerApi.GROUP);
        }
        String name = Objects.requireNonNullElse(named.name(), "");
        String key = key(trainJob, named);
        String prefix = key.substring(0, key.length() - name.length());
        // Those that are told apart by more than their names are shown with it.
        Map<String, String> shown = new LinkedHashMap<>();
        runtimes.keySet().stream()
                .sorted(Comparator.comparing(known -> !known.startsWith(prefix)))
                .forEach(known -> shown.put(known, PlainText.withoutStart(known, prefix)));
        Map<String, String> byName = new LinkedHashMap<>();
        shown.forEach((known, text) -> byName.putIfAbsent(name(known), text));
        return FieldError.invalid(
                FIELD + ".name",
                name,
                MissingRuntime.words(
                        name, NearestName.of(name, byName.keySet()).map(byName::get), shown.values(), NONE));
    }

    private String name(String key) {
        return Objects.requireNonNull(runtimes.get(key)).getMetadata().getName();
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

package io.trainyard.launcher.cli.input;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestRuntimes;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the runtime of a TrainJob: in its own file, else in another one of the input, else in the catalogue, of which no more is read than is needed. */
public final class RuntimeChoice {
    private final List<Manifest<RuntimeResource>> given;
    private final RuntimeCatalogue catalogue;
    private final Map<String, List<RuntimeResource>> mentioned = new HashMap<>();

    private @Nullable List<RuntimeResource> all;

    /**
     * @param given those of the input
     */
    public RuntimeChoice(List<Manifest<RuntimeResource>> given, RuntimeCatalogue catalogue) {
        this.given = List.copyOf(given);
        this.catalogue = catalogue;
    }

    /** The runtime; empty when there is none. */
    public Optional<RuntimeResource> find(Manifest<TrainJob> job) {
        return new ManifestRuntimes(inOrder(job)).find(job.object()).or(() -> inCatalogue(job.object()));
    }

    /** Why there is none, with those that there are. */
    public FieldError explain(Manifest<TrainJob> job) {
        return new ManifestRuntimes(
                        Stream.concat(inOrder(job).stream(), all().stream()).toList())
                .explain(job.object());
    }

    private Optional<RuntimeResource> inCatalogue(TrainJob job) {
        return Optional.ofNullable(job.getSpec())
                .flatMap(spec -> Optional.ofNullable(spec.runtimeRef()))
                .flatMap(reference -> Optional.ofNullable(reference.name()))
                .map(name -> mentioned.computeIfAbsent(name, each -> catalogue.mentioning(Set.of(each))))
                .flatMap(runtimes -> new ManifestRuntimes(runtimes).find(job))
                // A name may be written with escapes.
                .or(() -> new ManifestRuntimes(all()).find(job));
    }

    private List<RuntimeResource> all() {
        List<RuntimeResource> known = all;
        if (known == null) {
            known = catalogue.all();
            all = known;
        }
        return known;
    }

    private List<RuntimeResource> inOrder(Manifest<TrainJob> job) {
        String file = job.document().source();
        return Stream.concat(
                        given.stream()
                                .filter(runtime -> runtime.document().source().equals(file)),
                        given.stream())
                .map(Manifest::object)
                .toList();
    }
}

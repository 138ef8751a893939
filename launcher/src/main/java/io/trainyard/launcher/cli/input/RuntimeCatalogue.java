package io.trainyard.launcher.cli.input;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.local.validation.DefinedSchemas;
import io.trainyard.spi.model.RuntimeResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The runtimes that TrainJobs fall back on: those that come with Trainyard, or those of the user's folder. */
public final class RuntimeCatalogue {
    private final Optional<Path> folder;
    private final String namespace;
    private final InputFiles files;

    private RuntimeCatalogue(Optional<Path> folder, String namespace, Environment environment) {
        this.folder = folder;
        this.namespace = namespace;
        this.files = new InputFiles(environment.in());
    }

    /**
     * Those that TrainJobs fall back on. Reads nothing yet.
     *
     * @param folder where they are; null for those that come with Trainyard, none where there is no distribution
     * @param namespace of runtimes that name none
     */
    public static RuntimeCatalogue of(@Nullable Path folder, String namespace, Environment environment) {
        return new RuntimeCatalogue(
                Optional.ofNullable(folder).or(() -> environment.homeFolder("runtimes")), namespace, environment);
    }

    /**
     * At least those of the files in which one of these names stands as it is. Reading all would take longer than what is done with one.
     *
     * @throws CommandException when something is wrong with one of these files
     */
    List<RuntimeResource> mentioning(Set<String> names) {
        return folder.map(path -> runtimes(files.readMentioning(path, names))).orElse(List.of());
    }

    /**
     * All of them.
     *
     * @throws CommandException when something is wrong with one of the files
     */
    public List<RuntimeResource> all() {
        return folder.map(path -> runtimes(files.read(List.of(path.toString()))))
                .orElse(List.of());
    }

    private List<RuntimeResource> runtimes(List<Documents> documents) {
        Manifests manifests = ManifestReader.read(documents, namespace, DefinedSchemas::of);
        if (!manifests.problems().isEmpty()) {
            throw CommandException.ofInput(manifests.problems());
        }
        return manifests.runtimes().stream().map(Manifest::object).toList();
    }
}

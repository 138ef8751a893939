package io.trainyard.launcher.cli.input;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.ManifestRuntimes;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.program.Group;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The TrainJobs that a user named, each with its runtime.
 *
 * @param manifests everything that the files hold
 * @param jobs the TrainJobs, in the order of the files
 * @param catalogue those of their runtimes that the files do not hold, each once
 */
public record JobInput(Manifests manifests, List<Job> jobs, List<RuntimeResource> catalogue) {
    public JobInput {
        jobs = List.copyOf(jobs);
        catalogue = List.copyOf(catalogue);
    }

    /** A TrainJob with its runtime. */
    public record Job(Manifest<TrainJob> manifest, RuntimeResource runtime) {
        public TrainJob trainJob() {
            return manifest.object();
        }
    }

    /**
     * What to read.
     *
     * @param files names of files and folders, or {@code -}
     * @param namespace namespace of objects that name none
     * @param runtimes folder with runtimes to fall back on; null for those that come with Trainyard
     * @param unknownRuntime exit code when a TrainJob names an unknown runtime
     * @param scripts where scripts among the files start, and what they train with
     */
    public record Source(
            List<String> files,
            String namespace,
            @Nullable Path runtimes,
            int unknownRuntime,
            InputFiles.Scripts scripts) {
        /** The same with scripts that are started as programs, whatever they import. */
        public Source startingIn(Optional<Path> folder) {
            return new Source(
                    files,
                    namespace,
                    runtimes,
                    unknownRuntime,
                    new InputFiles.Scripts(folder, Group.NONE.framework(Optional.empty())));
        }
    }

    /**
     * Reads files; tells the user of notes.
     *
     * @param change makes of every TrainJob what all else looks at
     * @throws CommandException with everything that is wrong, each with file, line and column
     */
    public static JobInput read(Source source, Function<Manifest<TrainJob>, TrainJob> change, Environment environment) {
        return of(new InputFiles(environment.in(), source.scripts).read(source.files), source, change, environment);
    }

    /**
     * The same of what somebody has read, or written, already.
     *
     * @param source where it comes from, for messages, and where runtimes are found
     * @throws CommandException with everything that is wrong, each with its place
     */
    public static JobInput of(
            List<Documents> documents,
            Source source,
            Function<Manifest<TrainJob>, TrainJob> change,
            Environment environment) {
        if (!DnsName.isLabel(source.namespace)) {
            throw wrong("--namespace: cannot be \"" + source.namespace + "\": " + DnsName.LABEL_RULE);
        }
        Manifests manifests = ManifestReader.read(documents, source.namespace);
        manifests.notes().forEach(note -> environment.err().println("note: " + note));
        if (!manifests.problems().isEmpty()) {
            throw CommandException.ofInput(manifests.problems());
        }
        if (manifests.trainJobs().isEmpty()) {
            throw wrong("there is no TrainJob in " + String.join(", ", source.files));
        }
        List<Manifest<TrainJob>> trainJobs = manifests.trainJobs().stream()
                .map(job -> new Manifest<>(change.apply(job), job.document()))
                .toList();
        List<RuntimeResource> own =
                manifests.runtimes().stream().map(Manifest::object).toList();
        ManifestRuntimes known =
                withCatalogue(own, trainJobs, RuntimeCatalogue.of(source.runtimes, source.namespace, environment));
        List<Job> jobs = withRuntimes(trainJobs, known, source.unknownRuntime);
        Set<RuntimeResource> others = Collections.newSetFromMap(new IdentityHashMap<>());
        others.addAll(own);
        return new JobInput(
                manifests,
                jobs,
                jobs.stream().map(Job::runtime).filter(others::add).toList());
    }

    /** Of the catalogue no more is read than is needed. */
    private static ManifestRuntimes withCatalogue(
            List<RuntimeResource> own, List<Manifest<TrainJob>> trainJobs, RuntimeCatalogue catalogue) {
        ManifestRuntimes known = new ManifestRuntimes(own);
        Set<String> missing = trainJobs.stream()
                .map(Manifest::object)
                .filter(job -> known.find(job).isEmpty())
                .flatMap(job -> Stream.ofNullable(job.getSpec()))
                .flatMap(spec -> Stream.ofNullable(spec.runtimeRef()))
                .flatMap(reference -> Stream.ofNullable(reference.name()))
                .collect(Collectors.toSet());
        ManifestRuntimes more = missing.isEmpty() ? known : joined(own, catalogue.mentioning(missing));
        boolean enough =
                trainJobs.stream().allMatch(job -> more.find(job.object()).isPresent());
        return enough ? more : joined(own, catalogue.all());
    }

    private static ManifestRuntimes joined(List<RuntimeResource> own, List<RuntimeResource> others) {
        return new ManifestRuntimes(Stream.concat(own.stream(), others.stream()).toList());
    }

    private static List<Job> withRuntimes(
            List<Manifest<TrainJob>> trainJobs, ManifestRuntimes runtimes, int unknownRuntime) {
        List<Job> jobs = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (Manifest<TrainJob> job : trainJobs) {
            runtimes.find(job.object()).ifPresentOrElse(found -> jobs.add(new Job(job, found)), () -> {
                FieldError error = runtimes.explain(job.object());
                errors.add(job.document().locate(error.path()) + ": " + job.object() + ": " + error);
            });
        }
        if (!errors.isEmpty()) {
            throw new CommandException(unknownRuntime, errors);
        }
        return jobs;
    }
}

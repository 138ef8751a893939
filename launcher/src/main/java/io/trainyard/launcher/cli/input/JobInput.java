package io.trainyard.launcher.cli.input;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.program.Group;
import io.trainyard.local.validation.DefinedSchemas;
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
     * @param variants whether an object may stand in several files
     */
    public record Source(
            List<String> files,
            String namespace,
            @Nullable Path runtimes,
            int unknownRuntime,
            InputFiles.Scripts scripts,
            boolean variants) {
        /** The same where each file is looked at by itself. */
        public Source withVariants() {
            return new Source(files, namespace, runtimes, unknownRuntime, scripts, true);
        }

        /** The same with scripts that are started as programs, whatever they import. */
        public Source startingIn(Optional<Path> folder) {
            return new Source(
                    files,
                    namespace,
                    runtimes,
                    unknownRuntime,
                    new InputFiles.Scripts(folder, Group.NONE.framework(Optional.empty())),
                    variants);
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
        Manifests manifests = source.variants
                ? Manifests.of(documents.stream()
                        .map(file -> ManifestReader.read(List.of(file), source.namespace, DefinedSchemas::of))
                        .toList())
                : ManifestReader.read(documents, source.namespace, DefinedSchemas::of);
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
        for (int i = 0; i < trainJobs.size(); i++) {
            standIn(manifests.trainJobs().get(i), trainJobs.get(i))
                    .ifPresent(note -> environment.err().println("note: " + note));
        }
        RuntimeChoice known = new RuntimeChoice(
                manifests.runtimes(), RuntimeCatalogue.of(source.runtimes, source.namespace, environment));
        List<Job> jobs = withRuntimes(trainJobs, known, source.unknownRuntime);
        Set<RuntimeResource> others = Collections.newSetFromMap(new IdentityHashMap<>());
        manifests.runtimes().forEach(runtime -> others.add(runtime.object()));
        return new JobInput(
                manifests,
                jobs,
                jobs.stream().map(Job::runtime).filter(others::add).toList());
    }

    /** That a TrainJob has kept the name that only stands for one. */
    private static Optional<Problem> standIn(Manifest<TrainJob> read, Manifest<TrainJob> changed) {
        String name = changed.object().getMetadata().getName();
        return read.hasGeneratedName()
                        && name.equals(read.object().getMetadata().getName())
                ? Optional.of(read.document()
                        .problem(
                                FieldPath.ROOT.field("metadata").field("generateName"),
                                "the name is made when the TrainJob is created; here " + name + " stands for it"))
                : Optional.empty();
    }

    private static List<Job> withRuntimes(
            List<Manifest<TrainJob>> trainJobs, RuntimeChoice runtimes, int unknownRuntime) {
        List<Job> jobs = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (Manifest<TrainJob> job : trainJobs) {
            runtimes.find(job).ifPresentOrElse(found -> jobs.add(new Job(job, found)), () -> {
                FieldError error = runtimes.explain(job);
                errors.add(job.document().locate(error.path()) + ": " + job.object() + ": " + error);
            });
        }
        if (!errors.isEmpty()) {
            throw new CommandException(unknownRuntime, errors);
        }
        return jobs;
    }
}

package io.trainyard.launcher.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.manifest.GivenObjects;
import io.trainyard.core.manifest.GivenRuntimes;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.core.yaml.YamlWriter;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.FieldError;
import io.trainyard.spi.result.Validation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what TrainJobs become, without a cluster. */
@Command(
        name = "render",
        header = "Show the objects that a TrainJob becomes, without a cluster.",
        synopsisHeading = "Usage: ",
        description = {
            "",
            "Reads TrainJobs and runtimes and prints, as YAML, exactly the objects that the controller would create for them. "
                    + "Nothing is sent anywhere. Notes and warnings go to standard error.",
            "",
            "Objects of other kinds in the input, such as a LimitRange, are what plugins see of the cluster."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nArguments:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all TrainJobs were rendered", "2:the input is wrong", "3:a fault in Trainyard or in a plugin"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  trainyard render job.yaml runtime.yaml        a TrainJob and the runtime that it names",
            "  trainyard render job.yaml                     with a runtime that comes with Trainyard",
            "  kubectl get trainjob,ctr -o yaml | trainyard render -"
        })
final class RenderCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    private final Services services;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "YAML or JSON with any number of documents, in any order; a folder stands for its files, - for standard input.")
    private List<String> files = List.of();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            defaultValue = "default",
            description = "Namespace of objects that name none (${DEFAULT-VALUE}).")
    private String namespace = "default";

    @Option(
            names = "--runtimes",
            paramLabel = "FOLDER",
            description =
                    "Runtimes to fall back on, instead of those that come with Trainyard. Runtimes in FILE go first.")
    private @Nullable Path runtimesFolder;

    @Option(
            names = "--plugins-dir",
            paramLabel = "FOLDER",
            description = "Where plugins are, instead of the configured folder or that of the distribution.")
    private @Nullable Path pluginsDirectory;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file of the controller, for the settings of plugins.")
    private @Nullable Path config;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    RenderCommand(Surroundings surroundings, Services services) {
        this.surroundings = surroundings;
        this.services = services;
    }

    @Override
    public Integer call() {
        Configuration configuration = ConfigurationInput.readOrDefaults(config, surroundings);
        PluginSource plugins = PluginFolder.choose(pluginsDirectory, configuration, surroundings);
        Manifests given = ManifestReader.read(new InputFiles(surroundings.in()).read(files), namespace);
        given.notes().forEach(note -> surroundings.err().println("note: " + note));
        if (!given.problems().isEmpty()) {
            throw Failure.ofInput(given.problems());
        }
        if (given.trainJobs().isEmpty()) {
            throw new Failure(ExitCodes.WRONG_INPUT, "there is no TrainJob in " + String.join(", ", files));
        }
        List<Job> jobs = withRuntimes(given);
        RenderSetup setup = new RenderSetup(
                plugins,
                new GivenObjects(given.others(), namespace),
                configuration.trainyard().admission());
        try (Renderer renderer = services.renderer(setup)) {
            surroundings
                    .out()
                    .print(YamlWriter.stream(render(renderer, given.runtimes(), jobs).stream()
                            .map(TreeConversion::toTree)
                            .toList()));
        }
        return ExitCodes.DONE;
    }

    private List<HasMetadata> render(Renderer renderer, List<Manifest<RuntimeResource>> runtimes, List<Job> jobs) {
        List<HasMetadata> objects = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (Manifest<RuntimeResource> runtime : runtimes) {
            report(runtime, renderer.check(runtime), errors);
        }
        for (Job job : jobs) {
            Renderer.Rendered rendered = renderer.render(job.manifest, job.runtime);
            report(job.manifest, rendered.findings(), errors);
            objects.addAll(rendered.objects());
        }
        if (!errors.isEmpty()) {
            throw Failure.ofInput(errors);
        }
        return objects;
    }

    private void report(Manifest<?> manifest, Validation findings, List<String> errors) {
        for (String warning : findings.warnings()) {
            surroundings.err().println("warning: " + located(manifest, pathOf(warning), warning));
        }
        findings.errors().forEach(error -> errors.add(located(manifest, error.path(), error)));
    }

    /** Most warnings begin with the field that they are about. */
    private static String pathOf(String warning) {
        int colon = warning.indexOf(": ");
        return warning.startsWith("spec") && colon > 0 ? warning.substring(0, colon) : "";
    }

    private List<Job> withRuntimes(Manifests given) {
        GivenRuntimes known = runtimes(given.runtimes().stream());
        Optional<GivenRuntimes> more = given.trainJobs().stream()
                        .allMatch(job -> known.find(job.object()).isPresent())
                ? Optional.empty()
                : Optional.of(runtimes(Stream.concat(given.runtimes().stream(), catalogue().stream())));
        GivenRuntimes runtimes = more.orElse(known);
        List<Job> jobs = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (Manifest<TrainJob> job : given.trainJobs()) {
            Optional<RuntimeResource> runtime = runtimes.find(job.object());
            runtime.ifPresentOrElse(found -> jobs.add(new Job(job, found)), () -> {
                FieldError error = runtimes.explain(job.object());
                errors.add(located(job, error.path(), error));
            });
        }
        if (!errors.isEmpty()) {
            throw Failure.ofInput(errors);
        }
        return jobs;
    }

    private static GivenRuntimes runtimes(Stream<Manifest<RuntimeResource>> manifests) {
        return new GivenRuntimes(manifests.map(Manifest::object).toList());
    }

    /** The runtimes that come with Trainyard; read only when they are needed. */
    private List<Manifest<RuntimeResource>> catalogue() {
        Optional<Path> folder = Optional.ofNullable(runtimesFolder).or(() -> surroundings.homeFolder("runtimes"));
        if (folder.isEmpty()) {
            return List.of();
        }
        Manifests manifests = ManifestReader.read(
                new InputFiles(surroundings.in()).read(List.of(folder.get().toString())), namespace);
        if (!manifests.problems().isEmpty()) {
            throw Failure.ofInput(manifests.problems());
        }
        return manifests.runtimes();
    }

    private static String located(Manifest<?> manifest, String path, Object finding) {
        return manifest.document().locate(path) + ": " + manifest.object() + ": " + finding;
    }

    private record Job(Manifest<TrainJob> manifest, RuntimeResource runtime) {}
}

package io.trainyard.launcher.cli.render;

import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.OwnNamespace;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.launcher.cli.input.InputFiles;
import io.trainyard.launcher.cli.input.InputFlags;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what TrainJobs become, without a cluster. */
@Command(
        name = "render",
        header = "Show the objects that a TrainJob becomes, without a cluster.",
        description = {
            "",
            "Reads TrainJobs and runtimes and prints, as YAML, exactly the objects that the controller would create for them. "
                    + "Nothing is sent anywhere. Notes and warnings go to standard error.",
            "",
            "A TrainJob that stands in several files is rendered for each.",
            "",
            "Objects of other kinds in the input, such as a LimitRange, are what plugins see of the cluster."
        },
        exitCodeList = {
            "0:all TrainJobs were rendered",
            "1:with --check, something is refused",
            "2:the input is wrong",
            "3:a fault in Trainyard or in a plugin"
        },
        footer = {
            "  trainyard render job.yaml runtime.yaml        a TrainJob and the runtime that it names",
            "  trainyard render job.yaml                     with a runtime that comes with Trainyard",
            "  trainyard render --check FOLDER               which of its documents a cluster would refuse",
            "  kubectl get trainjob,ctr -o yaml | trainyard render -"
        })
public final class RenderCommand implements Callable<Integer> {
    /** Stands for what only a controller knows. */
    private static final String AUTHORITIES =
            "the certificate authority of the controller, written when the ConfigMap is created";

    private final Environment environment;
    private final Function<RenderSetup, Renderer> renderers;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "YAML or JSON with any number of documents, in any order; a folder stands for its files, - for standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--check",
            description =
                    "Print one line for each document instead: what renders, with its warnings, what is refused and why, and what is skipped because it is of no kind of Trainyard. Looks into folders of folders.")
    private boolean check;

    @Mixin
    private InputFlags reading = new InputFlags();

    @Mixin
    private PluginFlags pluginFlags = new PluginFlags();

    public RenderCommand(Environment environment, Function<RenderSetup, Renderer> renderers) {
        this.environment = environment;
        this.renderers = renderers;
    }

    @Override
    public Integer call() {
        Configuration configuration = pluginFlags.configuration(environment);
        PluginSource plugins = pluginFlags.source(configuration, environment);
        if (check) {
            return check(configuration, plugins);
        }
        JobInput input = JobInput.read(
                reading.source(files, ExitCodes.WRONG_INPUT).withVariants(), Manifest::object, environment);
        RenderSetup setup = setup(configuration, plugins, input.manifests().others());
        try (Renderer renderer = renderers.apply(setup)) {
            environment.out().print(Rendering.yamlOf(Rendering.jobs(renderer, input, environment)));
        }
        return ExitCodes.DONE;
    }

    private int check(Configuration configuration, PluginSource plugins) {
        RenderCheck all = new RenderCheck(
                new InputFiles(environment.in()).readTrees(files), reading.namespace(), reading.catalogue(environment));
        RenderSetup setup = setup(configuration, plugins, all.others());
        try (Renderer renderer = renderers.apply(setup)) {
            List<RenderCheck.Line> lines = all.lines(renderer);
            lines.forEach(line -> environment.out().println(line.text()));
            return lines.stream().anyMatch(RenderCheck.Line::isRefused) ? ExitCodes.FAILED : ExitCodes.DONE;
        }
    }

    private RenderSetup setup(
            Configuration configuration, PluginSource plugins, List<Manifest<Map<String, Object>>> others) {
        return new RenderSetup(
                plugins,
                new ManifestObjects(others, reading.namespace()),
                configuration.trainyard().admission(),
                configuration.trainyard().initializerClaim(),
                StatusReporting.of(configuration, OwnNamespace.DEFAULT, () -> AUTHORITIES));
    }
}

package io.trainyard.launcher.cli;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.manifest.GivenObjects;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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
        JobInput input = JobInput.read(
                new JobInput.Source(files, namespace, runtimesFolder, ExitCodes.WRONG_INPUT),
                trainJob -> trainJob,
                surroundings);
        RenderSetup setup = new RenderSetup(
                plugins,
                new GivenObjects(input.given().others(), namespace),
                configuration.trainyard().admission());
        try (Renderer renderer = services.renderer(setup)) {
            surroundings.out().print(Rendering.yaml(Rendering.objects(renderer, input, surroundings)));
        }
        return ExitCodes.DONE;
    }
}

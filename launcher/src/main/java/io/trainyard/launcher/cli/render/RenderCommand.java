package io.trainyard.launcher.cli.render;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.launcher.cli.input.InputFlags;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "Objects of other kinds in the input, such as a LimitRange, are what plugins see of the cluster."
        },
        exitCodeList = {"0:all TrainJobs were rendered", "2:the input is wrong", "3:a fault in Trainyard or in a plugin"
        },
        footer = {
            "  trainyard render job.yaml runtime.yaml        a TrainJob and the runtime that it names",
            "  trainyard render job.yaml                     with a runtime that comes with Trainyard",
            "  kubectl get trainjob,ctr -o yaml | trainyard render -"
        })
public final class RenderCommand implements Callable<Integer> {
    private final Environment environment;
    private final Function<RenderSetup, Renderer> renderers;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "YAML or JSON with any number of documents, in any order; a folder stands for its files, - for standard input.")
    private List<String> files = List.of();

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
        JobInput input = JobInput.read(reading.source(files, ExitCodes.WRONG_INPUT), Manifest::object, environment);
        RenderSetup setup = new RenderSetup(
                plugins,
                new ManifestObjects(input.manifests().others(), reading.namespace()),
                configuration.trainyard().admission(),
                configuration.trainyard().initializerClaim());
        try (Renderer renderer = renderers.apply(setup)) {
            environment.out().print(Rendering.yaml(Rendering.objects(renderer, input, environment)));
        }
        return ExitCodes.DONE;
    }
}

package io.trainyard.launcher.cli.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.input.InputFlags;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.cli.render.RenderSetup;
import io.trainyard.launcher.cli.render.Renderer;
import io.trainyard.launcher.cli.render.Rendering;
import io.trainyard.launcher.run.folder.KubeconfigFile;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Trains on this machine: the same YAML, no cluster. */
@Command(
        name = "run",
        header = "Train on this machine: the same YAML, no cluster.",
        synopsisHeading = "Usage: ",
        customSynopsis = "trainyard run FILE... [OPTIONS] [-- ARGUMENT...]",
        description = {
            "",
            "Runs TrainJobs with the controller of a cluster, an API server in this process, and processes instead of containers. "
                    + "Pods become processes with the environment that they would have in a cluster; programs start in the folder of the "
                    + "file and see the Python of this machine. Ends when all TrainJobs have ended.",
            "",
            "Logs and all other files of a run are in .trainyard/runs; see the commands ps, logs, stop and clean."
        },
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nArguments:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all TrainJobs succeeded",
            "1:a TrainJob failed, or names an unknown runtime",
            "2:wrong input or option, or something that this machine lacks",
            "3:a fault in Trainyard or in a plugin",
            "124:--timeout has passed",
            "130:stopped by Ctrl-C or by 'trainyard stop'"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  trainyard run examples/train-python.yaml             train on two nodes",
            "  trainyard run train.py --nodes 2 -- --epochs 1       a script, without any YAML",
            "  trainyard run job.yaml --nodes 2 --nproc 1           smaller than in the cluster",
            "  trainyard run job.yaml --python .venv/bin/python     with the packages of a virtual environment",
            "  trainyard run job.yaml --dry-run                     only show the JobSet"
        })
public final class RunCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<LocalRun> runs;
    private final Function<RenderSetup, Renderer> renderers;
    private List<String> arguments = List.of();

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "YAML or JSON with any number of documents, in any order; a folder stands for its files, - for standard input. Or a script: train.py. What follows -- are arguments of the program.")
    private List<String> files = List.of();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The same, as kubectl takes it. May be repeated.")
    private List<String> moreFiles = List.of();

    @Mixin
    private InputFlags reading = new InputFlags();

    @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes; overrides the TrainJobs.")
    private @Nullable Integer nodes;

    @Option(
            names = "--nproc",
            paramLabel = "N",
            description = "Processes per node; overrides the TrainJobs. A number, auto, cpu or gpu.")
    private @Nullable String processes;

    @Option(names = "--ignore-suspend", description = "Start suspended TrainJobs at once.")
    private boolean ignoreSuspend;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Stop after this time, such as 90s or 2h, and end with 124.")
    private @Nullable Duration timeout;

    @Option(names = "--dry-run", description = "Print the objects that would be created, and stop.")
    private boolean dryRun;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            defaultValue = StateFolder.DEFAULT_NAME,
            description = "Where runs and volume claims are kept (${DEFAULT-VALUE}).")
    private Path state = Path.of(StateFolder.DEFAULT_NAME);

    @Option(
            names = {"-d", "--detach"},
            description = "Run in the background; see the commands attach, status and stop.")
    private boolean detached;

    @Option(names = "--keep", description = "Keep the API server and its objects after the end, until Ctrl-C.")
    private boolean keep;

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = "Write a kubeconfig for the API server of this run, for kubectl and the Python SDK.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--api-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the API server on 127.0.0.1; any free one without it.")
    private int port;

    @Mixin
    private PluginFlags pluginFlags = new PluginFlags();

    @ArgGroup(validate = false, heading = "%nAfter a failure:%n")
    private RestartFlags restarts = new RestartFlags();

    @ArgGroup(validate = false, heading = "%nWhat is shown:%n")
    private DisplayFlags display = new DisplayFlags();

    @ArgGroup(validate = false, heading = "%nThis machine:%n")
    private MachineFlags machine = new MachineFlags();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    public RunCommand(Environment environment, Supplier<LocalRun> runs, Function<RenderSetup, Renderer> renderers) {
        this.environment = environment;
        this.runs = runs;
        this.renderers = renderers;
    }

    /** What stood behind {@code --}: arguments of the program, in place of those of the file. */
    public void setArguments(List<String> given) {
        arguments = List.copyOf(given);
    }

    @Override
    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    public Integer call() {
        List<String> names = new ArrayList<>(files);
        names.addAll(moreFiles);
        if (names.isEmpty()) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT, "name a file with a TrainJob, or a script: trainyard run FILE");
        }
        if (!dryRun && kubeconfig != null && !KubeconfigFile.isReplaceable(kubeconfig)) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT,
                    "--kubeconfig-out: " + kubeconfig
                            + " exists and is not a kubeconfig of an earlier run, so it is left alone; name another file");
        }
        if (detached && !dryRun) {
            return new BackgroundRun(environment, StateFolder.at(state)).start();
        }
        Configuration configuration = pluginFlags.configuration(environment);
        PluginSource plugins = pluginFlags.source(configuration, environment);
        LocalRun run = runs.get();
        if (!dryRun) {
            run.prepare(plugins, port, environment.debug());
        }
        // Of a run, an unknown runtime is a failure; of a rehearsal, it is wrong input as for "render".
        int unknownRuntime = dryRun ? ExitCodes.WRONG_INPUT : ExitCodes.FAILED;
        JobInput input = JobInput.read(reading.source(names, unknownRuntime), this::adjusted, environment);
        RenderSetup setup = new RenderSetup(
                plugins,
                new ManifestObjects(input.manifests().others(), reading.namespace()),
                configuration.trainyard().admission(),
                Optional.of(InitializerClaim.FOLDER));
        try (Renderer renderer = renderers.apply(setup)) {
            List<HasMetadata> objects = Rendering.objects(renderer, input, environment);
            if (dryRun) {
                environment.out().print(Rendering.yaml(objects));
                return ExitCodes.DONE;
            }
            if (GpuNote.isWanted(objects)) {
                GpuNote.of(objects, machine.gpus(environment))
                        .ifPresent(note -> environment.err().println("warning: " + note));
            }
        }
        try (StopSignals signals = new StopSignals(run::stop, run::kill)) {
            return run.run(request(input));
        }
    }

    private LocalRun.Request request(JobInput input) {
        List<RuntimeResource> runtimes = Stream.concat(
                        input.manifests().runtimes().stream().map(Manifest::object), input.catalogue().stream())
                .toList();
        return new LocalRun.Request(
                input.manifests().others().stream().map(Manifest::object).toList(),
                runtimes,
                input.jobs().stream().map(JobInput.Job::trainJob).toList(),
                reading.namespace(),
                StateFolder.at(state),
                machine.settings(environment, input, restarts.limit(input)),
                display.display(environment),
                new LocalRun.Limits(Optional.ofNullable(timeout), keep, Optional.ofNullable(kubeconfig)));
    }

    private TrainJob adjusted(TrainJob trainJob) {
        if (nodes != null && nodes < 1) {
            throw new CommandException(ExitCodes.WRONG_INPUT, "--nodes: must be 1 or more, not " + nodes);
        }
        return new TrainJobAdjustments(
                        Optional.ofNullable(nodes),
                        Optional.ofNullable(processes).map(RunCommand::count),
                        ignoreSuspend,
                        arguments.isEmpty() ? Optional.empty() : Optional.of(arguments))
                .apply(trainJob);
    }

    private static IntOrString count(String text) {
        return text.matches("\\d{1,6}") ? new IntOrString(Integer.valueOf(text)) : new IntOrString(text);
    }
}

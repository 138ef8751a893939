package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.AdmissionSettings.Strictness;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.input.PortNumber;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.cli.render.RenderSetup;
import io.trainyard.launcher.cli.render.Renderer;
import io.trainyard.launcher.cli.render.Rendering;
import io.trainyard.launcher.program.StartedJob;
import io.trainyard.launcher.run.folder.KubeconfigFile;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Judges TrainJobs and trains them on this machine, wherever they come from. */
public final class LocalRunner {
    private final Environment environment;
    private final Supplier<LocalRun> runs;
    private final Function<RenderSetup, Renderer> renderers;

    public LocalRunner(Environment environment, Supplier<LocalRun> runs, Function<RenderSetup, Renderer> renderers) {
        this.environment = environment;
        this.runs = runs;
        this.renderers = renderers;
    }

    /** Gives a run what it is to run. */
    public interface Starter {
        /**
         * Blocks until it has ended.
         *
         * @param again reads and judges the TrainJobs once more, for the same run
         * @return exit code of the command
         */
        int start(LocalRun run, LocalRun.Request request, Supplier<LocalRun.Request> again);
    }

    /**
     * Does what the flags say. Blocks.
     *
     * @param capacity what of this machine is handed out to pods; empty for all of it
     * @param namespace of objects that name none
     * @param reader reads the TrainJobs; is given the exit code for one whose runtime is unknown
     * @param home where programs start when nobody says; empty for the folder of the first file
     * @param starter starts the run
     * @return exit code of the command
     * @throws CommandException when something is wrong with flags or TrainJobs
     */
    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    public int run(
            RunFlags flags,
            Optional<CapacityFlags> capacity,
            String namespace,
            IntFunction<JobInput> reader,
            Optional<Path> home,
            Starter starter) {
        if (!flags.dryRun && flags.kubeconfig != null && !KubeconfigFile.isReplaceable(flags.kubeconfig)) {
            throw wrong("--kubeconfig-out: " + flags.kubeconfig
                    + " exists and is not a kubeconfig of an earlier run, so it is left alone; name another file");
        }
        if (flags.timeout != null && flags.timeout.isZero()) {
            throw wrong("--timeout: must be longer than 0");
        }
        int port = PortNumber.of("--api-port", flags.port);
        if (flags.detached && !flags.dryRun) {
            return new BackgroundRun(environment, flags.state.folder()).start();
        }
        Configuration configuration = flags.pluginFlags.configuration(environment);
        PluginSource plugins = flags.pluginFlags.source(configuration, environment);
        LocalRun run = runs.get();
        if (!flags.dryRun) {
            run.prepare(plugins, port, environment.debug());
        }
        // Of a run, an unknown runtime is a failure; of a rehearsal, it is wrong input as for "render".
        JobInput input = reader.apply(flags.dryRun ? ExitCodes.WRONG_INPUT : ExitCodes.FAILED);
        CapacityFlags handedOut = capacity.orElseGet(CapacityFlags::new);
        List<HasMetadata> objects = objects(configuration, plugins, namespace, input);
        if (flags.dryRun) {
            environment.out().print(Rendering.yaml(objects));
            return ExitCodes.DONE;
        }
        StartCheck check = new StartCheck(objects);
        check.requireRoom();
        if (GpuNote.isWanted(objects)) {
            GpuNote.of(objects, flags.machine.gpus(environment, handedOut))
                    .ifPresent(note -> environment.err().println("warning: " + note));
        }
        LocalRun.Request request = request(flags, handedOut, namespace, input, home, check.isOnePod());
        check.requireThere(flags.display.follow(), request.machine());
        check.requireCommands(request.machine().programs());
        ProgramCheck.require(
                request, Optional.ofNullable(environment.variables().get("PATH")));
        try (StopSignals signals = new StopSignals(run::stop, run::terminate, run::kill, run::hangUp)) {
            return starter.start(run, request, () -> {
                JobInput next = reader.apply(ExitCodes.FAILED);
                objects(configuration, plugins, namespace, next);
                return request.with(others(next), runtimes(next), trainJobs(next));
            });
        }
    }

    /**
     * Only judges TrainJobs, as a rehearsal does.
     *
     * @throws CommandException when something is wrong with them
     */
    public void judge(RunFlags flags, String namespace, Supplier<JobInput> reader) {
        Configuration configuration = flags.pluginFlags.configuration(environment);
        objects(configuration, flags.pluginFlags.source(configuration, environment), namespace, reader.get());
    }

    private List<HasMetadata> objects(
            Configuration configuration, PluginSource plugins, String namespace, JobInput input) {
        RenderSetup setup = new RenderSetup(
                plugins,
                new ManifestObjects(input.manifests().others(), namespace),
                admission(configuration.trainyard().admission()),
                Optional.of(InitializerClaim.FOLDER),
                StatusReporting.OFF);
        try (Renderer renderer = renderers.apply(setup)) {
            return Rendering.objects(renderer, input, environment);
        }
    }

    /** Nobody lists the TrainJobs of a laptop with clients of newer releases. */
    private static AdmissionSettings admission(AdmissionSettings given) {
        return given.stringNumProcPerNode() == Strictness.WARN
                ? given.withStringNumProcPerNode(Strictness.ALLOW)
                : given;
    }

    private LocalRun.Request request(
            RunFlags flags,
            CapacityFlags capacity,
            String namespace,
            JobInput input,
            Optional<Path> home,
            boolean onePod) {
        List<TrainJob> jobs = trainJobs(input);
        return new LocalRun.Request(
                others(input),
                runtimes(input),
                jobs,
                namespace,
                flags.state.folder(),
                flags.machine.settings(environment, input, flags.restarts.limit(input), capacity, flags.tools, home),
                flags.display.display(environment, jobs.stream().allMatch(StartedJob::isProgram), onePod),
                new LocalRun.Limits(
                        Optional.ofNullable(flags.timeout), flags.keep, Optional.ofNullable(flags.kubeconfig)));
    }

    private static List<Map<String, Object>> others(JobInput input) {
        return input.manifests().others().stream().map(Manifest::object).toList();
    }

    private static List<RuntimeResource> runtimes(JobInput input) {
        return Stream.concat(input.manifests().runtimes().stream().map(Manifest::object), input.catalogue().stream())
                .toList();
    }

    private static List<TrainJob> trainJobs(JobInput input) {
        return input.jobs().stream().map(JobInput.Job::trainJob).toList();
    }
}

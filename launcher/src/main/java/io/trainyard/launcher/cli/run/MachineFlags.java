package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.jobset.RestartLimit;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;
import io.trainyard.local.kubelet.gpu.GpuDetection;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.LimitOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of a local run, or of a service, that are about this machine. */
public final class MachineFlags extends ProgramFlags {
    /** The one node. */
    private static final String NODE = "local";

    /** Two words that are easier to remember than true and false. */
    private enum OnOff {
        on,
        off
    }

    @Option(
            names = "--workdir",
            paramLabel = "FOLDER",
            description =
                    "Where programs start. Without it, scripts in the current folder, TrainJobs in that of their file, and those from elsewhere in a folder of their pod.")
    private @Nullable Path workFolder;

    @Option(
            names = "--strict-resources",
            description =
                    "Let a pod that requests more than this machine has wait, instead of running it with a warning.")
    private boolean strict;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long programs may take to stop before they are killed (10s).")
    private @Nullable Duration grace;

    @Option(
            names = "--auto-pvc",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "Whether a volume claim that does not exist gets a folder anyway (${DEFAULT-VALUE}).")
    private OnOff autoClaims = OnOff.on;

    @Option(
            names = "--ignore-gates",
            description =
                    "Start pods with scheduling gates at once; without it, they wait until the gates are removed.")
    private boolean ignoreGates;

    @Option(
            names = "--isolate",
            description =
                    "Give programs what pods have: a /tmp and /workspace of their own, and few variables of this shell.")
    private boolean isolated;

    @Option(names = "--no-fail-fast", description = "Retry a program that cannot be started, as a cluster does.")
    private boolean retryStart;

    /**
     * The settings.
     *
     * @param environment of this process
     * @param input the TrainJobs
     * @param restarts how they restart
     * @param capacity what is handed out to pods
     * @param tools what looks into programs
     * @param home where programs start when nobody says; empty for the folder of the first file
     * @throws CommandException when a file or folder is named that is none
     */
    MachineSettings settings(
            Environment environment,
            JobInput input,
            Optional<RestartLimit> restarts,
            CapacityFlags capacity,
            ToolFlags tools,
            Optional<Path> home) {
        requireFolder("--workdir", workFolder);
        WorkFolder work = Optional.ofNullable(workFolder)
                .map(MachineFlags::absolute)
                .or(() -> home)
                .map(named -> WorkFolder.of(input, named))
                .orElseGet(() -> WorkFolder.of(input));
        ProgramOptions programs = programs(environment, capacity);
        return settings(
                programs,
                work,
                isolated ? Map.of() : OwnPrograms.in(input),
                restarts,
                capacity,
                tools.tools(environment, programs));
    }

    /**
     * The settings of a service, which knows no TrainJobs before they come: their programs start in a folder of their pod.
     *
     * @param environment of this process
     * @param restarts how they restart; empty for as in a cluster
     * @param capacity what is handed out to pods
     * @throws CommandException when a file or folder is named that is none
     */
    public MachineSettings settings(Environment environment, Optional<RestartLimit> restarts, CapacityFlags capacity) {
        requireFolder("--workdir", workFolder);
        Path folder = workFolder == null ? Path.of("").toAbsolutePath() : absolute(workFolder);
        return settings(
                programs(environment, capacity),
                new WorkFolder(folder, Map.of()),
                Map.of(),
                restarts,
                capacity,
                MachineSettings.Tools.NONE);
    }

    private ProgramOptions programs(Environment environment, CapacityFlags capacity) {
        return programs(environment, capacity.gpus(), ShellVariables.passed(environment.variables()));
    }

    private MachineSettings settings(
            ProgramOptions programs,
            WorkFolder work,
            Map<String, Set<String>> own,
            Optional<RestartLimit> restarts,
            CapacityFlags capacity,
            MachineSettings.Tools tools) {
        LimitOptions limits = LimitOptions.LAPTOP.withFailFast(!retryStart);
        KubeletOptions kubelet = new KubeletOptions(
                NODE,
                folders(Path.of(""), work.folder(), Optional.of(work.starts()), autoClaims == OnOff.on),
                programs,
                true,
                programs.executor().usesImages() ? Map.of() : own,
                grace == null ? limits : limits.withMaxGrace(grace),
                Optional::empty,
                Optional.empty());
        ControllerOptions controllers = ControllerOptions.DEFAULT.withScheduler(
                new SchedulerOptions(NODE, capacity.amounts(programs), strict, ignoreGates));
        return new MachineSettings(
                kubelet,
                restarts.map(controllers::withRestarts).orElse(controllers),
                work,
                Optional.ofNullable(grace),
                tools);
    }

    /** Where the user wants programs to start; empty when he did not say. */
    Optional<Path> workFolder() {
        return Optional.ofNullable(workFolder).map(MachineFlags::absolute);
    }

    /** How many GPUs are handed out; asks the machine where the user did not say. */
    long gpus(Environment environment, CapacityFlags capacity) {
        Optional<List<String>> named = programs(environment, capacity).gpus();
        if (named.isPresent()) {
            return named.get().size();
        }
        try {
            return GpuDetection.detect(environment.variables()).size();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}

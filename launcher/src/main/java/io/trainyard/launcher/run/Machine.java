package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.MachineSettings;
import io.trainyard.launcher.cli.MachineSettings.Switch;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.controllers.LocalFeatures;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;
import io.trainyard.local.kubelet.ExecutorKind;
import io.trainyard.local.kubelet.FolderOptions;
import io.trainyard.local.kubelet.KubeletOptions;
import io.trainyard.local.kubelet.NetworkMode;
import io.trainyard.local.kubelet.ProgramOptions;
import java.util.Map;

/** What the settings of a run mean to the kubelet and to the controllers. */
final class Machine {
    /** The one node (LOCAL-55). */
    static final String NODE = "local";

    private Machine() {}

    static KubeletOptions kubelet(MachineSettings settings, RunFolder folder, StateFolder state) {
        FolderOptions folders = FolderOptions.in(folder.root(), settings.workFolder())
                .withClaims(state.claims())
                .withBindings(settings.mounts());
        if (settings.has(Switch.ANY_HOST_PATH)) {
            folders = folders.withAnyHostPath();
        }
        if (settings.has(Switch.LINK_MOUNTS)) {
            folders = folders.withLinkedMounts();
        }
        if (settings.has(Switch.NO_AUTO_CLAIMS)) {
            folders = folders.withoutMadeClaims();
        }
        KubeletOptions options = KubeletOptions.of(NODE, folders)
                .withPrograms(programs(settings))
                .withNetwork(network(settings.network()))
                .withMappedPorts(!settings.has(Switch.FIXED_PORTS));
        if (settings.has(Switch.PATIENT)) {
            options = options.withPatience();
        }
        return settings.grace().map(options::withLongestGrace).orElse(options);
    }

    private static NetworkMode network(MachineSettings.Network network) {
        return switch (network) {
            case rewrite -> NetworkMode.REWRITE;
            case userns -> NetworkMode.USERNS;
            case none -> NetworkMode.NONE;
        };
    }

    private static ExecutorKind executor(MachineSettings.Executor executor) {
        return switch (executor) {
            case process -> ExecutorKind.PROCESS;
            case docker -> ExecutorKind.DOCKER;
            case podman -> ExecutorKind.PODMAN;
        };
    }

    private static ProgramOptions programs(MachineSettings settings) {
        ProgramOptions programs = ProgramOptions.DEFAULT
                .withExecutor(executor(settings.executor()))
                .withImages(settings.images())
                .withInherited(settings.inherited())
                .withOverrides(settings.variables());
        programs = settings.python().map(programs::withPython).orElse(programs);
        if (settings.has(Switch.SPLIT_COMMANDS)) {
            programs = programs.splittingWords();
        }
        boolean shared = settings.has(Switch.SHARE_GPUS);
        if (settings.gpus().isPresent()) {
            return programs.withGpus(settings.gpus().get(), shared);
        }
        return shared ? programs.sharingGpus() : programs;
    }

    static LocalFeatures features(MachineSettings settings) {
        SchedulerOptions scheduler = SchedulerOptions.DEFAULT;
        for (Map.Entry<String, String> amount : settings.capacity().entrySet()) {
            scheduler = scheduler.with(amount.getKey(), amount.getValue());
        }
        return LocalFeatures.DEFAULT.withScheduler(
                settings.has(Switch.STRICT_RESOURCES) ? scheduler.strictly() : scheduler);
    }
}

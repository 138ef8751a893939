package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.MachineSettings;
import io.trainyard.launcher.cli.MachineSettings.Switch;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.controllers.LocalFeatures;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;
import io.trainyard.local.kubelet.FolderOptions;
import io.trainyard.local.kubelet.KubeletOptions;
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
        KubeletOptions options = KubeletOptions.of(NODE, folders)
                .withPrograms(programs(settings))
                .withMappedPorts(!settings.has(Switch.FIXED_PORTS));
        if (settings.network() == MachineSettings.Network.none) {
            options = options.withoutNetwork();
        }
        if (settings.has(Switch.PATIENT)) {
            options = options.withPatience();
        }
        return settings.grace().map(options::withLongestGrace).orElse(options);
    }

    private static ProgramOptions programs(MachineSettings settings) {
        ProgramOptions programs =
                ProgramOptions.DEFAULT.withInherited(settings.inherited()).withOverrides(settings.variables());
        programs = settings.python().map(programs::withPython).orElse(programs);
        if (settings.has(Switch.SPLIT_COMMANDS)) {
            programs = programs.splittingWords();
        }
        boolean shared = settings.has(Switch.SHARE_GPUS);
        return settings.gpus().isPresent()
                ? programs.withGpus(settings.gpus().get(), shared)
                : new ProgramOptions(
                        programs.images(),
                        programs.python(),
                        programs.inherited(),
                        programs.overrides(),
                        programs.splitsWords(),
                        programs.gpus(),
                        shared);
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

package io.trainyard.launcher.cli.run;

import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.mpi.MpiMode;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.LimitOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How a run uses this machine where no flag says anything. */
public final class Machines {
    private Machines() {}

    public static ProgramOptions programs(List<ImageEntry> images) {
        return new ProgramOptions(
                ExecutorKind.process,
                images,
                Optional.empty(),
                Set.of(),
                Map.of(),
                Optional.empty(),
                false,
                MpiMode.collapse,
                InitializerOptions.DEFAULT);
    }

    public static MachineSettings in(Path work) {
        return in(work, Map.of(), MachineSettings.Tools.NONE);
    }

    static MachineSettings in(Path work, Map<String, Path> mounts, MachineSettings.Tools tools) {
        return new MachineSettings(
                new KubeletOptions(
                        "local",
                        new FolderOptions(work, work, work, Optional.empty(), mounts, false, true, false, false),
                        programs(List.of()),
                        true,
                        Map.of(),
                        LimitOptions.LAPTOP,
                        Optional::empty,
                        Optional.empty()),
                ControllerOptions.DEFAULT,
                new WorkFolder(work, Map.of()),
                Optional.empty(),
                tools);
    }
}

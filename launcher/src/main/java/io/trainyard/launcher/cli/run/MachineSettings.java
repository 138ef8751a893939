package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a run uses this machine.
 *
 * @param kubelet how pods run, in a folder that is not yet that of the run
 * @param controllers how the controllers of Kubernetes behave
 * @param work where programs start
 * @param grace containers get at most this time to end; empty where the usual time holds
 * @param tools what looks into programs
 */
public record MachineSettings(
        KubeletOptions kubelet, ControllerOptions controllers, WorkFolder work, Optional<Duration> grace, Tools tools) {
    /** What a container becomes. */
    public ProgramOptions programs() {
        return kubelet.programs();
    }

    /** How the kubelet runs pods, whose folders are in that of the run. */
    public KubeletOptions kubelet(RunFolder folder, StateFolder state) {
        return kubelet.withFolders(kubelet.folders().ofRun(folder.root(), state.claims()));
    }

    /**
     * What looks into programs while they run.
     *
     * @param debugging the rank that is to be stopped for a debugger; empty for none
     * @param profiling the ranks that are to be recorded; empty for none
     * @param pySpy the program that tells where a process is; empty where it is not installed
     */
    public record Tools(Optional<Debugging> debugging, Optional<Profiling> profiling, Optional<Path> pySpy) {
        public static final Tools NONE = new Tools(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Ranks that are to be recorded.
     *
     * @param rank empty for all
     * @param pySpy the program that records; empty for the profiler of PyTorch
     */
    public record Profiling(Optional<Long> rank, Optional<Path> pySpy) {}

    /**
     * A rank that is to be stopped for a debugger.
     *
     * @param input what the user types
     */
    public record Debugging(long rank, InputStream input) {}
}

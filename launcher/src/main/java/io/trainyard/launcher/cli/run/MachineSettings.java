package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.kubelet.ProgramSettings;
import io.trainyard.local.controllers.jobset.RestartLimit;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a run uses this machine; empty where the usual way holds.
 *
 * @param programs what a container becomes
 * @param work where programs start
 * @param own the TrainJobs that stand for programs of the user's own, by namespace/name, each with the names of the variables that he has given to it
 * @param capacity amounts of resources that the machine is taken to have, by name
 * @param grace containers get at most this time to end
 * @param restarts how jobs restart; empty for as in a cluster
 * @param tools what looks into programs
 * @param switches what is on that is off by default
 */
public record MachineSettings(
        ProgramSettings programs,
        WorkFolder work,
        Map<String, Set<String>> own,
        Map<String, String> capacity,
        Optional<Duration> grace,
        Optional<RestartLimit> restarts,
        Tools tools,
        Set<Switch> switches) {
    public MachineSettings {
        own = Map.copyOf(own);
        capacity = Map.copyOf(capacity);
        switches = Set.copyOf(switches);
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

    /** What may be switched on. */
    public enum Switch {
        /** A pod that wants more than the machine has waits for ever. */
        STRICT_RESOURCES,
        /** A program that cannot be started is tried again and again. */
        RETRY_START,
        /** A claim that does not exist is waited for. */
        NO_AUTO_CLAIMS,
        /** Scheduling gates are removed at once. */
        IGNORE_GATES
    }

    public boolean has(Switch which) {
        return switches.contains(which);
    }
}

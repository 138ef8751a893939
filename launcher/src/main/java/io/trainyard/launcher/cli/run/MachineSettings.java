package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.kubelet.ProgramSettings;
import io.trainyard.local.controllers.jobset.RestartLimit;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a run uses this machine; empty where the usual way holds.
 *
 * @param programs what a container becomes
 * @param work where programs start
 * @param capacity amounts of resources that the machine is taken to have, by name
 * @param grace containers get at most this time to end
 * @param restarts how jobs restart; empty for as in a cluster
 * @param debugging the rank that is to be stopped for a debugger; empty for none
 * @param switches what is on that is off by default
 */
public record MachineSettings(
        ProgramSettings programs,
        WorkFolder work,
        Map<String, String> capacity,
        Optional<Duration> grace,
        Optional<RestartLimit> restarts,
        Optional<Debugging> debugging,
        Set<Switch> switches) {
    public MachineSettings {
        capacity = Map.copyOf(capacity);
        switches = Set.copyOf(switches);
    }

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
        IGNORE_GATES,
        /** Programs see the {@code /tmp} of this machine. */
        HOST_TMP
    }

    MachineSettings withGrace(Duration most) {
        return new MachineSettings(programs, work, capacity, Optional.of(most), restarts, debugging, switches);
    }

    public boolean has(Switch which) {
        return switches.contains(which);
    }
}

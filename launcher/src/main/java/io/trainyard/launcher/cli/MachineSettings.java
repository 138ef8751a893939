package io.trainyard.launcher.cli;

import io.trainyard.local.kubelet.image.ImageEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a run uses this machine; empty where the usual way holds.
 *
 * @param executor what a container is run as
 * @param network how programs find each other
 * @param workFolder where programs start (LOCAL-66)
 * @param python interpreter whose folder comes first in the PATH
 * @param images what is known of images (LOCAL-62)
 * @param variables environment variables that win over all others
 * @param inherited variables of this process that programs get, too; {@code all} for all
 * @param mounts folders that stand for a claim or a volume, by its name
 * @param capacity amounts of resources that the machine is taken to have, by name
 * @param gpus names of the GPUs to use
 * @param grace containers get at most this time to end
 * @param switches what is on that is off by default
 */
public record MachineSettings(
        Executor executor,
        Network network,
        Path workFolder,
        Optional<Path> python,
        List<ImageEntry> images,
        Map<String, String> variables,
        Set<String> inherited,
        Map<String, Path> mounts,
        Map<String, String> capacity,
        Optional<List<String>> gpus,
        Optional<Duration> grace,
        Set<Switch> switches) {
    public MachineSettings {
        images = List.copyOf(images);
        variables = Map.copyOf(variables);
        inherited = Set.copyOf(inherited);
        mounts = Map.copyOf(mounts);
        capacity = Map.copyOf(capacity);
        gpus = gpus.map(List::copyOf);
        switches = Set.copyOf(switches);
    }

    /** What a container is run as (LOCAL-60). */
    public enum Executor {
        process,
        docker,
        podman
    }

    /** How programs find each other by name (LOCAL-69). */
    public enum Network {
        rewrite,
        userns,
        none
    }

    /** What may be switched on. */
    public enum Switch {
        /** Several pods may get the same GPU. */
        SHARE_GPUS,
        /** A pod that wants more than the machine has waits for ever. */
        STRICT_RESOURCES,
        /** A hostPath may lie anywhere. */
        ANY_HOST_PATH,
        /** A command of one element with spaces in it is split into words. */
        SPLIT_COMMANDS,
        /** A program that cannot be started is tried again and again. */
        PATIENT,
        /** Ports stay as they are, taken or not. */
        FIXED_PORTS,
        /** Mount paths that do not exist on this machine become links while they are needed. */
        LINK_MOUNTS,
        /** A claim that does not exist is waited for. */
        NO_AUTO_CLAIMS
    }

    public boolean has(Switch which) {
        return switches.contains(which);
    }
}

package io.trainyard.local.kubelet.process;

import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A container that is to be started, with everything expanded.
 *
 * @param command replaces the entrypoint of the image; never empty where images are not used
 * @param args added to the command, or to the entrypoint of the image
 * @param environment all variables
 * @param workingFolder where it starts, as the program sees it; empty for what the image says
 * @param log file to which it writes, at the end
 * @param hosts file with the names and addresses of pods
 * @param address of the pod
 * @param mounts where the paths are that the container wants to see, by path
 * @param rewritten the paths among them that the program does not see; in its texts stand the places instead
 * @param gpus that it may use
 * @param asIs whether it sees the machine as the user's shell does
 */
public record ContainerLaunch(
        PodSpec pod,
        ContainerSpec container,
        List<String> command,
        List<String> args,
        Map<String, String> environment,
        Path workingFolder,
        Path log,
        Path hosts,
        String address,
        Map<String, Path> mounts,
        Set<String> rewritten,
        List<Gpu> gpus,
        boolean asIs) {
    public ContainerLaunch {
        command = List.copyOf(command);
        args = List.copyOf(args);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        mounts = Collections.unmodifiableMap(new LinkedHashMap<>(mounts));
        rewritten = Set.copyOf(rewritten);
        gpus = List.copyOf(gpus);
    }

    /** The mounts that the program sees where it asks for them. */
    public Map<String, Path> shown() {
        Map<String, Path> shown = new LinkedHashMap<>(mounts);
        shown.keySet().removeAll(rewritten);
        return shown;
    }

    /** Command and arguments. */
    public List<String> program() {
        List<String> program = new ArrayList<>(command);
        program.addAll(args);
        return program;
    }
}

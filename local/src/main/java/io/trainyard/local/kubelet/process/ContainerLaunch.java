package io.trainyard.local.kubelet.process;

import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A container that is to be started, with everything expanded.
 *
 * @param program program and arguments; never empty
 * @param environment all variables
 * @param workingFolder where it starts
 * @param log file to which it writes, at the end
 * @param mounts where the paths are that the container wants to see, by path
 */
public record ContainerLaunch(
        PodSpec pod,
        ContainerSpec container,
        List<String> program,
        Map<String, String> environment,
        Path workingFolder,
        Path log,
        Map<String, Path> mounts) {
    public ContainerLaunch {
        program = List.copyOf(program);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        mounts = Map.copyOf(mounts);
    }
}

package io.trainyard.local.kubelet.process;

import java.nio.file.Path;
import java.util.List;

/** What a process sees of the machine that it runs on. */
public interface ProcessView {
    /** All of it, as it is; mounts are somewhere else than containers expect them. */
    ProcessView HOST = new ProcessView() {};

    /** Whether programs see mounts where their containers ask for them. */
    default boolean showsMounts() {
        return false;
    }

    /** Where on this machine a path of a container is. */
    default Path onMachine(ContainerLaunch launch, Path path) {
        return path;
    }

    /** The command that starts a program with this view. */
    default List<String> wrap(ContainerLaunch launch, List<String> program) {
        return program;
    }
}

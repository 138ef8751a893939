package io.trainyard.local.kubelet.process;

import java.util.List;

/** What a process sees of the machine that it runs on. */
public interface ProcessView {
    /** All of it, as it is; mounts are somewhere else than containers expect them. */
    ProcessView HOST = new ProcessView() {};

    /**
     * Checks that processes can be started like this. Blocks.
     *
     * @throws StartException when they cannot; the message says why and what to do
     */
    default void check() {}

    /** Whether programs see mounts where their containers ask for them. */
    default boolean showsMounts() {
        return false;
    }

    /** The command that starts a program, whose first word is a path, with this view. */
    default List<String> wrap(ContainerLaunch launch, List<String> program) {
        return program;
    }
}

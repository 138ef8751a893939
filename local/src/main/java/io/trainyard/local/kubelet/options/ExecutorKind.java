package io.trainyard.local.kubelet.options;

import java.util.Locale;

/** What a container is run as. */
public enum ExecutorKind {
    /** A process of this machine; the image is not looked at. */
    PROCESS,
    /** A container of Docker, from its image. */
    DOCKER,
    /** A container of Podman, from its image. */
    PODMAN;

    /** Whether images are used. */
    public boolean usesImages() {
        return this != PROCESS;
    }

    /** As it is typed; of those that use images also the program that runs containers. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

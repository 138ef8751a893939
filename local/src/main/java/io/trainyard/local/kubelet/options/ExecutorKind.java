package io.trainyard.local.kubelet.options;

/** What a container is run as; constants are called as they are typed, and as the program that runs containers. */
public enum ExecutorKind {
    /** A process of this machine; the image is not looked at. */
    process,
    /** A container of Docker, from its image. */
    docker,
    /** A container of Podman, from its image. */
    podman;

    /** Whether images are used. */
    public boolean usesImages() {
        return this != process;
    }
}

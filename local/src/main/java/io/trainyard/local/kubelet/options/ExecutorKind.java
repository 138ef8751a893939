package io.trainyard.local.kubelet.options;

/** What a container is run as. */
public enum ExecutorKind {
    /** A process of this machine; the image is not looked at. */
    PROCESS(""),
    /** A container of Docker, from its image. */
    DOCKER("docker"),
    /** A container of Podman, from its image. */
    PODMAN("podman");

    private final String program;

    ExecutorKind(String program) {
        this.program = program;
    }

    /** The program on the command line that runs containers; empty for processes. */
    public String program() {
        return program;
    }

    /** Whether images are used. */
    public boolean usesImages() {
        return this != PROCESS;
    }
}

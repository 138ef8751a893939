package io.trainyard.plugins.flux;

/** Where things lie in the pods. */
final class FluxPaths {
    /** What the installer leaves for the container that trains. */
    static final String ROOT = "/mnt/flux";

    /** The configuration of the broker, and what it keeps. */
    static final String CONFIGURATION = ROOT + "/config";

    /** The programs of Flux. */
    static final String VIEW = ROOT + "/view";

    /** Where the programs were built to lie. */
    static final String SOFTWARE = "/opt/software";

    /** The scripts. */
    static final String SCRIPTS = "/etc/flux-config";

    /** The keys, as the Secret has them. */
    static final String CERTIFICATE = "/curve";

    /** Shared memory. */
    static final String SHARED_MEMORY = "/dev/shm";

    /** Name of the script of the installer. */
    static final String INSTALLER = "init.sh";

    /** Name of the script that starts the broker. */
    static final String ENTRYPOINT = "entrypoint.sh";

    private FluxPaths() {}
}

package io.trainyard.local.kubelet.options;

/** How programs find each other by name. */
public enum NetworkMode {
    /** Names are replaced by addresses in what programs get; works everywhere. */
    REWRITE,
    /**
     * Linux: each container sees a hosts file, a host name and its mount paths of its own, in namespaces of an ordinary user. Only where the
     * system permits that; the kubelet does not start otherwise.
     */
    USERNS,
    /** Nothing is done; the user has a name resolution of his own. */
    NONE
}

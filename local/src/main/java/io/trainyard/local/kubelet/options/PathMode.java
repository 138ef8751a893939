package io.trainyard.local.kubelet.options;

/** How programs see the paths of their containers when containers are processes. */
public enum PathMode {
    /** As {@link #NAMESPACE} where this machine allows that, else as {@link #REWRITE}, with a warning. */
    AUTO,
    /** Linux: each container sees its mounts where it asks for them, in a mount namespace of its own. The kubelet does not start where that is not allowed. */
    NAMESPACE,
    /** Mount paths in commands, arguments and variables are replaced by folders of this machine; works everywhere. */
    REWRITE
}

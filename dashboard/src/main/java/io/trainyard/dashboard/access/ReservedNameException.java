package io.trainyard.dashboard.access;

/** A proxy vouches for a name that no user has: those that begin with {@code system:} are of the cluster itself, and may do more than any user. */
public final class ReservedNameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReservedNameException() {
        super("the header kubeflow-userid must name a user; names that begin with system: are those of the cluster itself");
    }
}

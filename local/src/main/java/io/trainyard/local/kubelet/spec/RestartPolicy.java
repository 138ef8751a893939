package io.trainyard.local.kubelet.spec;

/** When a main container that ended is started again. */
public enum RestartPolicy {
    ALWAYS,
    ON_FAILURE,
    NEVER;

    static RestartPolicy of(String text) {
        return switch (text) {
            case "OnFailure" -> ON_FAILURE;
            case "Never" -> NEVER;
            default -> ALWAYS;
        };
    }

    /** Whether a container that ended with this code is started again. */
    public boolean restartsAfter(int exitCode) {
        return this == ALWAYS || (this == ON_FAILURE && exitCode != 0);
    }
}

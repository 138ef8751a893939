package io.trainyard.core.why;

/** Advice with a command that the role {@code kubeflow-trainer-edit} in one namespace does not allow, so that nobody types it in vain. Pure. */
final class ForAdministrators {
    private ForAdministrators() {}

    /**
     * An advice with its command.
     *
     * @param advice what to do, without the command
     * @param command what an administrator of the cluster types for it
     */
    static String advice(String advice, String command) {
        return advice + "; a command for an administrator: " + command;
    }
}

package io.trainyard.core.permission;

/**
 * Names in an installation that roles mention.
 *
 * @param controller of the Deployment, its ServiceAccount and its roles
 * @param namespace where the controller runs
 * @param certificateSecret the Secret with the certificates of the webhooks
 * @param lease the Lease that the leader holds
 */
public record InstallationNames(String controller, String namespace, String certificateSecret, String lease) {
    /** Those of the manifests in {@code deploy}, which are those of Kubeflow Trainer. */
    public static final InstallationNames DEFAULT = new InstallationNames(
            "kubeflow-trainer-controller-manager",
            "kubeflow-system",
            "kubeflow-trainer-webhook-cert",
            "trainer.kubeflow.org");
}

package io.trainyard.core.config;

import java.util.Optional;

/**
 * How the controller works: the configuration file with flags and defaults applied, and valid. Get one from
 * {@link ConfigurationReader}.
 *
 * @param webhook the admission server
 * @param leaderElection leader election; empty when there is none
 * @param metrics the metrics server
 * @param health the server for probes
 * @param controller how much is done at the same time
 * @param certManagement certificates of all TLS servers
 * @param clientConnection limit of the reconciler's requests; empty to send as much as the API server takes
 * @param statusServer the server that training programs report to
 * @param featureGates features that are not for everybody yet
 * @param tls what all TLS servers accept
 * @param trainyard what Kubeflow Trainer's configuration does not have
 */
public record Configuration(
        WebhookSettings webhook,
        Optional<LeaderElectionSettings> leaderElection,
        MetricsSettings metrics,
        HealthSettings health,
        ControllerSettings controller,
        CertificateSettings certManagement,
        Optional<RateLimit> clientConnection,
        StatusServerSettings statusServer,
        FeatureGates featureGates,
        TlsSettings tls,
        TrainyardSettings trainyard) {
    /** {@code apiVersion} of a configuration file. */
    public static final String API_VERSION = "config.trainer.kubeflow.org/v1alpha1";

    /** {@code kind} of a configuration file. */
    public static final String KIND = "Configuration";

    /** What holds when there is neither file nor flag. */
    public static Configuration defaults() {
        return ConfigurationReader.defaults();
    }
}

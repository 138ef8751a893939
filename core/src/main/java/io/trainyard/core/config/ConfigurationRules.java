package io.trainyard.core.config;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.name.DnsName;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What must hold between fields, or of fields whose type alone does not say it. */
final class ConfigurationRules {
    private static final BigDecimal JITTER = new BigDecimal("1.2");
    private static final Duration MIN_PROBE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration MIN_COMPARISON_INTERVAL = Duration.ofMinutes(1);
    private static final Duration MIN_START_TIMEOUT = Duration.ofSeconds(1);

    /** Kinds that have a controller. */
    private static final List<String> KINDS = List.of(
            "TrainJob.trainer.kubeflow.org",
            "TrainingRuntime.trainer.kubeflow.org",
            "ClusterTrainingRuntime.trainer.kubeflow.org");

    private final Configuration configuration;
    private final ConfigurationDiagnostics diagnostics;

    private ConfigurationRules(Configuration configuration, ConfigurationDiagnostics diagnostics) {
        this.configuration = configuration;
        this.diagnostics = diagnostics;
    }

    static void check(Configuration configuration, ConfigurationDiagnostics diagnostics) {
        ConfigurationRules rules = new ConfigurationRules(configuration, diagnostics);
        rules.leaderElection();
        rules.metricsAuthentication();
        rules.probePaths();
        rules.concurrencyKeys();
        rules.certificateTimes();
        rules.namespaces();
        rules.ports();
        rules.dashboard();
    }

    private void leaderElection() {
        LeaderElectionSettings election = configuration.leaderElection().orElse(null);
        if (election == null || !election.enabled()) {
            return;
        }
        BigDecimal lease = nanoseconds(election.leaseDuration());
        BigDecimal renew = nanoseconds(election.renewDeadline());
        BigDecimal retry = nanoseconds(election.retryPeriod()).multiply(JITTER);
        if (retry.signum() <= 0 || renew.compareTo(retry) <= 0 || lease.compareTo(renew) <= 0) {
            diagnostics.error(
                    path("leaderElection"),
                    "leaseDuration must be longer than renewDeadline, and renewDeadline longer than 1.2 times a positive retryPeriod; they are "
                            + GoDuration.format(election.leaseDuration()) + ", "
                            + GoDuration.format(election.renewDeadline()) + " and "
                            + GoDuration.format(election.retryPeriod()));
        }
    }

    private static BigDecimal nanoseconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos());
    }

    private void metricsAuthentication() {
        MetricsSettings metrics = configuration.metrics();
        if (metrics.authentication() && !metrics.secureServing()) {
            diagnostics.error(
                    path("metrics", "auth", "enabled"),
                    "tokens must not travel in clear text: metrics.secureServing must be true as well");
        }
    }

    private void probePaths() {
        HealthSettings health = configuration.health();
        if (health.readinessEndpointName().equals(health.livenessEndpointName())) {
            diagnostics.error(
                    path("health", "readinessEndpointName"),
                    "must differ from health.livenessEndpointName, which is also " + health.livenessEndpointName());
        }
    }

    private void concurrencyKeys() {
        for (String key : configuration.controller().groupKindConcurrency().keySet()) {
            if (!KINDS.contains(key)) {
                diagnostics.warning(
                        path("controller", "groupKindConcurrency").key(key),
                        "no such kind, so this has no effect; known are " + String.join(", ", KINDS)
                                + NearestName.question(key, KINDS));
            }
        }
    }

    private void certificateTimes() {
        TrainyardSettings.Certificates times = configuration.trainyard().certManagement();
        positive("caValidity", times.caValidity());
        positive("serverValidity", times.serverValidity());
        positive("rotateBefore", times.rotateBefore());
        positive("checkInterval", times.checkInterval());
        if (times.rotateBefore().compareTo(times.serverValidity()) >= 0
                || times.serverValidity().compareTo(times.caValidity()) > 0) {
            diagnostics.error(
                    path("trainyard", "certManagement"),
                    "rotateBefore must be shorter than serverValidity, and serverValidity not longer than caValidity; they are "
                            + GoDuration.format(times.rotateBefore()) + ", "
                            + GoDuration.format(times.serverValidity()) + " and "
                            + GoDuration.format(times.caValidity()));
        }
        Duration probe = configuration.trainyard().plugins().crdProbeInterval();
        if (probe.compareTo(MIN_PROBE_INTERVAL) < 0) {
            diagnostics.error(
                    path("trainyard", "plugins", "crdProbeInterval"),
                    "must be at least 1s, not " + GoDuration.format(probe));
        }
        Duration start = configuration.trainyard().plugins().startTimeout();
        if (start.compareTo(MIN_START_TIMEOUT) < 0) {
            diagnostics.error(
                    path("trainyard", "plugins", "startTimeout"),
                    "must be at least 1s, not " + GoDuration.format(start));
        }
        Duration comparison = configuration.trainyard().caches().comparisonInterval();
        if (!comparison.isZero() && comparison.compareTo(MIN_COMPARISON_INTERVAL) < 0) {
            diagnostics.error(
                    path("trainyard", "caches", "comparisonInterval"),
                    "must be at least 1m, or 0s for never, not " + GoDuration.format(comparison));
        }
        Duration rehearsal = configuration.trainyard().rehearsal().timeLimit();
        if (rehearsal.isNegative() || rehearsal.compareTo(TrainyardSettings.Rehearsal.MAX_TIME_LIMIT) > 0) {
            diagnostics.error(
                    path("trainyard", "rehearsal", "timeLimit"),
                    "must be between 0s (no rehearsal) and 30s, not " + GoDuration.format(rehearsal));
        }
        Duration delay = configuration.trainyard().webhook().shutdownDelay(false);
        if (delay.isNegative() || delay.compareTo(TrainyardSettings.Webhook.MAX_SHUTDOWN_DELAY) > 0) {
            diagnostics.error(
                    path("trainyard", "webhook", "shutdownDelay"),
                    "must be between 0s (no delay) and 30s, not " + GoDuration.format(delay));
        }
        if (configuration.trainyard().statusServer().minInterval().isNegative()) {
            diagnostics.error(path("trainyard", "statusServer", "minInterval"), "must not be negative");
        }
    }

    private void positive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            diagnostics.error(path("trainyard", "certManagement", name), "must be longer than 0s");
        }
    }

    /** Who names some namespaces does not want the others touched: nothing that is wrong here may end in serving all. */
    private void namespaces() {
        List<String> names = configuration.trainyard().watchNamespaces();
        for (int i = 0; i < names.size(); i++) {
            FieldPath item = path("trainyard", "watchNamespaces").item(i);
            if (!DnsName.isLabel(names.get(i))) {
                diagnostics.error(item, "\"" + names.get(i) + "\" cannot be the name of a namespace");
            } else if (names.indexOf(names.get(i)) < i) {
                diagnostics.error(item, "\"" + names.get(i) + "\" is named twice");
            }
        }
    }

    /** Every pod can write a header, so only a proxy in the same pod may reach the port. A change of a job needs the token of its user, and a header holds none. */
    private void dashboard() {
        TrainyardSettings.Dashboard dashboard = configuration.trainyard().dashboard();
        if (!dashboard.enabled()
                || dashboard.authentication() != TrainyardSettings.DashboardAuthentication.TRUSTED_HEADER) {
            return;
        }
        if (!dashboard.address().isLoopback()) {
            diagnostics.error(
                    path("trainyard", "dashboard", "host"),
                    "must be 127.0.0.1 with auth trustedHeader, so that nothing but a proxy in the same pod reaches the port; every pod of the cluster can write the header");
        }
        if (!dashboard.readOnly()) {
            diagnostics.warning(
                    path("trainyard", "dashboard", "readOnly"),
                    "false has no effect with auth trustedHeader: jobs are changed with the token of the user, and a header is none");
        }
    }

    private void ports() {
        List<Server> servers = servers();
        for (int later = 1; later < servers.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                if (servers.get(later).address.collidesWith(servers.get(earlier).address)) {
                    diagnostics.error(
                            servers.get(later).path,
                            "port " + servers.get(later).address.port() + " is already taken by "
                                    + servers.get(earlier).path);
                }
            }
        }
    }

    /** The servers that this configuration starts; one that is off takes no port. */
    private List<Server> servers() {
        List<Server> servers = new ArrayList<>();
        WebhookSettings webhook = configuration.webhook();
        servers.add(new Server(path("webhook", "port"), new BindAddress(webhook.host(), webhook.port())));
        configuration
                .metrics()
                .bindAddress()
                .ifPresent(address -> servers.add(new Server(path("metrics", "bindAddress"), address)));
        configuration
                .health()
                .bindAddress()
                .ifPresent(address -> servers.add(new Server(path("health", "healthProbeBindAddress"), address)));
        if (configuration.featureGates().isEnabled(FeatureGate.TRAIN_JOB_STATUS)) {
            servers.add(new Server(
                    path("statusServer", "port"),
                    new BindAddress("", configuration.statusServer().port())));
        }
        TrainyardSettings trainyard = configuration.trainyard();
        if (trainyard.dashboard().enabled()) {
            servers.add(new Server(
                    path("trainyard", "dashboard", "port"),
                    trainyard.dashboard().address()));
        }
        return servers;
    }

    private static FieldPath path(String... fields) {
        return new FieldPath(String.join(".", fields));
    }

    private record Server(FieldPath path, BindAddress address) {}
}

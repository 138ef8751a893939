package io.trainyard.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The key {@code trainyard} of a configuration file: everything that stock files do not have.
 *
 * @param dashboard the web page
 * @param metrics what is measured
 * @param watchNamespaces the namespaces that are served; empty means all
 * @param certManagement how certificates are renewed
 * @param statusServer how reports of training programs are taken
 * @param plugins where plugins come from, and their own settings
 * @param events which events are written
 * @param conditions which conditions are written besides the usual ones
 * @param admission how strictly TrainJobs and runtimes are validated
 * @param caches how the caches of the cluster's objects are checked
 * @param initializerClaim the volume claim for the data of a TrainJob whose runtime has no volume for that; empty for none
 * @param elastic how the number of pods of elastic jobs is changed
 * @param rehearsal how long the process practises before it is ready, so that the first users do not wait
 * @param webhook how the port for admission reviews closes
 */
public record TrainyardSettings(
        Dashboard dashboard,
        Metrics metrics,
        List<String> watchNamespaces,
        Certificates certManagement,
        StatusReports statusServer,
        Plugins plugins,
        Events events,
        Conditions conditions,
        AdmissionSettings admission,
        Caches caches,
        Optional<InitializerClaim> initializerClaim,
        ElasticSettings elastic,
        Rehearsal rehearsal,
        Webhook webhook) {
    public TrainyardSettings {
        watchNamespaces = List.copyOf(watchNamespaces);
    }

    /**
     * The web page.
     *
     * @param enabled whether it is served
     * @param address where it listens; an empty host for all addresses
     * @param authentication how users are recognised
     * @param readOnly whether it only shows; without it users may also suspend, resume and delete what their own rights allow
     * @param hosts names under which browsers may call it, beside those of the Service, {@code localhost} and addresses; {@code *} for any
     * @param secureServing whether it speaks TLS
     */
    public record Dashboard(
            boolean enabled,
            BindAddress address,
            DashboardAuthentication authentication,
            boolean readOnly,
            List<String> hosts,
            boolean secureServing) {
        public Dashboard {
            hosts = List.copyOf(hosts);
        }
    }

    /** How users of the web page are recognised. */
    public enum DashboardAuthentication {
        /** By a token of the API server. */
        TOKEN,
        /** By a header that a proxy in front sets. */
        TRUSTED_HEADER
    }

    /**
     * What is measured.
     *
     * @param perJobSeries series for each TrainJob, whose number grows with them
     */
    public record Metrics(boolean perJobSeries) {}

    /**
     * How certificates are renewed.
     *
     * @param caValidity lifetime of the certificate authority
     * @param serverValidity lifetime of the servers' certificate
     * @param rotateBefore renewed when less than this is left
     * @param checkInterval time between two checks
     * @param directory the folder with {@code tls.crt} and {@code tls.key} when certificates are not managed here
     */
    public record Certificates(
            Duration caValidity,
            Duration serverValidity,
            Duration rotateBefore,
            Duration checkInterval,
            String directory) {}

    /**
     * How reports of training programs are taken.
     *
     * @param enabled whether the port is open
     * @param minInterval least time between two writes for one TrainJob
     * @param requirePodBinding only pods of the TrainJob itself may report
     */
    public record StatusReports(boolean enabled, Duration minInterval, boolean requirePodBinding) {}

    /**
     * Plugins.
     *
     * @param directory the folder with their jars; empty means the one of the distribution
     * @param configuration settings by plugin name, as JSON trees
     * @param order names of the plugins that are called first; all others follow in their own order
     * @param disabled names of plugins that are left out as if their jars were not there
     * @param terminalCondition name of the plugin that decides when a TrainJob has ended; empty for JobSet's
     * @param crdProbeInterval how often to look whether a kind that a plugin needs has been installed
     * @param startTimeout how long one plugin may take to be made, and to start, before it is left out
     */
    public record Plugins(
            Optional<String> directory,
            Map<String, Map<String, Object>> configuration,
            List<String> order,
            List<String> disabled,
            Optional<String> terminalCondition,
            Duration crdProbeInterval,
            Duration startTimeout) {
        /** The limit of an absent configuration. */
        public static final Duration START_TIMEOUT = Duration.ofSeconds(30);

        /** The interval of an absent configuration. */
        public static final Duration CRD_PROBE_INTERVAL = Duration.ofSeconds(30);

        public Plugins {
            configuration = Map.copyOf(configuration);
            order = List.copyOf(order);
            disabled = List.copyOf(disabled);
        }
    }

    /**
     * How what is known of the cluster is checked.
     *
     * @param comparisonInterval about how often each cache is compared with a list; zero for never
     */
    public record Caches(Duration comparisonInterval) {
        /** The interval of an absent configuration. */
        public static final Duration COMPARISON_INTERVAL = Duration.ofHours(1);
    }

    /**
     * What is practised before the process is ready.
     *
     * @param timeLimit how long it practises; zero for not at all
     */
    public record Rehearsal(Duration timeLimit) {
        /** The limit of an absent configuration: a start is hardly longer, and the first users do not wait. */
        public static final Duration TIME_LIMIT = Duration.ofMillis(500);

        /** No start may wait longer for it. */
        public static final Duration MAX_TIME_LIMIT = Duration.ofSeconds(30);
    }

    /** Which Kubernetes events are written. */
    public enum Events {
        /** Only those that ask for somebody's attention. */
        PROBLEMS,
        /** Also suspended, resumed, completed. */
        ALL
    }

    /**
     * Conditions besides Suspended, Complete and Failed. Off by default: the Python SDK takes an unknown one for "not running".
     *
     * @param resourcesReady tells, while that is so, that objects of the TrainJob cannot be built or applied
     */
    public record Conditions(boolean resourcesReady) {}

    /**
     * How the port for admission reviews ends.
     *
     * @param shutdownDelay how long reviews are answered after the process was asked to end; empty for 10 s in a pod, and not at all elsewhere
     */
    public record Webhook(Optional<Duration> shutdownDelay) {
        /** In so long a cluster stops to send reviews to a pod that ends. */
        public static final Duration IN_A_POD = Duration.ofSeconds(10);

        /** With the last reviews, 8 s, this ends well before the 45 s that a pod has as shipped. */
        static final Duration MAX_SHUTDOWN_DELAY = Duration.ofSeconds(30);

        /** How long it is for this process. */
        public Duration shutdownDelay(boolean inPod) {
            return shutdownDelay.orElse(inPod ? IN_A_POD : Duration.ZERO);
        }
    }
}

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
 * @param caches how what is known of the cluster is checked
 * @param initializerClaim what a TrainJob gets for its data when its runtime has no volume for that; empty for nothing
 * @param elastic how the number of pods of elastic jobs is changed
 * @param rehearsal what is practised before the process is ready
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
        Rehearsal rehearsal) {
    public TrainyardSettings {
        watchNamespaces = List.copyOf(watchNamespaces);
    }

    /**
     * The web page.
     *
     * @param enabled whether it is served
     * @param address where; an empty host for all addresses
     * @param authentication how users are recognised
     * @param readOnly false: users may also suspend, resume and delete what their own rights allow
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
     * @param checkInterval time between two looks
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
     * @param order names of the plugins that are called first; the others follow in their own order
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
     * @param timeLimit when it ends; zero for no rehearsal
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
}

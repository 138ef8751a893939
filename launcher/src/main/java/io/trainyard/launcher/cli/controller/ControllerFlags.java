package io.trainyard.launcher.cli.controller;

import io.trainyard.core.config.FlagOverride;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags that stand for fields of the configuration file and win over it, each only when it was given. */
final class ControllerFlags {
    private static final String HEALTH = "--health-probe-bind-address";
    private static final String ELECT = "--leader-elect";
    private static final String METRICS_ADDRESS = "--metrics-bind-address";
    private static final String METRICS_SECURE = "--metrics-secure";
    private static final String PORT = "--webhook-server-port";
    private static final String SERVICE = "--webhook-service-name";
    private static final String SECRET = "--webhook-secret-name";
    private static final String HTTP2 = "--enable-http2";
    private static final String GATES = "--feature-gates";

    @Option(
            names = GATES,
            paramLabel = "NAME=BOOL,...",
            description = "Features to switch on or off, such as TrainJobStatus=true. Field: featureGates.")
    private @Nullable String featureGates;

    @Option(
            names = METRICS_ADDRESS,
            paramLabel = "HOST:PORT",
            description = "Where metrics are served; 0 for nowhere. Field: metrics.bindAddress.")
    private @Nullable String metricsAddress;

    @Option(
            names = METRICS_SECURE,
            paramLabel = "BOOL",
            converter = GoFlags.BooleanConverter.class,
            arity = "1",
            description = "Serve metrics by HTTPS. Field: metrics.secureServing.")
    private @Nullable Boolean metricsSecure;

    @Option(
            names = HEALTH,
            paramLabel = "HOST:PORT",
            description = "Where probes are served; 0 for nowhere. Field: health.healthProbeBindAddress.")
    private @Nullable String healthAddress;

    @Option(
            names = ELECT,
            paramLabel = "BOOL",
            converter = GoFlags.BooleanConverter.class,
            arity = "1",
            description = "Let only one of several copies work. Field: leaderElection.leaderElect.")
    private @Nullable Boolean leaderElect;

    @Option(names = PORT, paramLabel = "PORT", description = "Port of the admission server. Field: webhook.port.")
    private @Nullable Integer webhookPort;

    @Option(
            names = SERVICE,
            paramLabel = "NAME",
            description = "Service of the admission server. Field: certManagement.webhookServiceName.")
    private @Nullable String webhookService;

    @Option(
            names = SECRET,
            paramLabel = "NAME",
            description = "Secret with the certificates. Field: certManagement.webhookSecretName.")
    private @Nullable String webhookSecret;

    @Option(
            names = HTTP2,
            paramLabel = "BOOL",
            converter = GoFlags.BooleanConverter.class,
            arity = "1",
            description = "Offer HTTP/2 on all TLS servers. Field: tls.nextProtos.")
    private @Nullable Boolean http2;

    /** The flags that were given. */
    List<FlagOverride> overrides() {
        List<FlagOverride> given = new ArrayList<>();
        add(given, GATES, "featureGates", featureGates);
        add(given, METRICS_ADDRESS, "metrics.bindAddress", metricsAddress);
        add(given, METRICS_SECURE, "metrics.secureServing", metricsSecure);
        add(given, HEALTH, "health.healthProbeBindAddress", healthAddress);
        add(given, ELECT, "leaderElection.leaderElect", leaderElect);
        add(given, PORT, "webhook.port", webhookPort);
        add(given, SERVICE, "certManagement.webhookServiceName", webhookService);
        add(given, SECRET, "certManagement.webhookSecretName", webhookSecret);
        if (http2 != null) {
            add(given, HTTP2, "tls.nextProtos", http2 ? List.of("h2", "http/1.1") : List.of("http/1.1"));
        }
        return given;
    }

    private static void add(List<FlagOverride> given, String flag, String path, @Nullable Object value) {
        if (value != null) {
            given.add(new FlagOverride(flag, path, value));
        }
    }
}

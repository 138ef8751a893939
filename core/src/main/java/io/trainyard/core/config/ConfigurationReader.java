package io.trainyard.core.config;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.foundation.yaml.YamlDocuments;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a configuration: given flags over the file over defaults. Strict, and reports everything that is wrong at once. */
public final class ConfigurationReader {
    private static final int NAME_LENGTH = 253;

    private ConfigurationReader() {}

    /** Defaults and flags only. */
    public static ConfigurationResult withoutFile(List<FlagOverride> flags) {
        return read(new ConfigurationDiagnostics(null, flags), Map.of());
    }

    /** Reads a file. Blocks while it does. */
    public static ConfigurationResult fromFile(Path file, List<FlagOverride> flags) {
        return fromDocuments(file.toString(), YamlDocuments.readFile(file), flags);
    }

    /** Reads the text of a file. */
    public static ConfigurationResult fromText(String source, String text, List<FlagOverride> flags) {
        return fromDocuments(source, YamlDocuments.read(source, text), flags);
    }

    static Configuration defaults() {
        return ((ConfigurationResult.Valid) withoutFile(List.of())).configuration();
    }

    private static ConfigurationResult fromDocuments(String source, Documents read, List<FlagOverride> flags) {
        if (!read.problems().isEmpty()) {
            return new ConfigurationResult.Invalid(read.problems(), List.of());
        }
        if (read.documents().isEmpty()) {
            return invalid(Problem.of(
                    source,
                    "is empty; it needs at least apiVersion: " + Configuration.API_VERSION
                            + " and kind: Configuration"));
        }
        if (read.documents().size() > 1) {
            return invalid(read.documents().get(1).problem(FieldPath.ROOT, "only one document is allowed"));
        }
        Document document = read.documents().get(0);
        Optional<Map<String, Object>> fields = document.mapping();
        if (fields.isEmpty()) {
            return invalid(document.problem(FieldPath.ROOT, "must be an object with fields"));
        }
        List<Problem> identity = identity(document, fields.get());
        return identity.isEmpty()
                ? read(new ConfigurationDiagnostics(document, flags), fields.get())
                : new ConfigurationResult.Invalid(identity, List.of());
    }

    private static ConfigurationResult invalid(Problem problem) {
        return new ConfigurationResult.Invalid(List.of(problem), List.of());
    }

    /** Another kind of file altogether would only give a flood of unknown fields, so this is looked at first. */
    private static List<Problem> identity(Document document, Map<String, Object> fields) {
        return Stream.of(
                        mustBe(document, fields, "apiVersion", Configuration.API_VERSION),
                        mustBe(document, fields, "kind", Configuration.KIND))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Problem> mustBe(
            Document document, Map<String, Object> fields, String name, String expected) {
        Object value = fields.get(name);
        if (expected.equals(value)) {
            return Optional.empty();
        }
        String actual = value == null ? " and is missing" : ", not " + value;
        return Optional.of(document.problem(FieldPath.ROOT.field(name), "must be " + expected + actual));
    }

    private static ConfigurationResult read(ConfigurationDiagnostics diagnostics, Map<String, Object> fields) {
        ConfigurationSection root = new ConfigurationSection(diagnostics, FieldPath.ROOT, fields);
        root.value("apiVersion");
        root.value("kind");
        Configuration configuration = new Configuration(
                webhook(root.section("webhook")),
                leaderElection(root),
                metrics(root.section("metrics")),
                health(root.section("health")),
                controller(root.section("controller")),
                certificates(root.section("certManagement")),
                clientConnection(root.section("clientConnection")),
                statusServer(root.section("statusServer")),
                FeatureGateReader.read(root, diagnostics),
                tls(root.section("tls")),
                TrainyardSettingsReader.read(root.section("trainyard")));
        root.rejectUnknown();
        ConfigurationRules.check(configuration, diagnostics);
        return diagnostics.result(configuration);
    }

    private static WebhookSettings webhook(ConfigurationSection section) {
        WebhookSettings webhook =
                new WebhookSettings(section.text("host", "", NAME_LENGTH), section.port("port", 9443));
        section.rejectUnknown();
        return webhook;
    }

    private static Optional<LeaderElectionSettings> leaderElection(ConfigurationSection root) {
        ConfigurationSection section = root.section("leaderElection");
        if (!root.has("leaderElection")) {
            return Optional.empty();
        }
        section.parsed(
                "resourceLock",
                "leases",
                "leases, the only kind of lock there is",
                text -> text.equals("leases") ? Optional.of(text) : Optional.empty());
        LeaderElectionSettings election = new LeaderElectionSettings(
                section.bool("leaderElect", true),
                section.text("resourceName", "trainer.kubeflow.org", NAME_LENGTH),
                section.text("resourceNamespace", "", NAME_LENGTH),
                section.duration("leaseDuration", LeaderElectionSettings.DEFAULT_LEASE_DURATION),
                section.duration("renewDeadline", LeaderElectionSettings.DEFAULT_RENEW_DEADLINE),
                section.duration("retryPeriod", LeaderElectionSettings.DEFAULT_RETRY_PERIOD));
        section.rejectUnknown();
        return Optional.of(election);
    }

    private static MetricsSettings metrics(ConfigurationSection section) {
        ConfigurationSection auth = section.section("auth");
        MetricsSettings metrics = new MetricsSettings(
                section.bindAddress("bindAddress", ":8443"),
                section.bool("secureServing", true),
                auth.bool("enabled", false));
        auth.rejectUnknown();
        section.rejectUnknown();
        return metrics;
    }

    private static HealthSettings health(ConfigurationSection section) {
        HealthSettings health = new HealthSettings(
                section.bindAddress("healthProbeBindAddress", ":8081"),
                section.text("readinessEndpointName", "readyz", 63),
                section.text("livenessEndpointName", "healthz", 63));
        section.rejectUnknown();
        return health;
    }

    private static ControllerSettings controller(ConfigurationSection section) {
        ControllerSettings controller = new ControllerSettings(section.positiveNumbers("groupKindConcurrency"));
        section.rejectUnknown();
        return controller;
    }

    private static CertificateSettings certificates(ConfigurationSection section) {
        CertificateSettings certificates = new CertificateSettings(
                section.bool("enable", true),
                section.renamed(
                        "serviceName", "webhookServiceName", "kubeflow-trainer-controller-manager", NAME_LENGTH),
                section.renamed("secretName", "webhookSecretName", "kubeflow-trainer-webhook-cert", NAME_LENGTH));
        section.rejectUnknown();
        return certificates;
    }

    /** Whoever names one of the two wants a fixed limit; the other one is then what Kubeflow Trainer takes. */
    private static Optional<RateLimit> clientConnection(ConfigurationSection section) {
        boolean given = section.has("qps") || section.has("burst");
        RateLimit limit = new RateLimit(section.rate("qps", 50), section.count("burst", 100));
        section.rejectUnknown();
        return given ? Optional.of(limit) : Optional.empty();
    }

    private static StatusServerSettings statusServer(ConfigurationSection section) {
        StatusServerSettings server = new StatusServerSettings(
                section.port("port", 10443), new RateLimit(section.rate("qps", 5), section.count("burst", 10)));
        section.rejectUnknown();
        return server;
    }

    @SuppressWarnings("OptionalMapToOptional") // Outside: is the text right? Inside: is there a version?
    private static TlsSettings tls(ConfigurationSection section) {
        @Nullable Object version = section.value("minVersion");
        Optional<TlsVersion> minVersion = version == null
                ? Optional.empty()
                : section.parsed(
                        "minVersion",
                        "",
                        "\"1.0\", \"1.1\", \"1.2\" or \"1.3\"",
                        text -> text.isEmpty()
                                ? Optional.of(Optional.<TlsVersion>empty())
                                : TlsVersion.of(text).map(Optional::of));
        TlsSettings tls = new TlsSettings(
                minVersion,
                section.texts("cipherSuites", List.of(), 100, 100),
                section.texts("nextProtos", List.of("http/1.1"), 10, 32));
        section.rejectUnknown();
        return tls;
    }
}

package io.trainyard.core.config;

import io.trainyard.core.config.AdmissionSettings.ClientRelease;
import io.trainyard.core.config.AdmissionSettings.Strictness;
import io.trainyard.core.config.ElasticSettings.JobSetScaling;
import io.trainyard.core.config.ElasticSettings.OnUnsupported;
import io.trainyard.core.config.TrainyardSettings.DashboardAuthentication;
import io.trainyard.core.config.TrainyardSettings.Events;
import io.trainyard.foundation.regex.LinearPattern;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the key {@code trainyard}. */
final class TrainyardSettingsReader {
    private static final int NAME_LENGTH = 63;
    private static final int HOST_LENGTH = 253;

    private static final LinearPattern AMOUNT = LinearPattern.of("[1-9][0-9]{0,15}(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?");
    private static final List<String> ACCESS_MODES =
            List.of("ReadWriteOnce", "ReadWriteMany", "ReadWriteOncePod", "ReadOnlyMany");

    private static final int PATH_LENGTH = 4096;

    /** Where stock manifests mount the Secret. */
    private static final String SERVING_CERTIFICATES = "/tmp/k8s-webhook-server/serving-certs";

    private TrainyardSettingsReader() {}

    static TrainyardSettings read(ConfigurationSection section) {
        if (section.has("pprof")) {
            section.error("pprof", "this version has no profiling endpoint; remove the key");
            // Said once, not again as an unknown field.
            section.value("pprof");
        }
        TrainyardSettings settings = new TrainyardSettings(
                dashboard(section.section("dashboard")),
                metrics(section.section("metrics")),
                section.texts("watchNamespaces", List.of(), 1000, NAME_LENGTH),
                certificates(section.section("certManagement")),
                statusServer(section.section("statusServer")),
                plugins(section.section("plugins")),
                section.parsed(
                        "events",
                        "Problems",
                        "Problems or All",
                        choice(Map.of("Problems", Events.PROBLEMS, "All", Events.ALL))),
                conditions(section.section("conditions")),
                admission(section.section("admission")),
                caches(section.section("caches")),
                initializerClaim(section.section("initializer")),
                elastic(section.section("elastic")),
                rehearsal(section.section("rehearsal")),
                webhook(section.section("webhook")));
        section.rejectUnknown();
        return settings;
    }

    private static TrainyardSettings.Dashboard dashboard(ConfigurationSection section) {
        TrainyardSettings.Dashboard dashboard = new TrainyardSettings.Dashboard(
                section.bool("enabled", false),
                new BindAddress(section.text("host", "", NAME_LENGTH), section.port("port", 8090)),
                section.parsed(
                        "auth",
                        "token",
                        "token or trustedHeader",
                        choice(Map.of(
                                "token", DashboardAuthentication.TOKEN,
                                "trustedHeader", DashboardAuthentication.TRUSTED_HEADER))),
                section.bool("readOnly", true),
                section.texts("hosts", List.of(), 100, HOST_LENGTH),
                section.bool("secureServing", true));
        section.rejectUnknown();
        return dashboard;
    }

    private static TrainyardSettings.Metrics metrics(ConfigurationSection section) {
        TrainyardSettings.Metrics metrics = new TrainyardSettings.Metrics(section.bool("perJobSeries", false));
        section.rejectUnknown();
        return metrics;
    }

    private static TrainyardSettings.Certificates certificates(ConfigurationSection section) {
        TrainyardSettings.Certificates certificates = new TrainyardSettings.Certificates(
                section.duration("caValidity", Duration.ofDays(3650)),
                section.duration("serverValidity", Duration.ofDays(365)),
                section.duration("rotateBefore", Duration.ofDays(90)),
                section.duration("checkInterval", Duration.ofHours(12)),
                section.text("directory", SERVING_CERTIFICATES, PATH_LENGTH));
        section.rejectUnknown();
        return certificates;
    }

    private static TrainyardSettings.StatusReports statusServer(ConfigurationSection section) {
        TrainyardSettings.StatusReports reports = new TrainyardSettings.StatusReports(
                section.bool("enabled", true),
                section.duration("minInterval", Duration.ofSeconds(10)),
                section.bool("requirePodBinding", true));
        section.rejectUnknown();
        return reports;
    }

    private static TrainyardSettings.Plugins plugins(ConfigurationSection section) {
        String directory = section.text("directory", "", PATH_LENGTH);
        String terminalCondition = section.text("terminalCondition", "", NAME_LENGTH);
        TrainyardSettings.Plugins plugins = new TrainyardSettings.Plugins(
                directory.isEmpty() ? Optional.empty() : Optional.of(directory),
                section.trees("configuration"),
                section.texts("order", List.of(), 100, NAME_LENGTH),
                section.texts("disabled", List.of(), 1000, NAME_LENGTH),
                terminalCondition.isEmpty() ? Optional.empty() : Optional.of(terminalCondition),
                section.duration("crdProbeInterval", TrainyardSettings.Plugins.CRD_PROBE_INTERVAL),
                section.duration("startTimeout", TrainyardSettings.Plugins.START_TIMEOUT));
        section.rejectUnknown();
        return plugins;
    }

    private static TrainyardSettings.Webhook webhook(ConfigurationSection section) {
        Duration delay = section.duration("shutdownDelay", Duration.ZERO);
        TrainyardSettings.Webhook webhook =
                new TrainyardSettings.Webhook(section.has("shutdownDelay") ? Optional.of(delay) : Optional.empty());
        section.rejectUnknown();
        return webhook;
    }

    private static TrainyardSettings.Rehearsal rehearsal(ConfigurationSection section) {
        TrainyardSettings.Rehearsal rehearsal =
                new TrainyardSettings.Rehearsal(section.duration("timeLimit", TrainyardSettings.Rehearsal.TIME_LIMIT));
        section.rejectUnknown();
        return rehearsal;
    }

    private static TrainyardSettings.Caches caches(ConfigurationSection section) {
        TrainyardSettings.Caches caches = new TrainyardSettings.Caches(
                section.duration("comparisonInterval", TrainyardSettings.Caches.COMPARISON_INTERVAL));
        section.rejectUnknown();
        return caches;
    }

    private static TrainyardSettings.Conditions conditions(ConfigurationSection section) {
        TrainyardSettings.Conditions conditions =
                new TrainyardSettings.Conditions(section.bool("resourcesReady", false));
        section.rejectUnknown();
        return conditions;
    }

    private static AdmissionSettings admission(ConfigurationSection section) {
        AdmissionSettings admission = new AdmissionSettings(
                section.parsed(
                        "stringNumProcPerNode",
                        "Warn",
                        "Allow, Warn or Deny",
                        choice(Map.of("Allow", Strictness.ALLOW, "Warn", Strictness.WARN, "Deny", Strictness.DENY))),
                section.parsed(
                        "initializerVolumeMount",
                        "Warn",
                        "Off, Warn or Deny",
                        choice(Map.of("Off", Strictness.ALLOW, "Warn", Strictness.WARN, "Deny", Strictness.DENY))),
                section.text("deprecationPolicy", AdmissionSettings.DEPRECATION_POLICY, PATH_LENGTH),
                section.has("fieldPreservingUsers")
                        ? section.choices(
                                "fieldPreservingUsers",
                                Map.of(
                                        "v2.0", ClientRelease.V2_0,
                                        "v2.1", ClientRelease.V2_1,
                                        "v2.2", ClientRelease.V2_2))
                        : AdmissionSettings.DEFAULT.fieldPreservingUsers(),
                Optional.of(section.text("clientCAFile", "", PATH_LENGTH)).filter(file -> !file.isEmpty()),
                new SizeLimits(
                        section.number("maxRuntimeKiB", SizeLimits.DEFAULT.runtimeKiB(), 1, SizeLimits.MAX_KIB),
                        section.number("maxTrainJobKiB", SizeLimits.DEFAULT.trainJobKiB(), 1, SizeLimits.MAX_KIB)));
        section.value("fieldPreservingUsers");
        section.rejectUnknown();
        return admission;
    }

    private static ElasticSettings elastic(ConfigurationSection section) {
        ElasticSettings elastic = new ElasticSettings(
                section.parsed(
                        "jobSetScaling",
                        "Auto",
                        "Auto, Enabled or Disabled",
                        choice(Map.of(
                                "Auto", JobSetScaling.AUTO,
                                "Enabled", JobSetScaling.ENABLED,
                                "Disabled", JobSetScaling.DISABLED))),
                section.parsed(
                        "onUnsupported",
                        "Hold",
                        "Hold or Recreate",
                        choice(Map.of("Hold", OnUnsupported.HOLD, "Recreate", OnUnsupported.RECREATE))),
                section.duration("minRecreateInterval", ElasticSettings.DEFAULT.minRecreateInterval()),
                section.duration("probeInterval", ElasticSettings.DEFAULT.probeInterval()));
        section.rejectUnknown();
        return elastic;
    }

    private static Optional<InitializerClaim> initializerClaim(ConfigurationSection initializer) {
        boolean asked = initializer.has("claim");
        ConfigurationSection section = initializer.section("claim");
        String size = section.text("size", "", NAME_LENGTH);
        List<String> modes = section.texts("accessModes", List.of("ReadWriteOnce"), 4, NAME_LENGTH);
        String storageClass = section.text("storageClassName", "", PATH_LENGTH);
        if (asked && !AMOUNT.matches(size)) {
            section.error("size", "must be an amount such as 20Gi" + (size.isEmpty() ? "" : ", not \"" + size + "\""));
        }
        if (!ACCESS_MODES.containsAll(modes)) {
            section.error("accessModes", "must be of " + String.join(", ", ACCESS_MODES));
        }
        section.rejectUnknown();
        initializer.rejectUnknown();
        return asked
                ? Optional.of(new InitializerClaim(
                        size, modes, storageClass.isEmpty() ? Optional.empty() : Optional.of(storageClass)))
                : Optional.empty();
    }

    private static <T> Function<String, Optional<T>> choice(Map<String, T> values) {
        return text -> Optional.ofNullable(values.get(text));
    }
}

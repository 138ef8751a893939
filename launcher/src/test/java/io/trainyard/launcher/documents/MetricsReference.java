package io.trainyard.launcher.documents;

import static io.trainyard.launcher.documents.ReferencePage.code;
import static io.trainyard.launcher.documents.ReferencePage.plain;
import static io.trainyard.launcher.documents.ReferencePage.sentence;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.CacheHealth;
import io.trainyard.core.kube.WatchObserver;
import io.trainyard.core.metrics.CacheMetrics;
import io.trainyard.core.metrics.CertificateMetrics;
import io.trainyard.core.metrics.ClientLimitMetrics;
import io.trainyard.core.metrics.ControllerMetrics;
import io.trainyard.core.metrics.JobDemand;
import io.trainyard.core.metrics.JobDemandMetrics;
import io.trainyard.core.metrics.JobSetMetrics;
import io.trainyard.core.metrics.PluginMetrics;
import io.trainyard.core.metrics.ProcessMetrics;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.metrics.RestClientMetrics;
import io.trainyard.core.metrics.TrainJobMetrics;
import io.trainyard.core.metrics.WatchMetrics;
import io.trainyard.core.metrics.WebhookMetrics;
import io.trainyard.core.plugin.ContractViolation;
import io.trainyard.core.plugin.ExtensionPoint;
import io.trainyard.core.plugin.PluginInventory;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.launcher.controller.CollectedSeries;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the page of metrics of what a scrape gives once everything has been counted: names, types, labels and help texts. */
final class MetricsReference {
    private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.*)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)\\{(.*)} \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern TEXT = Pattern.compile("\"([A-Z][^\"]* [^\"]*)\"");
    private static final Path CODE = Documents.ROOT.resolve("core/src/main/java/io/trainyard/core/metrics");

    private static final String JOB_SET =
            """
            apiVersion: jobset.x-k8s.io/v1alpha2
            kind: JobSet
            metadata:
              name: demo
              namespace: team-a
              uid: uid-of-jobset
              ownerReferences:
                - {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: demo, uid: uid-of-demo, controller: true}
            spec: {replicatedJobs: [{name: dataset-initializer, template: {}}]}
            status:
              restarts: %d
              replicatedJobsStatus:
                - {name: dataset-initializer, ready: 0, succeeded: %d, failed: 0, active: %d, suspended: 0}
            """;

    private final ReferencePage page = new ReferencePage("Metrics", "a scrape of all series");
    private final ManualTimeSource time = new ManualTimeSource();

    private MetricsReference() {}

    static String page() throws IOException {
        return new MetricsReference().write();
    }

    /** The texts in the code that series are registered with. */
    static List<String> helpTexts() throws IOException {
        try (Stream<Path> files = Files.list(CODE)) {
            List<String> texts = new ArrayList<>();
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                Matcher text = TEXT.matcher(Files.readString(file));
                while (text.find()) {
                    texts.add(plain(text.group(1)));
                }
            }
            return texts;
        }
    }

    private String write() {
        page.paragraph(
                "What each replica serves under `/metrics` ([how to scrape it](../operate/monitoring.md#scrape-it))."
                        + " A histogram `NAME` has the series `NAME_bucket`, `NAME_count` and `NAME_sum`, and a gauge `NAME_max` of the"
                        + " longest in the last minutes. Only the leader counts series about TrainJobs and runtimes.");
        group("Reconciles", "", registry -> ReconcilerMeters.register(registry, time, 32));
        group("Requests to the API server", "", registry -> {
            new RestClientMetrics(registry).answered("GET", 200, "kubernetes");
            new ClientLimitMetrics(registry).waited(Duration.ofSeconds(1));
        });
        group("Watches and caches", "", registry -> {
            WatchMetrics watches = new WatchMetrics(registry);
            CacheHealth health = new CacheHealth(
                    "trainjobs", "", true, true, "", true, Duration.ofSeconds(1), Duration.ofSeconds(1), false);
            watches.show(() -> List.of(health));
            watches.reopened("trainjobs", WatchObserver.Reason.ENDED);
            watches.compared("trainjobs", WatchObserver.Result.EQUAL);
            watches.missed("trainjobs", 1);
            CacheMetrics.register(registry);
        });
        group("Admission", "", registry -> {
            WebhookMetrics webhook = new WebhookMetrics(registry, "/validate");
            webhook.started();
            webhook.answered(200, Duration.ofMillis(1));
            webhook.denied("TrainJob", "CREATE");
        });
        group("TrainJobs", "", this::trainJobs);
        group(
                "Each TrainJob",
                "Served with `trainyard.metrics.perJobSeries: true`. They go with the TrainJob.",
                registry -> CollectedSeries.ofTrainJob(registry, trainJob("Running")));
        group("Progress reports", "", ReportMetrics::new);
        group(
                "Runtimes",
                "",
                registry -> CollectedSeries.ofRuntime(
                        registry,
                        Serialization.unmarshal(
                                """
                                apiVersion: trainer.kubeflow.org/v1alpha1
                                kind: ClusterTrainingRuntime
                                metadata: {name: torch}
                                """,
                                ClusterTrainingRuntime.class)));
        group("Plugins", "", registry -> {
            PluginMetrics plugins = new PluginMetrics(registry);
            plugins.initialise(new PluginInventory(List.of(new PluginInventory.Entry(
                    "acme", "1.0.0", "acme.jar", List.of(ExtensionPoint.ENFORCE_ML_POLICY), 0, Optional.empty()))));
            plugins.contractViolated("acme", ContractViolation.EXCEPTION);
        });
        group("Leadership, certificates, event loop", "", registry -> {
            new ControllerMetrics(registry, "trainer.kubeflow.org");
            ControllerMetrics.build(registry, "v0.1.0", "commit");
            ControllerMetrics.eventLoopLag(registry, () -> Duration.ZERO);
            CertificateMetrics certificates = new CertificateMetrics(registry);
            certificates.inUse("server", Instant.EPOCH);
            certificates.issued("server");
            certificates.bundleReplaced("webhooks");
        });
        group(
                "The process",
                "Micrometer adds `jvm_*`, `system_*` and further `process_cpu_*`, which differ with the release of Java.",
                registry -> new ProcessMetrics(registry).close());
        return page.toString();
    }

    private void trainJobs(PrometheusMeterRegistry registry) {
        TrainJob created = trainJob("");
        TrainJob running = trainJob("Running");
        TrainJob failed = trainJob("Failed");
        CollectedSeries.ofPopulation(registry, running);
        TrainJobMetrics metrics = new TrainJobMetrics(registry, time, () -> true);
        metrics.added(created, false);
        metrics.updated(created, running);
        metrics.updated(running, failed);
        new JobDemandMetrics(registry, time).started(running, new JobDemand(2, Map.of("nvidia.com/gpu", 8.0)));
        JobSetMetrics jobSets = new JobSetMetrics(registry, time, () -> true, key -> Optional.of(running));
        JobSet fetching = jobSet(0, 0, 1);
        JobSet fetched = jobSet(0, 1, 0);
        jobSets.added(fetching, false);
        jobSets.updated(fetching, fetched);
        jobSets.updated(fetched, jobSet(1, 1, 0));
    }

    private static JobSet jobSet(int restarts, int succeeded, int active) {
        return Serialization.unmarshal(JOB_SET.formatted(restarts, succeeded, active), JobSet.class);
    }

    private static TrainJob trainJob(String phase) {
        return Serialization.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: demo, namespace: team-a, uid: uid-of-demo, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec: {runtimeRef: {name: torch}}
                status:
                  %s
                  conditions: [%s]
                  trainerStatus:
                    progressPercentage: 40
                    estimatedRemainingSeconds: 60
                    lastUpdatedTime: "2026-01-01T00:00:00Z"
                    metrics: [{name: loss, value: "0.5"}]
                """
                        .formatted(
                                phase.isEmpty() ? "" : "phase: " + phase,
                                phase.equals("Failed") ? "{type: Failed, status: \"True\", reason: Failed}" : ""),
                TrainJob.class);
    }

    private void group(String title, String words, Consumer<PrometheusMeterRegistry> count) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        count.accept(registry);
        Map<String, String> helps = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        Map<String, Set<String>> labels = new TreeMap<>();
        for (String line : registry.scrape().split("\n")) {
            Matcher help = HELP.matcher(line);
            Matcher type = TYPE.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (help.matches()) {
                helps.put(help.group(1), help.group(2));
            } else if (type.matches()) {
                types.put(type.group(1), type.group(2));
            } else if (sample.matches()) {
                Set<String> known = labels.computeIfAbsent(sample.group(1), unknown -> new TreeSet<>());
                LABEL.matcher(sample.group(2)).results().forEach(label -> known.add(label.group(1)));
            }
        }
        page.heading(2, title);
        if (!words.isEmpty()) {
            page.paragraph(words);
        }
        page.table(
                List.of("Series", "Type", "Labels", "Meaning"),
                types.keySet().stream()
                        .filter(name -> isOurs(name) && !isLongestOf(name, types))
                        .map(name -> List.of(
                                code(name),
                                types.get(name),
                                labels
                                        .getOrDefault(labels.containsKey(name) ? name : name + "_count", Set.of())
                                        .stream()
                                        .map(ReferencePage::code)
                                        .collect(Collectors.joining(", ")),
                                sentence(plain(helps.getOrDefault(name, "")))))
                        .toList());
    }

    /** The rest differs with the release of Java and its collector. */
    private static boolean isOurs(String name) {
        return !name.startsWith("jvm_")
                && !name.startsWith("system_")
                && (!name.startsWith("process_cpu_") || name.equals("process_cpu_seconds_total"));
    }

    private static boolean isLongestOf(String name, Map<String, String> types) {
        return name.endsWith("_max") && types.containsKey(name.substring(0, name.length() - "_max".length()));
    }
}

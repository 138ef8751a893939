package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.launcher.deploy.LateBalancer;
import io.trainyard.launcher.deploy.Tool;
import io.trainyard.launcher.vendor.SamplePlugin;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run of everything as it is shipped. What is not: the replicas are processes here ({@link ShippedPod}), because the nodes are simulated; so the chart's
 * webhooks are called at the port of a balancer on this machine, for which its Service stands ({@link ShippedChart}). Times of the alert rules and between
 * scrapes are divided by {@link #FACTOR}.
 */
@RealCluster(audit = true)
@DisplayName("Trainyard as shipped")
@Tag("alone")
final class AsShippedIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The longest {@code for}, of an hour, becomes four minutes. */
    private static final int FACTOR = 15;

    /** As the chart's ServiceMonitor has it. */
    private static final Duration INTERVAL = Duration.ofSeconds(30).dividedBy(FACTOR);

    /** Longer than the longest {@code for}, so that an alert whose condition holds from the beginning to the end fires. */
    private static final Duration SCRAPED = Duration.ofSeconds(250);

    private static final Duration IDLE = Duration.ofSeconds(40);

    private static final int WAVES = 5;

    /** Two of them at a time are five applies a second. */
    private static final Duration BETWEEN_DRY_RUNS = Duration.ofMillis(400);

    /** Lines of a replica's log in a minute, at info and above, while nothing happens. */
    private static final int MAX_IDLE_LINES = 20;

    /** Lines of a replica's log about its start, its end and all that happens, beside {@link #MAX_IDLE_LINES} a minute. */
    private static final int MAX_EVENT_LINES = 60;

    /** Shows that rules are evaluated, and that what fires is seen. */
    private static final String CONTROL =
            """
            groups: [{name: control, rules: [{alert: Control, expr: sum(up) > 0, for: 4s}]}]
            """;

    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: dry, namespace: %s}
            spec: {runtimeRef: {name: torch-distributed}, trainer: {numNodes: 2, command: [torchrun, train.py]}}
            """;

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: dry, namespace: %s}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/image}]}}}
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final Verdict verdict = new Verdict();

    @BeforeAll
    static void needPrometheus() {
        PrometheusServer.program("prometheus");
    }

    @Test
    @DisplayName(
            "150 idle and 50 living TrainJobs, a rolling restart and an upgrade: no alert, no refused review, no exception in a log, no state that contradicts the pods, never two writers")
    void quietThroughRestartAndUpgrade(TestCluster cluster, TestNamespace team) throws Exception {
        Path plugins = SamplePlugin.besideOurs(Files.createDirectory(folder.resolve("vendor")));
        ShortenedRules rules = ShortenedRules.of(Files.readString(ShortenedRules.SHIPPED), FACTOR);
        ScrapeTargets targets = new ScrapeTargets(folder.resolve("targets.json"));
        try (LateBalancer service = LateBalancer.open();
                ShippedPods pods =
                        new ShippedPods(name -> ShippedPod.start(cluster, name, folder, plugins), service, targets)) {
            ShippedChart chart = new ShippedChart(cluster, team.name(), service.port(), folder);
            chart.install();
            pods.start();
            pods.start();
            awaitWebhooks(cluster, team.name());
            try (PrometheusServer prometheus = PrometheusServer.start(
                    folder,
                    INTERVAL,
                    new ScrapeJob(cluster, folder).documented(targets),
                    Files.writeString(folder.resolve("rules.yaml"), rules.yaml()),
                    Files.writeString(folder.resolve("control.yaml"), CONTROL))) {
                Instant begin = Instant.now();
                live(cluster, team.name(), chart, pods);
                beIdle(pods, begin);
                judgeAlerts(prometheus, begin, rules);
                verdict.figure(
                        "seconds of scrapes",
                        Duration.between(begin, Instant.now()).toSeconds());
            }
            verdict.figure("connections nobody took", service.refused());
            judgeReplicas(cluster, pods);
            kubectl(cluster, team.name(), "delete", "trainjob", "--all", "--wait=false")
                    .expectSuccess();
            chart.uninstall();
        } finally {
            System.out.printf("as shipped:%n%s", verdict.block());
        }
        assertThat(verdict.faults()).isEmpty();
    }

    /** The API server hears a moment after the replicas are ready whom it may trust. */
    private void awaitWebhooks(TestCluster cluster, String team) throws IOException {
        String job = Files.writeString(folder.resolve("first.yaml"), TRAIN_JOB.formatted(team))
                .toString();
        await("webhooks that are trusted")
                .atMost(LIMIT)
                .until(() -> kubectl(cluster, team, "create", "--dry-run=server", "-f", job)
                                .code()
                        == 0);
    }

    private static Tool.Result kubectl(TestCluster cluster, String namespace, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--kubeconfig=" + cluster.kubeconfig(), "-n", namespace));
        all.addAll(List.of(arguments));
        return Tool.kubectl().run(all.toArray(String[]::new));
    }

    /** All TrainJobs, and meanwhile a restart and an upgrade, while objects are applied all the time. */
    private void live(TestCluster cluster, String team, ShippedChart chart, ShippedPods pods) throws Exception {
        OrdinaryUser user = OrdinaryUser.of(cluster, team, folder);
        kubectl(
                        cluster,
                        team,
                        "create",
                        "-f",
                        SamplePlugin.SOURCE.resolve("runtime.yaml").toString())
                .expectSuccess();
        Jobs jobs = new Jobs(cluster, team, user, folder, verdict);
        Reviews before = Reviews.of(cluster.adminClient());
        try (KubernetesClient asUser = user.client();
                KubernetesClient asAdministrator = cluster.openClientWithoutRetries();
                DryRuns ofTrainJob = new DryRuns(asUser, TRAIN_JOB.formatted(team), BETWEEN_DRY_RUNS);
                DryRuns ofRuntime = new DryRuns(asAdministrator, RUNTIME.formatted(team), BETWEEN_DRY_RUNS)) {
            jobs.idle();
            for (int wave = 1; wave <= WAVES; wave++) {
                CompletableFuture<Void> change =
                        switch (wave) {
                            case 2 ->
                                inBackground("seconds of the restart", () -> {
                                    pods.restartOneByOne();
                                    return null;
                                });
                            case 4 ->
                                inBackground("seconds of the upgrade", () -> {
                                    chart.upgrade();
                                    pods.roll();
                                    return null;
                                });
                            default -> CompletableFuture.completedFuture(null);
                        };
                jobs.wave(wave);
                change.join();
            }
            jobs.askWhy();
            verdict.faults("dry run", ofTrainJob.refusals());
            verdict.faults("dry run", ofRuntime.refusals());
            verdict.figure("dry runs", ofTrainJob.count() + ofRuntime.count());
        }
        Reviews reviews = Reviews.of(cluster.adminClient()).since(before);
        verdict.figure("TrainJobs", jobs.count());
        verdict.figure("reviews", reviews.all());
        verdict.figure("refused reviews", reviews.refused());
        verdict.expect(reviews.refused() == 0, reviews.refused() + " reviews were refused or not answered");
    }

    private CompletableFuture<Void> inBackground(String figure, Callable<Void> work) {
        return CompletableFuture.runAsync(() -> {
            Instant begin = Instant.now();
            try {
                work.call();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
            verdict.figure(figure, Duration.between(begin, Instant.now()).toSeconds());
        });
    }

    /** Nothing happens until there are scrapes enough; what the replicas say of it is counted. */
    private void beIdle(ShippedPods pods, Instant begin) {
        Map<ShippedPod, Long> before = pods.running().stream()
                .collect(Collectors.toMap(
                        pod -> pod, pod -> ReplicaLog.lines(pod.controller().output())));
        Instant idle = Instant.now();
        await("scrapes enough")
                .atMost(SCRAPED.plus(IDLE))
                .pollInterval(1, TimeUnit.SECONDS)
                .until(() -> Instant.now().isAfter(begin.plus(SCRAPED))
                        && Instant.now().isAfter(idle.plus(IDLE)));
        double minutes = Duration.between(idle, Instant.now()).toMillis() / 60_000.0;
        List<Long> rates = pods.running().stream()
                .map(pod -> Math.round((ReplicaLog.lines(pod.controller().output()) - before.get(pod)) / minutes))
                .toList();
        verdict.figure("lines a minute when idle", rates);
        verdict.expect(
                rates.stream().allMatch(rate -> rate <= MAX_IDLE_LINES),
                "log lines a minute and replica while nothing happens: " + rates);
    }

    private void judgeAlerts(PrometheusServer prometheus, Instant begin, ShortenedRules rules) {
        AlertHistory alerts = AlertHistory.of(
                prometheus.queryRange("ALERTS{alertname!=\"Control\"}", begin, Instant.now(), INTERVAL), INTERVAL);
        verdict.faults("alert", alerts.fired());
        alerts.longestPending()
                .forEach((alert, pending) -> verdict.expect(
                        pending.compareTo(rules.waits().get(alert).plus(INTERVAL)) <= 0,
                        alert + " was pending for " + pending + ", longer than its "
                                + rules.waits().get(alert)));
        verdict.figure("alerts", rules.waits().size());
        verdict.figure("alerts that fired", alerts.fired().size());
        verdict.figure("pending at most", alerts.longestPending());
        verdict.expect(
                !prometheus
                        .query("ALERTS{alertname=\"Control\",alertstate=\"firing\"}")
                        .isEmpty(),
                "the control alert does not fire");
        for (JsonNode group : prometheus.rules()) {
            for (JsonNode rule : group.path("rules")) {
                verdict.expect(
                        rule.path("health").asText().equals("ok"),
                        rule.path("name").asText() + ": "
                                + rule.path("lastError").asText());
            }
        }
        JsonNode scrapes = prometheus.query("sum(count_over_time(up[15m]))");
        JsonNode good = prometheus.query("sum(sum_over_time(up[15m]))");
        verdict.figure("scrapes", scrapes.path(0).path("value").path(1).asText());
        verdict.figure(
                "scrapes that succeeded", good.path(0).path("value").path(1).asText());
        double share = good.path(0).path("value").path(1).asDouble()
                / scrapes.path(0).path("value").path(1).asDouble();
        // One of a replica that ends may fail until the scraper hears of it.
        verdict.expect(share > 0.95, "only " + share + " of the scrapes succeeded");
    }

    private void judgeReplicas(TestCluster cluster, ShippedPods pods) throws IOException {
        List<Long> lines = new ArrayList<>();
        for (ShippedPod pod : pods.all()) {
            String log = pod.controller().output();
            verdict.faults("log of " + pod.name(), ReplicaLog.exceptions(log));
            lines.add(ReplicaLog.lines(log));
            double minutes = ReplicaLog.life(log).toMillis() / 60_000.0;
            verdict.expect(
                    ReplicaLog.lines(log) <= MAX_EVENT_LINES + MAX_IDLE_LINES * minutes,
                    "%s wrote %d lines in %.1f minutes".formatted(pod.name(), ReplicaLog.lines(log), minutes));
        }
        verdict.figure("log lines of each replica", lines);
        verdict.figure("exit codes", pods.exitCodes());
        verdict.expect(pods.exitCodes().stream().allMatch(code -> code == 0), "exit codes: " + pods.exitCodes());
        Map<String, String> names =
                pods.all().stream().collect(Collectors.toMap(ShippedPod::tokenId, ShippedPod::name));
        try (Stream<String> audited = Files.lines(cluster.runFolder().resolve("logs/audit.log"))) {
            StatusWrites writes = StatusWrites.of(audited, names);
            verdict.figure("writes of statuses", writes.byWriter());
            verdict.expect(!writes.leases().isEmpty(), "nobody has written a Lease");
            verdict.expect(writes.byWriter().size() > 1, "fewer than two replicas wrote: " + writes.byWriter());
            verdict.faults("two writers", writes.conflicts());
        }
        verdict.faults("forbidden", cluster.auditLog().refused(ShippedChart.USER));
    }
}

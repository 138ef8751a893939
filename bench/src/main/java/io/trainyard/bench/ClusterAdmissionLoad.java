package io.trainyard.bench;

import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Options;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Admission reviews that a real API server asks of the built controller, each in a process of its own: dry runs of creating torch TrainJobs and of
 * changing one while it is suspended, by turns, at a fixed rate. What counts is how long the API server says that it waited for each webhook, and what
 * a relay between the two measures.
 */
public final class ClusterAdmissionLoad {
    private static final String TRAIN_JOBS = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/%s/trainjobs";
    private static final int TIMEOUT_SECONDS = 60;
    private static final int WARM_UP_SECONDS = 60;

    private static final String TRAIN_JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob", "metadata": {"name": "%s"},
             "spec": {"suspend": true, "runtimeRef": {"name": "torch-distributed"},
              "trainer": {"numNodes": 4, "image": "registry.example/train:1", "command": ["torchrun", "train.py"],
               "resourcesPerNode": {"limits": {"nvidia.com/gpu": "8"}}, "env": [{"name": "NCCL_DEBUG", "value": "INFO"}]},
              "runtimePatches": [{"manager": "bench.trainyard.dev/load", "trainingRuntimeSpec": {"template": {"spec": {
               "replicatedJobs": [{"name": "node", "template": {"spec": {"template": {"spec": {
                "nodeSelector": {"pool": "a"}}}}}}]}}}}]}}
            """;

    private final TestCluster cluster;
    private final HttpClient http;
    private final String trainJobs;

    private ClusterAdmissionLoad(TestCluster cluster, String namespace) {
        this.cluster = cluster;
        this.http = cluster.adminClient().getHttpClient();
        this.trainJobs = cluster.apiServerUrl() + TRAIN_JOBS.formatted(namespace);
    }

    /** Arguments: root folder of the built source tree, requests a second, seconds. */
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toAbsolutePath();
        int rate = Integer.parseInt(arguments[1]);
        int seconds = Integer.parseInt(arguments[2]);
        Path folder = Files.createTempDirectory("admission-load");
        Options options = Options.bare().withCustomResourceDefinitions(root.resolve("deploy/crds"));
        try (TestCluster cluster = TestCluster.start(options);
                TestNamespace namespace = cluster.createNamespace("load");
                ControllerProcess controller = ControllerProcess.start(
                        root.resolve("launcher/target/trainyard/bin/trainyard"), folder, cluster.kubeconfig());
                TimedRelay relay = TimedRelay.start(controller.webhookPort());
                WebhookConfigurations webhooks =
                        WebhookConfigurations.install(cluster, root.resolve("deploy/webhooks"), relay.port())) {
            webhooks.awaitAuthority();
            create(cluster, namespace.name(), Files.readString(root.resolve("deploy/runtimes/torch-distributed.yaml")));
            ClusterAdmissionLoad load = new ClusterAdmissionLoad(cluster, namespace.name());
            load.run(rate * WARM_UP_SECONDS, rate);
            WebhookDurations before = load.durations();
            relay.reset();
            Duration usedBefore = processor(controller);
            long[] nanos = load.run(rate * seconds, rate);
            Duration used = processor(controller).minus(usedBefore);
            print(load.durations().since(before), nanos, rate);
            print(relay);
            System.out.printf(
                    "processor time of the controller: %.2f ms a request (two reviews)%n",
                    used.toNanos() / 1e6 / nanos.length);
        }
    }

    private static Duration processor(ControllerProcess controller) {
        return controller.process().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static void create(TestCluster cluster, String namespace, String runtime) {
        cluster.adminClient()
                .resource(Serialization.unmarshal(runtime, ClusterTrainingRuntime.class))
                .create();
        cluster.adminClient()
                .resource(Serialization.unmarshal(TRAIN_JOB.formatted("stored"), TrainJob.class))
                .inNamespace(namespace)
                .create();
    }

    /** Sends at the rate whatever the server manages; gives the time of each request from the moment at which it was due. */
    private long[] run(int requests, int rate) throws InterruptedException {
        AtomicLongArray nanos = new AtomicLongArray(requests);
        AtomicInteger wrong = new AtomicInteger();
        CountDownLatch open = new CountDownLatch(requests);
        long start = System.nanoTime();
        for (int i = 0; i < requests; i++) {
            long due = start + i * 1_000_000_000L / rate;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            int number = i;
            http.sendAsync(i % 2 == 0 ? creation(number) : change(number), String.class)
                    .whenComplete((response, failure) -> {
                        nanos.set(number, System.nanoTime() - due);
                        if (failure != null || !response.isSuccessful()) {
                            wrong.incrementAndGet();
                        }
                        open.countDown();
                    });
        }
        if (!open.await(TIMEOUT_SECONDS, TimeUnit.SECONDS) || wrong.get() > 0) {
            throw new IllegalStateException(open.getCount() + " requests without answer, " + wrong + " refused");
        }
        long[] result = new long[requests];
        Arrays.setAll(result, nanos::get);
        return result;
    }

    private HttpRequest creation(int number) {
        return http.newHttpRequestBuilder()
                .uri(trainJobs + "?dryRun=All")
                .post("application/json", TRAIN_JOB.formatted("job-" + number))
                .build();
    }

    /** Another number of nodes and another patch, so that neither webhook can do without looking at the runtime. */
    private HttpRequest change(int number) {
        return http.newHttpRequestBuilder()
                .uri(trainJobs + "/stored?dryRun=All")
                .method(
                        "PATCH",
                        "application/merge-patch+json",
                        """
                        {"spec": {"trainer": {"numNodes": %d}, "runtimePatches": [
                         {"manager": "bench.trainyard.dev/load", "trainingRuntimeSpec": {"template": {"spec": {
                          "replicatedJobs": [{"name": "node", "template": {"spec": {"template": {"spec": {
                           "nodeSelector": {"pool": "p%d"}}}}}}]}}}}]}}
                        """
                                .formatted(5 + number % 8, number))
                .build();
    }

    private static void print(TimedRelay relay) {
        long[] nanos = relay.sorted();
        System.out.printf(
                "reviews on the wire, new connections included: %d, p50 %.2f ms, p95 %.2f ms, p99 %.2f ms, longest %.1f ms; connections opened: %d%n",
                nanos.length,
                Quantile.of(nanos, 0.5) / 1e6,
                Quantile.of(nanos, 0.95) / 1e6,
                Quantile.of(nanos, 0.99) / 1e6,
                nanos[nanos.length - 1] / 1e6,
                relay.connections());
    }

    private WebhookDurations durations() throws IOException {
        return WebhookDurations.parse(cluster.adminClient().raw("/metrics"));
    }

    private static void print(WebhookDurations durations, long[] nanos, int rate) {
        System.out.printf(
                "| Webhook, %d requests/s, load average %.1f | Reviews | mean | p50 | p99 | within 5 ms |%n|---|---|---|---|---|---|%n",
                rate, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        durations.series().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> {
                    WebhookDurations.Histogram times = each.getValue();
                    System.out.printf(
                            "| %s | %d | %.2f ms | %.2f ms | %.2f ms | %.2f %% |%n",
                            each.getKey(),
                            times.count(),
                            times.meanSeconds() * 1e3,
                            times.quantileSeconds(0.5) * 1e3,
                            times.quantileSeconds(0.99) * 1e3,
                            times.shareWithin(0.005).orElse(Double.NaN) * 100);
                });
        Arrays.sort(nanos);
        System.out.printf(
                "whole requests, as the client saw them: p50 %.1f ms, p99 %.1f ms, longest %.1f ms%n",
                Quantile.of(nanos, 0.5) / 1e6, Quantile.of(nanos, 0.99) / 1e6, nanos[nanos.length - 1] / 1e6);
    }
}

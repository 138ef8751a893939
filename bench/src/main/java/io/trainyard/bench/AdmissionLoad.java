package io.trainyard.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.http.AdmissionServer;
import io.trainyard.core.admission.http.WebhookPath;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Creations of torch TrainJobs, sent as an API server sends them, with the real decisions and plugins behind the real server; both ends in one process.
 * The time of a review runs from the moment at which it was due, so that a server that stalls cannot hide it.
 */
public final class AdmissionLoad {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int WARM_UP = 3_000;
    private static final String UID = "uid-of-a-review";

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final HttpClient http;
    private final int port;

    private AdmissionLoad(int connections) {
        SelfSignedCertificate certificate = SelfSignedCertificate.create(
                        vertx,
                        new VertxTimeSource(vertx.getOrCreateContext()),
                        List.of("localhost"),
                        Duration.ofDays(1))
                .await()
                .atMost(TIMEOUT);
        AdmissionWebhooks admissions = new AdmissionWebhooks(
                new OneRuntime(CompileBenchmark.runtime()),
                Plugins.of(new PlainPlugin(), new TorchPlugin()),
                AdmissionSettings.DEFAULT,
                new VertxTimeSource(vertx.getOrCreateContext()));
        HttpListener server = AdmissionServer.open(
                        vertx,
                        new WebhookSettings("127.0.0.1", 0),
                        TlsServerOptions.of(new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1")))
                                .secure(new HttpServerOptions(), certificate.keyCertOptions()),
                        context -> new AdmissionServer.Hooks(
                                Map.of(
                                        WebhookPath.MUTATE_TRAIN_JOB, admissions.trainJobDefaults(),
                                        WebhookPath.VALIDATE_TRAIN_JOB, admissions.trainJobs()),
                                new SimpleMeterRegistry(),
                                AdmissionServer.Limits.DEFAULT))
                .await()
                .atMost(TIMEOUT);
        port = server.port();
        http = vertx.createHttpClient(new HttpClientOptions()
                .setSsl(true)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setMaxPoolSize(connections)
                .setMaxWaitQueueSize(-1));
    }

    /** Arguments: reviews a second, seconds, connections. */
    public static void main(String[] arguments) throws Exception {
        int rate = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        AdmissionLoad load = new AdmissionLoad(Integer.parseInt(arguments[2]));
        long[] nanos;
        try {
            load.run(WARM_UP, 500);
            nanos = load.run(rate * seconds, rate);
        } finally {
            load.vertx.close();
        }
        Arrays.sort(nanos);
        System.out.printf(
                "%d reviews at %d/s: p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, longest %.2f ms%n",
                nanos.length,
                rate,
                millis(nanos, 0.5),
                millis(nanos, 0.9),
                millis(nanos, 0.99),
                nanos[nanos.length - 1] / 1e6);
    }

    private static double millis(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.round(share * sorted.length))] / 1e6;
    }

    /** Half of the reviews mutate, half validate. */
    private long[] run(int reviews, int rate) throws InterruptedException {
        AtomicLongArray nanos = new AtomicLongArray(reviews);
        AtomicInteger wrong = new AtomicInteger();
        CountDownLatch open = new CountDownLatch(reviews);
        String review = review();
        long start = System.nanoTime();
        for (int i = 0; i < reviews; i++) {
            long due = start + i * 1_000_000_000L / rate;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            int number = i;
            WebhookPath path = i % 2 == 0 ? WebhookPath.MUTATE_TRAIN_JOB : WebhookPath.VALIDATE_TRAIN_JOB;
            context.runOnContext(ignored -> http.request(HttpMethod.POST, port, "localhost", path.path())
                    .compose(request -> request.putHeader("Content-Type", "application/json")
                            .send(Buffer.buffer(review.replace(UID, "review-" + number))))
                    .compose(response -> response.body())
                    .onComplete(done -> {
                        nanos.set(number, System.nanoTime() - due);
                        if (done.failed() || !done.result().toString().contains("\"allowed\":true")) {
                            wrong.incrementAndGet();
                        }
                        open.countDown();
                    }));
        }
        if (!open.await(60, TimeUnit.SECONDS) || wrong.get() > 0) {
            throw new IllegalStateException(open.getCount() + " reviews without answer, " + wrong + " not allowed");
        }
        long[] result = new long[reviews];
        Arrays.setAll(result, nanos::get);
        return result;
    }

    private static String review() {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("uid", UID);
        request.put("kind", Map.of("group", "trainer.kubeflow.org", "version", "v1alpha1", "kind", "TrainJob"));
        request.put("operation", "CREATE");
        request.put("namespace", "team-a");
        ObjectMapper json = new ObjectMapper();
        request.put("object", json.convertValue(CompileBenchmark.trainJob(), Map.class));
        try {
            return json.writeValueAsString(
                    Map.of("apiVersion", "admission.k8s.io/v1", "kind", "AdmissionReview", "request", request));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A cluster that has one runtime and nothing else. */
    private record OneRuntime(RuntimeResource only) implements AdmissionReader {
        @Override
        public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
            return Uni.createFrom().item(Optional.of(only));
        }

        @Override
        public Uni<Optional<RuntimeResource>> keptRuntime(TrainJob trainJob) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<Optional<TrainJob>> trainJob(String namespace, String name) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<List<String>> activeJobs(String namespace, String jobSet) {
            return Uni.createFrom().item(List.of());
        }

        @Override
        public Uni<List<String>> unfinishedUsers(String kind, String namespace, String runtime) {
            return Uni.createFrom().item(List.of());
        }
    }
}

package io.trainyard.launcher.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.http.AdmissionServer;
import io.trainyard.core.admission.http.WebhookPath;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Mutated reviews to the webhooks' port, with the shipped plugins behind it. */
@DisplayName("The webhooks' port answers whatever comes (CERT-03, CERT-07)")
final class ReviewFuzzTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final int UNDER_WAY = 8;
    private static final int MAX_GROWTH = 16;

    private final Vertx vertx = Vertx.vertx();
    private final World world = new World();
    private final Findings findings = new Findings();
    private final Map<String, Integer> answers = new TreeMap<>();
    private final AtomicLong slowest = new AtomicLong();
    private final Queue<FuzzedReview> slow = new ConcurrentLinkedQueue<>();
    private Context context;
    private HttpListener server;
    private HttpClient http;

    @BeforeEach
    void open() {
        SelfSignedCertificate certificate = SelfSignedCertificate.create(
                        vertx,
                        new VertxTimeSource(vertx.getOrCreateContext()),
                        List.of("localhost"),
                        Duration.ofDays(1))
                .await()
                .atMost(TIMEOUT);
        AdmissionWebhooks webhooks = world.webhooks();
        server = await(AdmissionServer.open(
                vertx,
                new WebhookSettings("127.0.0.1", 0),
                TlsServerOptions.of(new TlsSettings(Optional.empty(), List.of(), List.of()))
                        .secure(new HttpServerOptions(), certificate.keyCertOptions()),
                context -> new AdmissionServer.Hooks(
                        Map.of(
                                WebhookPath.MUTATE_TRAIN_JOB, webhooks.trainJobDefaults(),
                                WebhookPath.VALIDATE_TRAIN_JOB, webhooks.trainJobs(),
                                WebhookPath.VALIDATE_TRAINING_RUNTIME, webhooks.runtimes(),
                                WebhookPath.VALIDATE_CLUSTER_TRAINING_RUNTIME, webhooks.runtimes()),
                        new SimpleMeterRegistry(),
                        AdmissionServer.Limits.DEFAULT)));
        context = vertx.getOrCreateContext();
        http = vertx.createHttpClient(new HttpClientOptions()
                .setSsl(true)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setMaxPoolSize(UNDER_WAY));
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        world.close();
    }

    @Test
    @DisplayName("mutated reviews: an answer to each within a second, no 5xx, and a verdict that a user can read")
    void reviews() throws Exception {
        Corpus corpus = Corpus.load();
        Vocabulary vocabulary = new Vocabulary(corpus.objects());
        int runs = FuzzRuns.reviews();
        Memory memory = new Memory(runs);
        Semaphore free = new Semaphore(UNDER_WAY);
        long begin = System.nanoTime();
        for (int run = 1; run <= runs; run++) {
            FuzzedReview review = FuzzedReview.next(corpus, vocabulary, Choices.seeded(FuzzRuns.SEED + run));
            if (run % 100 == 1) {
                hold(corpus.pairs().get(run / 100 % corpus.pairs().size()).runtime());
            }
            acquire(free, 1);
            long sent = System.nanoTime();
            String input = "run " + run + ", " + review.path();
            send(review).onComplete(done -> {
                long took = System.nanoTime() - sent;
                slowest.accumulateAndGet(took, Math::max);
                if (took > LONGEST.toNanos()) {
                    slow.add(review);
                }
                if (done.failed()) {
                    findings.add("no answer: " + done.cause(), input);
                }
                free.release();
            });
            if (run % Math.max(1, runs / 10) == 0) {
                acquire(free, UNDER_WAY);
                free.release(UNDER_WAY);
            }
            memory.after(run);
        }
        acquire(free, UNDER_WAY);
        judgeSlowOnes();
        System.out.printf(
                "fuzz: %d reviews, %d s, %s, slowest %d ms among others, %d of %d slow ones slow alone, %s%n",
                runs,
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                answers,
                TimeUnit.NANOSECONDS.toMillis(slowest.get()),
                findings.count("a review that takes longer than a second"),
                slow.size(),
                memory);

        assertThat(findings.isEmpty()).as(findings.toString()).isTrue();
        assertThat(memory.growth()).as(memory.toString()).isLessThan(MAX_GROWTH);
    }

    /** Others use this machine, too: what is slow by itself is slow again when nothing else is under way. */
    private void judgeSlowOnes() {
        for (FuzzedReview review : slow) {
            long best = Long.MAX_VALUE;
            for (int i = 0; i < 3 && best > LONGEST.toNanos(); i++) {
                long sent = System.nanoTime();
                send(review).toCompletionStage().toCompletableFuture().join();
                best = Math.min(best, System.nanoTime() - sent);
            }
            if (best > LONGEST.toNanos()) {
                finding("a review that takes longer than a second", review);
            }
        }
    }

    private void hold(Map<String, Object> runtime) {
        try {
            world.hold(runtime);
        } catch (IllegalArgumentException unreadable) {
            // A case about a runtime that no schema would have let through.
            world.holdNothing();
        }
    }

    /** On one event loop: a response to another thread may lose its body before anybody asks for it. */
    private Future<Void> send(FuzzedReview review) {
        Promise<Void> judged = Promise.promise();
        context.runOnContext(ignored -> request(review).onComplete(judged));
        return judged.future();
    }

    private Future<Void> request(FuzzedReview review) {
        return http.request(HttpMethod.POST, server.port(), "localhost", review.path())
                .compose(request ->
                        request.putHeader("Content-Type", "application/json").send(Buffer.buffer(review.body())))
                .compose(response -> response.body().map(body -> judge(review, response, body)));
    }

    private Void judge(FuzzedReview review, HttpClientResponse response, Buffer body) {
        String sort = String.valueOf(response.statusCode());
        if (response.statusCode() >= 500) {
            finding("HTTP " + response.statusCode() + ": " + body, review);
        } else if (response.statusCode() == 200) {
            sort = verdict(review, body);
        }
        synchronized (answers) {
            answers.merge(sort, 1, Integer::sum);
        }
        return null;
    }

    private String verdict(FuzzedReview review, Buffer body) {
        try {
            Map<String, Object> answer = Tree.child(Json.parseObject(body.getBytes()), "response");
            if (!(answer.get("uid") instanceof String) || !(answer.get("allowed") instanceof Boolean allowed)) {
                finding("an answer without uid or verdict: " + body, review);
                return "broken";
            }
            long code = Tree.integer(0, answer, "status", "code");
            if (code >= 500) {
                finding("a verdict of " + code + ": " + Tree.text(answer, "status", "message"), review);
            }
            return allowed ? "allowed" : "refused " + code;
        } catch (MalformedTextException malformed) {
            finding("an answer that is no JSON: " + body, review);
            return "broken";
        }
    }

    private void finding(String sort, FuzzedReview review) {
        String text = new String(review.body(), StandardCharsets.UTF_8);
        findings.add(sort, review.path() + " " + (text.length() > 20_000 ? text.substring(0, 20_000) + "…" : text));
    }

    private static void acquire(Semaphore free, int permits) throws InterruptedException {
        assertThat(free.tryAcquire(permits, TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("an answer within %s", TIMEOUT)
                .isTrue();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }
}

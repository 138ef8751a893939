package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.fixture.Manifests;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * 100,000 mutated reviews over HTTPS: every one is answered, none with a code of 500 or more, and the server lives. With the admission that is the most
 * curious: it looks at the whole object, and sends it back changed.
 */
@Label("AdmissionServer with hostile input (CERT-03, VAL-01)")
final class AdmissionServerFuzzTest {
    private static final int BATCH = 200;

    private static final AdmissionWebhook CURIOUS = request -> {
        Map<String, Object> changed = Manifests.copy(request.object().orElse(Map.of()));
        changed.put("seen", request.toString().length());
        return Uni.createFrom().item(AdmissionResponse.changed(changed, List.of(request.toString())));
    };

    private static Vertx vertx;
    private static Context context;
    private static RunningServer server;
    private static HttpClient http;

    private record Answer(byte[] sent, int code, String length, Buffer body) {}

    @BeforeContainer
    static void start() {
        vertx = Vertx.vertx();
        context = vertx.getOrCreateContext();
        server = RunningServer.start(vertx, CURIOUS);
        http = vertx.createHttpClient(new HttpClientOptions()
                .setSsl(true)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setMaxPoolSize(16)
                .setMaxWaitQueueSize(-1));
    }

    @AfterContainer
    static void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Property(tries = 500, seed = "20260101")
    @Label("100,000 mutated reviews: an answer to each, no 5xx")
    void everyReviewIsAnswered(@ForAll long seed) throws Exception {
        MutatedReviews reviews = new MutatedReviews(new java.util.Random(seed));
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            answers.add(send(reviews.next()));
        }

        for (Future<Answer> future : answers) {
            Answer answer = future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(answer.code())
                    .as(() -> new String(answer.sent(), StandardCharsets.UTF_8))
                    .isBetween(200, 499);
            if (answer.code() == 200) {
                JsonNode response = Reviews.response(answer.body().getBytes());
                assertThat(response.path("uid").asText())
                        .as(() -> answer.length() + " bytes: " + answer.body() + " to "
                                + new String(answer.sent(), StandardCharsets.UTF_8))
                        .isNotEmpty();
                assertThat(response.path("allowed").isBoolean()).isTrue();
                // A good review must not suffer from its neighbours.
                assertThat(response.path("status").path("code").asInt(400)).isEqualTo(400);
            }
        }
    }

    /** On one event loop: a response to another thread may lose its body before anybody asks for it. */
    private static Future<Answer> send(byte[] body) {
        Promise<Answer> promise = Promise.promise();
        context.runOnContext(ignored -> request(body).onComplete(promise));
        return promise.future();
    }

    private static Future<Answer> request(byte[] body) {
        return http.request(HttpMethod.POST, server.server().port(), "localhost", WebhookPath.VALIDATE_TRAIN_JOB.path())
                .compose(request ->
                        request.putHeader("Content-Type", "application/json").send(Buffer.buffer(body)))
                .compose(response -> answered(body, response));
    }

    private static Future<Answer> answered(byte[] sent, HttpClientResponse response) {
        return response.body()
                .map(body -> new Answer(sent, response.statusCode(), response.getHeader("Content-Length"), body));
    }

    /** Reviews in which something is wrong: bytes, types, sizes, depths, endings. */
    private static final class MutatedReviews {
        private static final List<Object> STRANGE = List.of(
                "",
                "\u0000",
                "\ud800",
                "x".repeat(5_000),
                -1,
                1e300,
                Long.MAX_VALUE,
                true,
                List.of(),
                Map.of(),
                "null",
                "../../etc",
                "${jndi:x}",
                List.of(List.of(List.of())),
                new java.math.BigInteger("9".repeat(400)));

        private final RandomGenerator random;

        private MutatedReviews(RandomGenerator random) {
            this.random = random;
        }

        private byte[] next() {
            Map<String, Object> review = Reviews.creation("u-" + random.nextInt(1_000_000));
            int changes = random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                mutate(review, 6);
            }
            byte[] bytes = Reviews.bytes(review);
            return switch (random.nextInt(8)) {
                case 0 -> java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
                case 1 -> flipped(bytes);
                case 2 -> nested(review);
                default -> bytes;
            };
        }

        /** Replaces, removes or adds something somewhere. */
        private void mutate(Map<String, Object> tree, int depth) {
            List<String> keys = new ArrayList<>(tree.keySet());
            if (keys.isEmpty() || random.nextInt(10) == 0) {
                putIfPossible(tree, "field-" + random.nextInt(10), strange());
                return;
            }
            String key = keys.get(random.nextInt(keys.size()));
            if (depth > 0 && tree.get(key) instanceof Map<?, ?> below && random.nextInt(4) > 0) {
                @SuppressWarnings("unchecked")
                Map<String, Object> deeper = (Map<String, Object>) below;
                mutate(deeper, depth - 1);
            } else {
                putIfPossible(tree, key, random.nextInt(4) == 0 ? null : strange());
            }
        }

        /** Some of the trees cannot be changed; their neighbours can. */
        private static void putIfPossible(Map<String, Object> tree, String key, Object value) {
            if (tree instanceof java.util.LinkedHashMap) {
                tree.put(key, value);
            }
        }

        private Object strange() {
            return STRANGE.get(random.nextInt(STRANGE.size()));
        }

        private byte[] flipped(byte[] bytes) {
            byte[] copy = bytes.clone();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
            }
            return copy;
        }

        private byte[] nested(Map<String, Object> review) {
            if (!(review.get("request") instanceof Map<?, ?> request)
                    || !(request.get("object") instanceof java.util.LinkedHashMap<?, ?> found)) {
                return Reviews.bytes(review);
            }
            String open = random.nextBoolean() ? "[" : "{\"a\":";
            String close = open.equals("[") ? "]" : "}";
            int depth = random.nextInt(1_500);
            String deep = open.repeat(depth) + "1" + close.repeat(random.nextInt(20) == 0 ? 0 : depth);
            @SuppressWarnings("unchecked")
            Map<String, Object> object = (Map<String, Object>) found;
            object.put("PLACE", 0);
            return new String(Reviews.bytes(review), StandardCharsets.UTF_8)
                    .replace("\"PLACE\":0", "\"deep\":" + deep)
                    .getBytes(StandardCharsets.UTF_8);
        }
    }
}

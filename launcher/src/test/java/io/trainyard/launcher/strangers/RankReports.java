package io.trainyard.launcher.strangers;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For each job a report of each of 4,096 ranks, sent by its pods in turns, as fast as the server takes them. Addresses there are as many as the limit on tokens asks
 * for, as in a network of pods. For one thread.
 */
final class RankReports {
    static final int RANKS = 4_096;

    private static final int PODS_PER_ADDRESS = 25;
    private static final long TOO_MANY_MILLIS = 1_000;
    private static final int PER_NETWORK = 200;

    private final Vertx vertx;
    private final Tally tally;
    private final int port;
    private final List<String> pods;
    private final Map<String, Deque<Integer>> ranks = new HashMap<>();

    /** @param pods a line for each: path, blank, token */
    RankReports(Vertx vertx, Tally tally, int port, List<String> pods) {
        this.vertx = vertx;
        this.tally = tally;
        this.port = port;
        this.pods = pods;
    }

    void send() {
        HttpClient client = null;
        for (int i = 0; i < pods.size(); i++) {
            if (i % PODS_PER_ADDRESS == 0) {
                client = client(i / PODS_PER_ADDRESS);
            }
            String[] pod = pods.get(i).split(" ");
            Deque<Integer> left = ranks.computeIfAbsent(pod[0], RankReports::all);
            next(client, pod[0], pod[1], left);
        }
    }

    private static Deque<Integer> all(String path) {
        Deque<Integer> all = new ArrayDeque<>();
        for (int rank = 0; rank < RANKS; rank++) {
            all.add(rank);
        }
        return all;
    }

    private HttpClient client(int number) {
        return vertx.createHttpClient(new HttpClientOptions()
                .setSsl(true)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setMaxPoolSize(PODS_PER_ADDRESS)
                .setLocalAddress("127.1." + number / PER_NETWORK + "." + (1 + number % PER_NETWORK)));
    }

    private void next(HttpClient client, String path, String token, Deque<Integer> left) {
        Integer rank = left.poll();
        if (rank == null) {
            return;
        }
        client.request(new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setHost(Sources.TARGET)
                        .setPort(port)
                        .setURI(path)
                        .putHeader("Authorization", "Bearer " + token))
                .compose(request -> request.send(
                        Buffer.buffer("{\"trainyard\":{\"rank\":%d,\"node\":%d,\"step\":1,\"stepSeconds\":1.5}}"
                                .formatted(rank, rank))))
                .compose(response -> response.body().map(ignored -> response.statusCode()))
                .onComplete(answer -> {
                    if (answer.succeeded() && answer.result() != 429) {
                        tally.add(String.valueOf(answer.result()), 1);
                        tally.add(Tally.DONE, 1);
                        next(client, path, token, left);
                    } else {
                        tally.add(answer.succeeded() ? "429" : Tally.REFUSED, 1);
                        left.addFirst(rank);
                        vertx.setTimer(TOO_MANY_MILLIS, tick -> next(client, path, token, left));
                    }
                });
    }
}

package io.trainyard.bench.reference;

import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/** Sends many requests, some at a time, as fast as they are answered. Blocks. */
final class Requests {
    private static final int UNDER_WAY = 32;

    private final HttpClient http;

    Requests(HttpClient http) {
        this.http = http;
    }

    /**
     * Sends them, and waits for all answers.
     *
     * @param count how many
     * @param request the one of a number from 0
     * @throws IllegalStateException when one is refused or fails, with what the server said, or when time is up
     */
    void sendAll(int count, Duration limit, IntFunction<HttpRequest> request) {
        Semaphore free = new Semaphore(UNDER_WAY);
        AtomicReference<String> refusal = new AtomicReference<>();
        long end = System.nanoTime() + limit.toNanos();
        for (int number = 0; number < count && refusal.get() == null; number++) {
            acquire(free, 1, end);
            HttpRequest sent = request.apply(number);
            http.sendAsync(sent, String.class).whenComplete((response, failure) -> {
                if (failure != null) {
                    refusal.compareAndSet(null, sent.uri() + ": " + failure);
                } else if (!response.isSuccessful()) {
                    refusal.compareAndSet(null, sent.uri() + ": " + response.code() + " " + response.body());
                }
                free.release();
            });
        }
        acquire(free, UNDER_WAY, end);
        if (refusal.get() != null) {
            throw new IllegalStateException("a request was not granted: " + refusal.get());
        }
    }

    private static void acquire(Semaphore free, int permits, long end) {
        try {
            if (!free.tryAcquire(permits, end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("the API server did not answer all requests in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while requests were under way", e);
        }
    }
}

package io.trainyard.bench.reference;

import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.trainyard.bench.Quantile;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Sends requests at a steady rate, whether or not the ones before were answered. Blocks. */
final class SteadyRequests {
    private static final int TIMEOUT_SECONDS = 120;

    private final HttpClient http;

    SteadyRequests(HttpClient http) {
        this.http = http;
    }

    /**
     * When one request was due and answered, by {@link System#nanoTime()}.
     *
     * @param due when it was to be sent
     * @param answered when its answer came
     */
    record Exchange(long due, long answered) {
        long taken() {
            return answered - due;
        }
    }

    /**
     * Sends them, and waits for all answers.
     *
     * @param rate requests a second
     * @param request the one of a number from 0
     * @return in the same order
     * @throws IllegalStateException when one is refused or fails, or when time is up
     */
    List<Exchange> send(int rate, Duration duration, IntFunction<HttpRequest> request) {
        int count = Math.toIntExact(rate * duration.toSeconds());
        long[] due = new long[count];
        AtomicLongArray answered = new AtomicLongArray(count);
        AtomicReference<String> refusal = new AtomicReference<>();
        CountDownLatch open = new CountDownLatch(count);
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int number = i;
            due[i] = begin + TimeUnit.SECONDS.toNanos(1) * i / rate;
            for (long left = due[i] - System.nanoTime(); left > 0; left = due[i] - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            http.sendAsync(request.apply(i), String.class).whenComplete((response, failure) -> {
                answered.set(number, System.nanoTime());
                if (failure != null) {
                    refusal.compareAndSet(null, String.valueOf(failure));
                } else if (!response.isSuccessful()) {
                    refusal.compareAndSet(null, response.code() + " " + response.body());
                }
                open.countDown();
            });
        }
        await(open);
        if (refusal.get() != null) {
            throw new IllegalStateException("a request was not granted: " + refusal.get());
        }
        return IntStream.range(0, count)
                .mapToObj(number -> new Exchange(due[number], answered.get(number)))
                .toList();
    }

    private static void await(CountDownLatch open) {
        try {
            if (!open.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the API server did not answer all requests in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while requests were under way", e);
        }
    }

    /** Median, 99th percentile and longest of some nanoseconds, in words. */
    static String inWords(LongStream nanos) {
        long[] sorted = nanos.sorted().toArray();
        return String.format(
                Locale.ROOT,
                "%.1f; %.1f; %.1f ms",
                Quantile.of(sorted, 0.5) / 1e6,
                Quantile.of(sorted, 0.99) / 1e6,
                Arrays.stream(sorted).max().orElse(0) / 1e6);
    }
}

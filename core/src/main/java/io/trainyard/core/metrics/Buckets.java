package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;

/** Upper bounds of histogram buckets, fixed so that histograms of several replicas can be added up. */
enum Buckets {
    /** For reconciles: 5 ms to 1 minute, the bounds that stock dashboards know. */
    RECONCILE(
            5, 10, 25, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800, 900, 1000, 1250, 1500, 1750,
            2000, 2500, 3000, 3500, 4000, 4500, 5000, 6000, 7000, 8000, 9000, 10_000, 15_000, 20_000, 25_000, 30_000,
            40_000, 50_000, 60_000),
    /** For answers to the API server: 5 ms to 10 s. */
    REQUEST(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000),
    /** For TrainJobs: 1 s to 10 days. */
    JOB(
            1000,
            5000,
            10_000,
            30_000,
            60_000,
            300_000,
            900_000,
            1_800_000,
            3_600_000,
            7_200_000,
            14_400_000,
            28_800_000,
            86_400_000,
            172_800_000,
            432_000_000,
            864_000_000),
    /** For handlers that kept the event loop too long. */
    BLOCK(20, 50, 100, 200, 500, 1000, 2000, 5000),
    /** For waiting and working in the queue: powers of ten from 1 µs to 1,000 s. */
    QUEUE(0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000),
    /** For single calls of plugins: 10 µs to 10 s. */
    CALL(0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50, 100, 500, 1000, 5000, 10_000);

    private final double[] millis;

    Buckets(double... millis) {
        this.millis = millis;
    }

    /** Starts a timer with these buckets and no others. */
    Timer.Builder timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(Arrays.stream(millis)
                        .mapToObj(bound -> Duration.ofNanos(Math.round(bound * 1e6)))
                        .toArray(Duration[]::new));
    }
}

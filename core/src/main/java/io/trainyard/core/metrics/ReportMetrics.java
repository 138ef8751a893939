package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What training programs report, and what becomes of it: {@code kubeflow_trainer_status_*}. For any thread. */
public final class ReportMetrics {
    private static final String PREFIX = "kubeflow.trainer.status.";

    private final MeterRegistry registry;
    private final Counter written;
    private final Counter failed;
    private final Counter reviews;
    private final Counter smallerWorlds;

    /** Registers the series; they begin at zero. */
    public ReportMetrics(MeterRegistry registry) {
        this.registry = registry;
        written = writes("written");
        failed = writes("failed");
        reviews = Counter.builder(PREFIX + "token.reviews")
                .description("Tokens that the API server was asked about")
                .register(registry);
        smallerWorlds = Counter.builder("kubeflow.trainer.smaller.worlds")
                .description("TrainJobs whose training processes formed a smaller group than declared")
                .register(registry);
        answers(200);
    }

    private Counter writes(String result) {
        return Counter.builder(PREFIX + "writes")
                .description("Reports that were to be written to a TrainJob")
                .tag("result", result)
                .register(registry);
    }

    private Counter answers(int code) {
        return Counter.builder(PREFIX + "reports")
                .description("Reports by HTTP status of the answer")
                .tag("code", Integer.toString(code))
                .register(registry);
    }

    /** A report was answered with this HTTP status. */
    public void answered(int code) {
        answers(code).increment();
    }

    /** A report was written to its TrainJob. */
    public void written() {
        written.increment();
    }

    /** A report could not be written. */
    public void failed() {
        failed.increment();
    }

    /** The API server was asked about a token. */
    public void reviewed() {
        reviews.increment();
    }

    /** A job formed a smaller group than it declares; once for each job. */
    public void smallerWorld() {
        smallerWorlds.increment();
    }
}

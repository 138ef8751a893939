package io.trainyard.launcher.strangers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.time.Duration;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What honest callers notice: the kubelet's probe, a review on a new connection, and good TrainJobs. What it may take is a second; on a machine where each of these takes a third of one
 * already without an attack, three times as long.
 */
final class Calm implements AutoCloseable {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration GIVEN_UP = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int SAMPLES = 4;
    private static final int SLOWER = 3;

    private final SmallController controller;
    private final GoodTrainJobs jobs;
    private final Pulse health;
    private final Pulse reviews;
    private final Pulse trainJobs;
    private final Duration limit;

    /** Begins, and waits until it is known how long things take without an attack. */
    Calm(TestCluster cluster, String namespace, SmallController controller) {
        this.controller = controller;
        jobs = new GoodTrainJobs(cluster, namespace);
        health = Pulse.of(() -> good(controller.healthz()), Duration.ofMillis(250), GIVEN_UP);
        reviews = Pulse.of(() -> good(controller.review(namespace)), Duration.ofMillis(500), GIVEN_UP);
        trainJobs = jobs.pulse();
        // What comes first also loads classes.
        awaitSamples();
        begin();
        awaitSamples();
        assertThat(trainJobs.failures()).as("before the attack").isEmpty();
        Duration slow = longest(health.percentile(99), longest(reviews.percentile(99), trainJobs.percentile(99)));
        limit = longest(SECOND, slow.multipliedBy(SLOWER));
        System.out.println("strangers, before: " + this);
        begin();
    }

    private void awaitSamples() {
        await("enough to compare with")
                .atMost(Duration.ofMinutes(1))
                .until(() -> health.count() >= SAMPLES && reviews.count() >= SAMPLES && trainJobs.count() >= SAMPLES);
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static int good(OneRequest request) throws IOException {
        OneRequest.Answer answer = request.send(GIVEN_UP);
        if (answer.status() != 200 || answer.text().contains("\"allowed\":false")) {
            throw new IOException(answer.text());
        }
        return answer.status();
    }

    /** Leaves nothing of good TrainJobs in the controller's heap. */
    void deleteGoodTrainJobs() {
        jobs.delete();
    }

    /** From here on things are judged. */
    void begin() {
        health.begin();
        reviews.begin();
        trainJobs.begin();
    }

    /** Waits until so many probes, a quarter of a second after each other, were answered or given up; not for ever, since they may hang. */
    void watch(int probes) {
        int end = health.count() + probes;
        try {
            await("probes").atMost(PATIENCE).until(() -> health.count() >= end);
        } catch (ConditionTimeoutException hanging) {
            // What hangs has taken so long already, which is what is judged.
        }
    }

    /** All went on as if nothing were. */
    void check(String during) throws IOException {
        System.out.printf(
                "strangers, %s: %s; limit %d ms, at most %d MiB, %s%n",
                during,
                this,
                limit.toMillis(),
                controller.isAlive() ? controller.highestResident() : 0,
                controller.isAlive() ? "alive" : "ended");
        assertThat(controller.isAlive()).as("the controller lives").isTrue();
        assertThat(controller.output()).doesNotContain("OutOfMemoryError", "OutOfDirectMemoryError");
        assertThat(health.failures()).as("probes").isEmpty();
        assertThat(health.percentile(100)).as("probes, %s", during).isLessThan(limit);
        assertThat(reviews.failures()).as("reviews").isEmpty();
        assertThat(reviews.percentile(100)).as("reviews, %s", during).isLessThan(limit);
        assertThat(trainJobs.failures()).as("TrainJobs").isEmpty();
        assertThat(trainJobs.count()).as("TrainJobs, %s", during).isPositive();
        assertThat(trainJobs.percentile(99)).as("TrainJobs, %s", during).isLessThan(limit);
    }

    @Override
    public void close() {
        health.close();
        reviews.close();
        trainJobs.close();
        jobs.close();
    }

    /** Figures of all. */
    @Override
    public String toString() {
        return "probes " + health + "; reviews " + reviews + "; TrainJobs " + trainJobs;
    }
}

package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A day of one controller in virtual time: jobs come, are suspended and resumed, run, end well or not, miss their deadline, and are deleted. {@code
 * -Dday.jobs=864000} makes it ten a second.
 */
@DisplayName("A day later (OPS-60)")
final class SimulatedDayTest {
    private static final int JOBS = Integer.getInteger("day.jobs", 240);
    private static final int HOURS = 24;
    private static final int AT_A_TIME = 10;
    private static final int MEBIBYTE = 1024 * 1024;

    private final Cluster cluster = new Cluster();
    private final Deque<String> alive = new ArrayDeque<>();
    private int created;
    private int passes;

    @Test
    @DisplayName("heap, timers and caches are as they were after the first hours, and no job has been forgotten")
    void nothingGrows() {
        List<Long> heap = new ArrayList<>();
        List<Integer> timers = new ArrayList<>();
        for (int hour = 0; hour < HOURS; hour++) {
            hour();
            heap.add(heapInUse());
            timers.add(cluster.time.waiting());
        }
        System.out.printf(
                "a simulated day: %d jobs, %d passes, heap after collections by the hour %s MiB, timers %s%n",
                created, passes, heap, timers);

        assertThat(cluster.api.all(TrainJob.class)).hasSizeLessThanOrEqualTo(AT_A_TIME);
        assertThat(cluster.controller.jobSets.all()).hasSizeLessThanOrEqualTo(AT_A_TIME);
        assertThat(heap.get(HOURS - 1) - heap.get(3)).as("growth in %s", heap).isLessThan(8);
        assertThat(timers.get(HOURS - 1) - timers.get(3))
                .as("growth in %s", timers)
                .isLessThan(AT_A_TIME);
    }

    private void hour() {
        Duration pause = Duration.ofHours(HOURS).dividedBy(JOBS);
        for (int i = 0; i < JOBS / HOURS; i++) {
            next();
            cluster.time.advance(pause);
            cluster.controller.deliverAll();
            cluster.requests();
            passes += cluster.controller.takeOutcomes().size();
            cluster.controller.started.clear();
        }
        cluster.api.collectGarbage();
        cluster.controller.deliverAll();
        cluster.api
                .all(Event.class)
                .forEach(event ->
                        cluster.api.remove(Event.class, event.getMetadata().getName()));
    }

    /** One job comes; of one that came a while ago, the end; of the oldest, nothing is left. */
    private void next() {
        String name = "job-" + created;
        cluster.create(name, created % 7 == 0 ? "suspend: true" : created % 11 == 0 ? "activeDeadlineSeconds: 30" : "");
        created++;
        alive.add(name);
        cluster.settle(Duration.ofMillis(100));
        if (cluster.jobSet(name).isPresent()) {
            if ((created - 1) % 7 == 0) {
                cluster.suspend(name, false);
                cluster.settle(Duration.ofMillis(100));
            }
            cluster.run(name);
        }
        if (alive.size() >= AT_A_TIME / 2) {
            end(alive.stream().skip(alive.size() - AT_A_TIME / 2).findFirst().orElseThrow());
        }
        if (alive.size() > AT_A_TIME - 1) {
            String oldest = alive.remove();
            assertThat(cluster.status(oldest).isFinished())
                    .as("%s has ended: %s, its JobSet: %s", oldest, cluster.status(oldest), cluster.jobSet(oldest))
                    .isTrue();
            cluster.api.remove(TrainJob.class, oldest);
            cluster.api.collectGarbage();
            cluster.settle(Duration.ofMillis(100));
        }
    }

    private void end(String name) {
        if (cluster.jobSet(name).filter(jobSet -> !jobSet.hasEnded()).isPresent()) {
            if (created % 5 == 0) {
                cluster.fail(name);
            } else {
                cluster.complete(name);
            }
            cluster.settle(Duration.ofMillis(100));
        }
    }

    private static long heapInUse() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / MEBIBYTE;
    }
}

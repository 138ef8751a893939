package io.trainyard.local.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.job.JobOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whole lives of Jobs in virtual time, and what controllers cost when nothing happens. */
final class VirtualTimeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MOMENT = Duration.ofMillis(20);

    private final VirtualLaptop laptop = new VirtualLaptop(ControllerOptions.DEFAULT.withJob(JobOptions.CLUSTER));
    private final Stage stage = laptop.stage();

    @AfterEach
    void close() {
        laptop.close();
    }

    private void job(String spec) {
        stage.create(
                Resource.JOBS,
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: life}
                spec:
                  completionMode: Indexed
                  %s
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: none}]
                """
                        .formatted(spec.replace("\n", "\n  ")));
    }

    private List<Map<String, Object>> running() {
        return stage.podsPresent().stream()
                .filter(pod -> Tree.text(pod, "status", "phase").equals("Running"))
                .toList();
    }

    private void endAfter(Duration duration, Ending ending) {
        laptop.passUntil("a running pod", MOMENT, () -> running().size() == 1);
        laptop.pass(duration);
        stage.end(running().get(0), ending);
        laptop.passUntil("end of the pod", MOMENT, () -> running().isEmpty());
    }

    private Map<String, Object> status() {
        return Tree.child(stage.get(Resource.JOBS, "life"), "status");
    }

    private boolean exists() {
        try {
            stage.get(Resource.JOBS, "life");
            return true;
        } catch (ApiException e) {
            return !e.isNotFound();
        }
    }

    @Test
    @DisplayName("LOCAL-53, JOB-19, JOB-29: two failures, their back-off, success, and the end of its time")
    void aWholeLife() {
        job("completions: 1\nparallelism: 1\nbackoffLimit: 3\nttlSecondsAfterFinished: 3600");

        endAfter(Duration.ofSeconds(5), Ending.BADLY);
        Duration firstFailure = laptop.elapsed();
        endAfter(Duration.ofSeconds(5), Ending.BADLY);
        Duration secondFailure = laptop.elapsed();
        endAfter(Duration.ofMinutes(30), Ending.WELL);
        laptop.passUntil("completion", MOMENT, () -> status().containsKey("completionTime"));

        // Virtual time goes on a little while a slow machine works; never does it go back.
        Map<String, Object> status = status();
        assertThat(secondFailure.minus(firstFailure)).isBetween(Duration.ofSeconds(14), Duration.ofSeconds(29));
        assertThat(Duration.between(
                        Instant.parse(Tree.text(status, "startTime")),
                        Instant.parse(Tree.text(status, "completionTime"))))
                .as("5 s, 10 s of waiting, 5 s, 20 s of waiting, 30 min")
                .isBetween(Duration.ofSeconds(1838), Duration.ofSeconds(1868));
        assertThat(status).containsEntry("failed", 2L).containsEntry("succeeded", 1L);
        laptop.pass(Duration.ofSeconds(3590));
        assertThat(exists()).isTrue();
        laptop.passUntil("deletion", SECOND, () -> !exists());
        laptop.passUntil("end of all pods", SECOND, () -> stage.podsPresent().isEmpty());
    }

    @Test
    @DisplayName("JOB-22: the deadline comes without anything else happening")
    void theDeadlineWakesTheController() {
        job("completions: 1\nparallelism: 1\nactiveDeadlineSeconds: 7200");
        laptop.passUntil("a running pod", MOMENT, () -> running().size() == 1);
        laptop.pass(SECOND);

        laptop.pass(Duration.ofSeconds(7190));
        assertThat(status()).doesNotContainKey("failed");
        laptop.pass(Duration.ofSeconds(10));
        // Small steps: virtual time must not run away from a slow machine.
        laptop.passUntil(
                "failure", MOMENT, () -> Stage.hasCondition(stage.get(Resource.JOBS, "life"), "Failed", "True"));

        assertThat(laptop.elapsed()).isBetween(Duration.ofSeconds(7195), Duration.ofSeconds(7230));
    }

    @Test
    @DisplayName("LOCAL-50: no timers and no requests while nothing happens")
    void idleCostsNothing() {
        job("completions: 2\nparallelism: 2");
        laptop.passUntil("running pods", MOMENT, () -> running().size() == 2);
        AtomicInteger last = new AtomicInteger(-1);
        AtomicInteger quiet = new AtomicInteger();
        // A busy machine may take more than one look for a request that is still on its way.
        laptop.passUntil("rest", SECOND, () -> {
            boolean still = last.getAndSet(laptop.requests()) == laptop.requests() && laptop.timers() == 0;
            return quiet.updateAndGet(looks -> still ? looks + 1 : 0) == 5;
        });
        int requests = laptop.requests();

        laptop.pass(Duration.ofHours(1));

        assertThat(laptop.requests()).isEqualTo(requests);
        assertThat(laptop.timers()).isZero();
    }

    @Test
    @DisplayName("64 pods cost a few requests each, and few for their Job")
    void manyPodsCostLittle() {
        job("completions: 64\nparallelism: 64");
        laptop.passUntil("running pods", MOMENT, () -> running().size() == 64);
        running().forEach(pod -> stage.end(pod, Ending.WELL));
        laptop.passUntil("completion", MOMENT, () -> status().containsKey("completionTime"));

        // Each pod is created, bound and released, with an event for its creation and one for its binding.
        assertThat(laptop.requests()).isLessThan(64 * 5 + 150);
        assertThat(stage.podsPresent()).hasSize(64);
    }
}

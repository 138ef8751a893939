package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Pods whose programs are interrupted when they end (LOCAL-81)")
final class InterruptedPodsIT {
    /** Far longer than anything here takes: nothing is ended because its time is over. */
    private static final Duration GRACE = Duration.ofMinutes(5);

    private static final String TRAIN =
            """
            import sys, time
            try:
                print("training", *sys.argv[1:], flush=True)
                time.sleep(600)
            except KeyboardInterrupt:
                print("saved", *sys.argv[1:], flush=True)
            """;

    private Laptop laptop;

    @BeforeEach
    void start(@TempDir Path folder) {
        laptop = new Laptop(folder, options -> Settings.withMaxGrace(GRACE, options));
    }

    @AfterEach
    void stop() {
        laptop.close();
    }

    @Test
    @DisplayName("one with the annotation saves; one without is asked to end, as in a cluster")
    void theAnnotation() {
        run("interrupted", "{trainyard.dev/interrupted: 'true'}", "{}", "[]", List.of("python3", "-c", TRAIN));
        run("asked", "{}", "{}", "[]", List.of("python3", "-c", TRAIN));

        end("interrupted");
        end("asked");

        assertThat(laptop.log("interrupted", "main")).endsWith("saved\n");
        assertThat(laptop.log("asked", "main")).endsWith("training\n");
    }

    @Test
    @DisplayName("a loop of bash ends with the program that it waits for, though that ends well")
    void aLoop() {
        run(
                "loop",
                "{trainyard.dev/interrupted: 'true'}",
                "{}",
                "[]",
                List.of("bash", "-c", "for seed in 1 2 3; do python3 -c \"$0\" $seed; done", TRAIN));

        end("loop");

        assertThat(laptop.log("loop", "main")).contains("saved 1\n").doesNotContain("training 3");
    }

    @Test
    @DisplayName("a launcher that does not notice the end of its ranks is asked to end at once")
    void aLauncher() {
        String launcher =
                """
                import os, subprocess, sys, time
                subprocess.Popen([sys.executable, "-c", sys.argv[1]], env=dict(os.environ, RANK="0"))
                time.sleep(600)
                """;
        run("launcher", "{trainyard.dev/interrupted: 'true'}", "{}", "[]", List.of("python3", "-c", launcher, TRAIN));

        end("launcher");

        assertThat(laptop.log("launcher", "main")).endsWith("saved\n");
    }

    @Test
    @DisplayName(
            "a program without a rank is interrupted, though another TrainJob has ranks; when all are stopped, all are")
    void anotherTrainJob() {
        run(
                "one",
                "{}",
                "{jobset.sigs.k8s.io/jobset-name: one}",
                "[{name: RANK, value: '0'}]",
                List.of("python3", "-c", TRAIN));
        run("two", "{}", "{jobset.sigs.k8s.io/jobset-name: two}", "[]", List.of("python3", "-c", TRAIN));

        laptop.kubelet().interruptFirst();
        Laptop.await(laptop.kubelet().stop(GRACE));

        assertThat(laptop.log("one", "main")).endsWith("saved\n");
        assertThat(laptop.log("two", "main")).endsWith("saved\n");
    }

    private void run(String name, String annotations, String labels, String variables, List<String> command) {
        laptop.run(
                """
                metadata: {name: %s, annotations: %s, labels: %s}
                spec:
                  restartPolicy: Never
                  terminationGracePeriodSeconds: 300
                  containers:
                  - name: main
                    image: none
                    env: %s
                    command: %s
                """
                        .formatted(name, annotations, labels, variables, Json.text(escaped(command))));
        laptop.awaitLog(name, "main", "training");
    }

    private static List<String> escaped(List<String> command) {
        return command.stream().map(word -> word.replace("$", "$$")).toList();
    }

    private void end(String pod) {
        laptop.delete(pod);
        Awaitility.await("end of " + pod).atMost(Durations.ONE_MINUTE).until(() -> !laptop.exists(pod));
    }
}

package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** LOCAL-99. The figures are written to the log; the limits are wide, because others use the machine, too. */
final class ManyPodsIT {
    private static final Logger LOG = LoggerFactory.getLogger(ManyPodsIT.class);
    private static final int PODS = 64;

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    @Test
    void sixtyFourShortPodsEndSoonAndLongOnesCostNextToNothing(@TempDir Path folder) {
        try (Laptop laptop = new Laptop(folder)) {
            laptop.runOnce("warm", "true");
            laptop.awaitPhase("warm", "Succeeded");

            long begin = System.nanoTime();
            for (int i = 0; i < PODS; i++) {
                laptop.run(
                        "{metadata: {name: true-%d}, spec: {restartPolicy: Never, containers: [{name: main, image: none, command: ['true']}]}}"
                                .formatted(i));
            }
            for (int i = 0; i < PODS; i++) {
                laptop.awaitPhase("true-" + i, "Succeeded");
            }
            Duration all = Duration.ofNanos(System.nanoTime() - begin);

            for (int i = 0; i < 4; i++) {
                laptop.runOnce("long-" + i, "echo up; sleep 600");
                laptop.awaitLog("long-" + i, "main", "up");
            }
            long used = processorNanos();
            long from = System.nanoTime();
            Duration watched = Duration.ofSeconds(5);
            Awaitility.await("nothing happens")
                    .pollInterval(Duration.ofSeconds(1))
                    .during(watched)
                    .atMost(watched.multipliedBy(4))
                    .until(() -> areRunning(laptop));
            double share = 100.0 * (processorNanos() - used) / (System.nanoTime() - from);

            LOG.info("{} pods of true in {} ms; {} % of one processor while 4 pods run", PODS, all.toMillis(), share);
            assertThat(all).isLessThan(Duration.ofSeconds(30));
            assertThat(share).isLessThan(20);
        }
    }

    private static boolean areRunning(Laptop laptop) {
        return IntStream.range(0, 4)
                .allMatch(i -> "Running".equals(Tree.text(laptop.pod("long-" + i), "status", "phase")));
    }
}

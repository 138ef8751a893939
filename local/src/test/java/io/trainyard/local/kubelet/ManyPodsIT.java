package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
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
    void sixtyFourShortPodsEndSoonAndLongOnesCostNextToNothing(@TempDir Path folder) throws InterruptedException {
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
            Thread.sleep(5000);
            double share = 100.0 * (processorNanos() - used) / (System.nanoTime() - from);

            LOG.info("{} pods of true in {} ms; {} % of one processor while 4 pods run", PODS, all.toMillis(), share);
            assertThat(all).isLessThan(Duration.ofSeconds(30));
            assertThat(share).isLessThan(20);
        }
    }
}

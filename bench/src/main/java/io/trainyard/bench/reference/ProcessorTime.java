package io.trainyard.bench.reference;

import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Processor time that has been used until a moment.
 *
 * @param at the moment, by {@link System#nanoTime()}
 * @param controller by the controller; zero when it did not run
 * @param apiServer by the API server and by etcd
 * @param own by this program
 * @param machine by everything on this machine
 */
record ProcessorTime(long at, Duration controller, Duration apiServer, Duration own, Duration machine) {
    private static final int MILLIS_PER_TICK = 10;
    private static final int IDLE = 3;
    private static final int WAITING_FOR_DISKS = 4;
    private static final int GUEST = 8;

    static ProcessorTime now(TestCluster cluster, ProcessHandle controller) {
        return new ProcessorTime(
                System.nanoTime(),
                ProcessUse.of(controller).processor(),
                ProcessUse.of(cluster.apiServerProcess())
                        .processor()
                        .plus(ProcessUse.of(cluster.etcdProcess()).processor()),
                ProcessUse.of(ProcessHandle.current()).processor(),
                machineTime());
    }

    /** What was used since an earlier moment; {@code at} is the time between the two. */
    ProcessorTime since(ProcessorTime earlier) {
        return new ProcessorTime(
                at - earlier.at,
                controller.minus(earlier.controller),
                apiServer.minus(earlier.apiServer),
                own.minus(earlier.own),
                machine.minus(earlier.machine));
    }

    /** Of a difference: processors that programs used which have no part in the measurement. */
    double processorsOfOthers() {
        Duration others = machine.minus(controller).minus(apiServer).minus(own);
        return Math.max(0, others.toNanos() / (double) at);
    }

    private static Duration machineTime() {
        try {
            return parseMachine(Files.readString(Path.of("/proc/stat")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the first line of {@code /proc/stat}: all processors together, without what they were idle. */
    static Duration parseMachine(String stat) {
        String[] fields = stat.lines().findFirst().orElseThrow().split("\\s+", -1);
        long ticks = 0;
        for (int i = 0; i < GUEST && i + 1 < fields.length; i++) {
            if (i != IDLE && i != WAITING_FOR_DISKS) {
                ticks += Long.parseLong(fields[i + 1]);
            }
        }
        return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    }
}

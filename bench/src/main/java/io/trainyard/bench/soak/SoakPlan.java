package io.trainyard.bench.soak;

import io.trainyard.bench.ProgramArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * What is to be done.
 *
 * @param root the built source tree, an absolute path
 * @param length how long TrainJobs keep coming
 * @param rate TrainJobs a second
 * @param kill how often the leader is killed; zero for never
 * @param standing TrainJobs that are there, and run, all the time
 * @param replicas of the controller, at least 1
 * @param memory what each of them may use, in MiB
 * @param lease length of the Lease, for machines that are busy with other things; zero for that by default
 */
record SoakPlan(
        Path root,
        Duration length,
        double rate,
        Duration kill,
        int standing,
        int replicas,
        int memory,
        Duration lease) {
    private static final Set<String> NAMES =
            Set.of("minutes", "rate", "kill", "standing", "replicas", "memory", "lease");

    SoakPlan {
        if (length.isNegative() || rate <= 0 || standing < 0 || replicas < 1 || memory < 1) {
            throw new IllegalArgumentException("minutes, rate, replicas and memory must be more than 0");
        }
    }

    /**
     * Reads a command line: the root of the source tree, then any of {@code minutes=60 rate=10 kill=300 standing=0 replicas=2 memory=512 lease=0}, where
     * those are the defaults; {@code kill} and {@code lease} are in seconds.
     *
     * @throws IllegalArgumentException when it is wrong; the message says how
     */
    static SoakPlan parse(String... arguments) {
        ProgramArguments given = ProgramArguments.parse(NAMES, arguments);
        return new SoakPlan(
                given.root(),
                Duration.ofMinutes(given.number("minutes", 60)),
                Double.parseDouble(given.text("rate", "10")),
                Duration.ofSeconds(given.number("kill", 300)),
                given.number("standing", 0),
                given.number("replicas", 2),
                given.number("memory", 512),
                Duration.ofSeconds(given.number("lease", 0)));
    }

    /** The program that users start. */
    Path program() {
        return root.resolve("launcher/target/trainyard/bin/trainyard");
    }

    /** Between two TrainJobs. */
    Duration pause() {
        return Duration.ofNanos((long) (1e9 / rate));
    }
}

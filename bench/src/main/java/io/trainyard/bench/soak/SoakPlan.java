package io.trainyard.bench.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
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
        if (arguments.length == 0 || !Files.isDirectory(Path.of(arguments[0]))) {
            throw new IllegalArgumentException("the first argument must be the root folder of the built source tree");
        }
        Map<String, String> values = new HashMap<>();
        Arrays.stream(arguments).skip(1).forEach(argument -> {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2 || !NAMES.contains(parts[0])) {
                throw new IllegalArgumentException(
                        "'" + argument + "' is none of the arguments " + String.join("=, ", NAMES) + "=");
            }
            values.put(parts[0], parts[1]);
        });
        return new SoakPlan(
                Path.of(arguments[0]).toAbsolutePath().normalize(),
                Duration.ofMinutes(number(values, "minutes", 60)),
                Double.parseDouble(values.getOrDefault("rate", "10")),
                Duration.ofSeconds(number(values, "kill", 300)),
                number(values, "standing", 0),
                number(values, "replicas", 2),
                number(values, "memory", 512),
                Duration.ofSeconds(number(values, "lease", 0)));
    }

    private static int number(Map<String, String> values, String name, int otherwise) {
        String text = values.getOrDefault(name, String.valueOf(otherwise));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + "=" + text + " is no whole number", wrong);
        }
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

package io.trainyard.bench.reference;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What is to be measured.
 *
 * @param root the built source tree, an absolute path
 * @param jobs how many TrainJobs, at least 1
 * @param rest how long nothing happens before resident memory is read, and again how long processor time at rest is counted; at least 1 s
 * @param limits how hard the controllers may press the API server
 * @param memory what the container of Trainyard may use, in MiB
 * @param javaOptions more options for Trainyard's Java, separated by blanks; empty for none
 * @param controllers which ones, in this order
 */
record Plan(
        Path root,
        int jobs,
        Duration rest,
        Limits limits,
        int memory,
        String javaOptions,
        List<Controller> controllers) {
    private static final Set<String> NAMES = Set.of("jobs", "rest", "limits", "memory", "java", "controllers");

    /** What is measured beside what; the second one is the reference. */
    enum Controller {
        TRAINYARD,
        REFERENCE
    }

    Plan {
        if (jobs < 1 || rest.toSeconds() < 1 || memory < 1 || controllers.isEmpty()) {
            throw new IllegalArgumentException("jobs, rest and memory must be at least 1, and controllers name one");
        }
        controllers = List.copyOf(controllers);
    }

    /**
     * Reads a command line: the root of the source tree, then any of {@code jobs=1000 rest=60 limits=shipped memory=512 java=OPTIONS
     * controllers=reference,trainyard}, where those are the defaults (no options for Java).
     *
     * @throws IllegalArgumentException when it is wrong; the message says how
     */
    static Plan parse(String... arguments) {
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
        return new Plan(
                Path.of(arguments[0]).toAbsolutePath().normalize(),
                Integer.parseInt(values.getOrDefault("jobs", "1000")),
                Duration.ofSeconds(Integer.parseInt(values.getOrDefault("rest", "60"))),
                Limits.valueOf(values.getOrDefault("limits", "shipped").toUpperCase(Locale.ROOT)),
                Integer.parseInt(values.getOrDefault("memory", "512")),
                values.getOrDefault("java", ""),
                Arrays.stream(values.getOrDefault("controllers", "reference,trainyard")
                                .toUpperCase(Locale.ROOT)
                                .split(",", -1))
                        .map(Controller::valueOf)
                        .toList());
    }

    /** How long one step with all TrainJobs may take: a controller with the shipped limits makes more than 40 a second, and is allowed 5. */
    Duration limit() {
        return Duration.ofMinutes(2).plusMillis(200L * jobs);
    }

    /** The program that users start. */
    Path program() {
        return root.resolve("launcher/target/trainyard/bin/trainyard");
    }
}

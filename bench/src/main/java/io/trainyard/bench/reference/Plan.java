package io.trainyard.bench.reference;

import io.trainyard.bench.ProgramArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
 * @param first how long TrainJobs are created at a steady rate right after the last start; zero for not at all
 * @param rate how many of them a second
 */
record Plan(
        Path root,
        int jobs,
        Duration rest,
        Limits limits,
        int memory,
        String javaOptions,
        List<Controller> controllers,
        Duration first,
        int rate) {
    private static final Set<String> NAMES =
            Set.of("jobs", "rest", "limits", "memory", "java", "controllers", "first", "rate");

    /** What is measured beside what; the second one is the reference. */
    enum Controller {
        TRAINYARD,
        REFERENCE
    }

    Plan {
        if (jobs < 1 || rest.toSeconds() < 1 || memory < 1 || rate < 1 || controllers.isEmpty()) {
            throw new IllegalArgumentException(
                    "jobs, rest, memory and rate must be at least 1, and controllers name one");
        }
        controllers = List.copyOf(controllers);
    }

    /**
     * Reads a command line: the root of the source tree, then any of {@code jobs=1000 rest=60 limits=shipped memory=512 java=OPTIONS
     * controllers=reference,trainyard first=0 rate=50}, where those are the defaults (no options for Java).
     *
     * @throws IllegalArgumentException when it is wrong; the message says how
     */
    static Plan parse(String... arguments) {
        ProgramArguments given = ProgramArguments.parse(NAMES, arguments);
        return new Plan(
                given.root(),
                given.number("jobs", 1000),
                Duration.ofSeconds(given.number("rest", 60)),
                Limits.valueOf(given.text("limits", "shipped").toUpperCase(Locale.ROOT)),
                given.number("memory", 512),
                given.text("java", ""),
                Arrays.stream(given.text("controllers", "reference,trainyard")
                                .toUpperCase(Locale.ROOT)
                                .split(",", -1))
                        .map(Controller::valueOf)
                        .toList(),
                Duration.ofSeconds(given.number("first", 0)),
                given.number("rate", 50));
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

package io.trainyard.core.health;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What the checks of an endpoint found.
 *
 * @param title name of the endpoint, or endpoint and check
 * @param results in the order in which the checks were registered
 * @param unknownExclusions checks that were to be skipped and do not exist
 */
record HealthReport(String title, List<Result> results, List<String> unknownExclusions) {

    /** How a check went. */
    enum Status {
        PASSED,
        FAILED,
        NOTED,
        EXCLUDED
    }

    /**
     * One line.
     *
     * @param problem what is wrong; empty unless failed or noted
     * @param disclosed whether everybody may read what is wrong; else it is for the log only, for anybody may ask for health
     */
    record Result(String check, Status status, String problem, boolean disclosed) {
        static Result passed(String check) {
            return new Result(check, Status.PASSED, "", true);
        }

        static Result excluded(String check) {
            return new Result(check, Status.EXCLUDED, "", true);
        }

        private String line() {
            return switch (status) {
                case PASSED -> "[+]" + check + " ok\n";
                case FAILED -> "[-]" + check + " failed: " + (disclosed ? problem : "reason withheld") + "\n";
                case NOTED -> "[+]" + check + " ok, but: " + problem + "\n";
                case EXCLUDED -> "[+]" + check + " excluded: ok\n";
            };
        }
    }

    HealthReport {
        results = List.copyOf(results);
        unknownExclusions = List.copyOf(unknownExclusions);
    }

    boolean healthy() {
        return results.stream().noneMatch(result -> result.status() == Status.FAILED);
    }

    int statusCode() {
        return healthy() ? 200 : 500;
    }

    /**
     * The body of the answer.
     *
     * @param verbose all checks even if all is well
     */
    String text(boolean verbose) {
        if (healthy() && !verbose) {
            return "ok";
        }
        String lines = results.stream().map(Result::line).collect(Collectors.joining());
        String unknown = unknownExclusions.isEmpty()
                ? ""
                : unknownExclusions.stream()
                        .collect(Collectors.joining("\", \"", "warn: no such check to exclude: \"", "\"\n"));
        return lines + unknown + title + (healthy() ? " check passed\n" : " check failed\n");
    }
}

package io.trainyard.dashboard.api;

import io.trainyard.dashboard.log.LogSource.Part;
import io.trainyard.dashboard.log.LogSource.Selection;
import io.trainyard.dashboard.view.JobKey;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which logs somebody wants to see.
 *
 * @param download as a file instead of a stream of events
 */
record LogQuery(Selection selection, Part part, boolean download) {
    static final int MAX_TAIL = 100_000;
    private static final int DEFAULT_TAIL = 1000;
    private static final int MAX_RANKS = 1000;
    private static final int MAX_NAME = 253;

    private static final Set<String> PARAMETERS =
            Set.of("step", "container", "ranks", "attempt", "follow", "tail", "since", "previous", "download");

    /** Reads the parameters of a request; fails with {@link ApiException}, which names what is wrong. */
    static LogQuery of(JobKey job, Map<String, String> parameters) {
        parameters.keySet().stream()
                .filter(name -> !PARAMETERS.contains(name))
                .findFirst()
                .ifPresent(unknown -> {
                    throw ApiException.badRequest("no such parameter: " + unknown);
                });
        boolean download = flag(parameters, "download");
        Optional<Integer> tail = number(parameters, "tail", MAX_TAIL);
        return new LogQuery(
                new Selection(
                        job,
                        name(parameters, "step"),
                        name(parameters, "container"),
                        ranks(parameters.getOrDefault("ranks", "")),
                        number(parameters, "attempt", Integer.MAX_VALUE)),
                new Part(
                        flag(parameters, "follow") && !download,
                        download ? tail : Optional.of(tail.orElse(DEFAULT_TAIL)),
                        since(parameters.getOrDefault("since", "")),
                        flag(parameters, "previous")),
                download);
    }

    private static String name(Map<String, String> parameters, String parameter) {
        String name = parameters.getOrDefault(parameter, "");
        if (name.length() > MAX_NAME
                || !name.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.')) {
            throw ApiException.badRequest(parameter + ": a name of Kubernetes");
        }
        return name;
    }

    private static boolean flag(Map<String, String> parameters, String parameter) {
        String value = parameters.getOrDefault(parameter, "false");
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw ApiException.badRequest(parameter + ": true or false");
        };
    }

    private static Optional<Integer> number(Map<String, String> parameters, String parameter, int most) {
        String value = parameters.getOrDefault(parameter, "");
        return value.isEmpty() ? Optional.empty() : Optional.of(number(parameter, value, most));
    }

    private static int number(String parameter, String value, int most) {
        if (value.isEmpty()
                || value.length() > 9
                || !value.chars().allMatch(c -> c >= '0' && c <= '9')
                || Integer.parseInt(value) > most) {
            throw ApiException.badRequest(parameter + ": a number from 0 to " + most);
        }
        return Integer.parseInt(value);
    }

    private static List<Integer> ranks(String text) {
        List<Integer> ranks = new ArrayList<>();
        for (String rank : text.split(",")) {
            if (!rank.isEmpty()) {
                ranks.add(number("ranks", rank, Integer.MAX_VALUE));
            }
        }
        if (ranks.size() > MAX_RANKS) {
            throw ApiException.badRequest("ranks: at most " + MAX_RANKS);
        }
        return ranks;
    }

    private static Optional<Instant> since(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            throw ApiException.badRequest("since: a time such as 2026-01-31T12:00:00Z");
        }
    }
}

package io.trainyard.dashboard.api;

import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummary;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.foundation.regex.LinearPattern;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which jobs somebody wants to see. Parameters that may name several values take them separated by commas; an empty one means all.
 *
 * @param after where the last page ended; empty for the first
 */
record JobQuery(
        Set<String> namespaces,
        Set<JobState> states,
        Set<String> runtimes,
        Set<String> frameworks,
        Set<String> queues,
        String owner,
        String managedBy,
        LabelSelector labels,
        String text,
        Optional<Instant> since,
        int limit,
        Optional<String> after) {
    static final int MAX_LIMIT = 1000;
    private static final int DEFAULT_LIMIT = 500;
    private static final int MAX_TEXT = 256;
    private static final LinearPattern WORD = LinearPattern.of("(\\S+)");

    private static final Set<String> PARAMETERS = Set.of(
            "namespace",
            "state",
            "runtime",
            "framework",
            "queue",
            "owner",
            "managedBy",
            "labels",
            "q",
            "since",
            "limit",
            "continue");

    /**
     * A page of rows.
     *
     * @param next to continue with; empty on the last one
     * @param total how many match in all
     */
    record Page(List<JobRow> rows, Optional<String> next, int total) {}

    /** Reads the parameters of a request; fails with {@link ApiException}, which names what is wrong. */
    static JobQuery of(Map<String, String> parameters) {
        parameters.keySet().stream()
                .filter(name -> !PARAMETERS.contains(name))
                .findFirst()
                .ifPresent(unknown -> {
                    throw ApiException.badRequest("no such parameter: " + unknown);
                });
        return new JobQuery(
                values(parameters, "namespace"),
                states(values(parameters, "state")),
                values(parameters, "runtime"),
                values(parameters, "framework"),
                values(parameters, "queue"),
                text(parameters, "owner"),
                text(parameters, "managedBy"),
                LabelSelector.of(text(parameters, "labels")),
                text(parameters, "q").toLowerCase(Locale.ROOT).strip(),
                since(text(parameters, "since")),
                limit(text(parameters, "limit")),
                Optional.of(text(parameters, "continue"))
                        .filter(token -> !token.isEmpty())
                        .map(JobQuery::decoded));
    }

    private static String text(Map<String, String> parameters, String name) {
        String value = parameters.getOrDefault(name, "");
        if (value.length() > MAX_TEXT && !name.equals("continue")) {
            throw ApiException.badRequest(name + ": at most " + MAX_TEXT + " characters");
        }
        return value;
    }

    private static Set<String> values(Map<String, String> parameters, String name) {
        Set<String> values = new HashSet<>(Arrays.asList(text(parameters, name).split(",")));
        values.remove("");
        return values;
    }

    private static Set<JobState> states(Set<String> names) {
        Set<JobState> states = new HashSet<>();
        for (String name : names) {
            states.add(Arrays.stream(JobState.values())
                    .filter(state -> state.text().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> ApiException.badRequest("state: there is no " + name + "; there are "
                            + String.join(
                                    ", ",
                                    Arrays.stream(JobState.values())
                                            .map(JobState::text)
                                            .toList()))));
        }
        return states;
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

    private static int limit(String text) {
        if (text.isEmpty()) {
            return DEFAULT_LIMIT;
        }
        if (text.length() > 4 || !text.chars().allMatch(c -> c >= '0' && c <= '9') || Integer.parseInt(text) == 0) {
            throw ApiException.badRequest("limit: a number from 1 to " + MAX_LIMIT);
        }
        return Math.min(MAX_LIMIT, Integer.parseInt(text));
    }

    /** The page of these rows, which are in order: the newest first, then by name. */
    Page page(List<JobRow> rows) {
        List<JobRow> matching = rows.stream().filter(this::matches).toList();
        List<JobRow> rest = after.map(last -> matching.stream()
                        .filter(row -> position(row).compareTo(last) > 0)
                        .toList())
                .orElse(matching);
        if (rest.size() <= limit) {
            return new Page(rest, Optional.empty(), matching.size());
        }
        List<JobRow> page = rest.subList(0, limit);
        return new Page(List.copyOf(page), Optional.of(encoded(position(page.get(limit - 1)))), matching.size());
    }

    boolean matches(JobRow row) {
        JobSummary job = row.summary();
        return any(namespaces, job.namespace())
                && (states.isEmpty() || states.contains(job.state()))
                && any(runtimes, job.runtime())
                && any(frameworks, row.framework())
                && any(queues, job.queue().orElse(""))
                && (owner.isEmpty() || owner.equals(row.owner()))
                && (managedBy.isEmpty() || managedBy.equals(job.managedBy().orElse("")))
                && since.map(time -> !job.created().isBefore(time)).orElse(true)
                && labels.matches(row.labels())
                && mentions(row);
    }

    private static boolean any(Set<String> wanted, String value) {
        return wanted.isEmpty() || wanted.contains(value);
    }

    /** Each word has to be somewhere. */
    private boolean mentions(JobRow row) {
        if (text.isEmpty()) {
            return true;
        }
        JobSummary job = row.summary();
        String all = Stream.of(
                        job.namespace(),
                        job.name(),
                        job.state().text(),
                        job.runtime(),
                        row.framework(),
                        job.queue().orElse(""),
                        row.owner(),
                        row.why())
                .reduce("", (a, b) -> a + '\n' + b)
                .toLowerCase(Locale.ROOT);
        return WORD.groupsIn(text).stream().allMatch(all::contains);
    }

    /** Texts that are in the order of the rows. */
    private static String position(JobRow row) {
        long age = Long.MAX_VALUE - row.summary().created().toEpochMilli();
        return String.format(Locale.ROOT, "%019d %s", age, row.key());
    }

    private static String encoded(String position) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(position.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("continue: not a value that an answer gave");
        }
    }
}

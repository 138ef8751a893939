package io.trainyard.launcher.node;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.local.kubelet.logs.LogQuery;
import io.vertx.core.MultiMap;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what the API server asks a kubelet for. */
final class ContainerLogsRequest {
    private static final LinearPattern NAME = LinearPattern.of("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    private static final String START = "/containerLogs/";
    private static final int PARTS = 3;

    private ContainerLogsRequest() {}

    /**
     * The log that a request is about.
     *
     * @return empty when the path leads to no log
     * @throws IllegalArgumentException when a parameter makes no sense; the message names it
     */
    static Optional<LogQuery> parse(String path, MultiMap parameters, Clock clock) {
        if (!path.startsWith(START)) {
            return Optional.empty();
        }
        String[] parts = path.substring(START.length()).split("/", -1);
        if (parts.length != PARTS || !isName(parts[0]) || !isName(parts[1]) || !isName(parts[2])) {
            return Optional.empty();
        }
        return Optional.of(new LogQuery(
                parts[0],
                parts[1],
                parts[2],
                flag(parameters, "follow"),
                flag(parameters, "previous"),
                flag(parameters, "timestamps"),
                number(parameters, "tailLines", 0),
                since(parameters, clock),
                number(parameters, "limitBytes", 1)));
    }

    /** Names become parts of paths of files, so nothing else is let through. */
    static boolean isName(String text) {
        return NAME.matches(text);
    }

    private static boolean flag(MultiMap parameters, String name) {
        String value = parameters.get(name);
        if (value == null || value.equals("false") || value.equals("0")) {
            return false;
        }
        if (value.equals("true") || value.equals("1") || value.isEmpty()) {
            return true;
        }
        throw new IllegalArgumentException(name + ": must be true or false, not \"" + value + "\"");
    }

    private static OptionalLong number(MultiMap parameters, String name, long least) {
        String value = parameters.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (!PlainText.isNumber(value, 18) || Long.parseLong(value) < least) {
            throw new IllegalArgumentException(name + ": must be a number from " + least + ", not \"" + value + "\"");
        }
        return OptionalLong.of(Long.parseLong(value));
    }

    private static Optional<Instant> since(MultiMap parameters, Clock clock) {
        OptionalLong seconds = number(parameters, "sinceSeconds", 1);
        if (seconds.isPresent()) {
            return Optional.of(clock.instant().minusSeconds(seconds.getAsLong()));
        }
        String time = parameters.get("sinceTime");
        try {
            return Optional.ofNullable(time)
                    .map(text -> OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException wrong) {
            throw new IllegalArgumentException("sinceTime: must be a time of RFC 3339, not \"" + time + "\"", wrong);
        }
    }
}

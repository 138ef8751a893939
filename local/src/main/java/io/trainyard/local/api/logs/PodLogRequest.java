package io.trainyard.local.api.logs;

import io.trainyard.local.api.kinds.ContainerChoice;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.client.ApiException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

/**
 * Which part of which log a client wants.
 *
 * @param pod the pod as it is; immutable
 * @param container name of one of its containers, init containers included
 * @param follow whether to go on as the container writes, until it ends
 * @param previous whether the run before the present one is meant
 * @param timestamps whether each line begins with the time at which it was written
 * @param tailLines how many lines at the end are wanted; empty for all
 * @param since lines before this time are not wanted; empty for all
 * @param limitBytes to end after so many bytes; empty for no limit
 */
public record PodLogRequest(
        Map<String, Object> pod,
        String container,
        boolean follow,
        boolean previous,
        boolean timestamps,
        Optional<Long> tailLines,
        Optional<Instant> since,
        Optional<Long> limitBytes) {

    /**
     * Reads the query of a request.
     *
     * @throws ApiException when a parameter makes no sense, or the container is unknown or must be named
     */
    public static PodLogRequest of(Map<String, Object> pod, RequestParameters parameters, Clock clock) {
        return new PodLogRequest(
                pod,
                ContainerChoice.of(pod, parameters.text("container")),
                parameters.flag("follow"),
                parameters.flag("previous"),
                parameters.flag("timestamps"),
                atLeast(0, "tailLines", parameters),
                since(parameters, clock),
                atLeast(1, "limitBytes", parameters));
    }

    private static Optional<Instant> since(RequestParameters parameters, Clock clock) {
        Optional<Long> seconds = atLeast(1, "sinceSeconds", parameters);
        String time = parameters.text("sinceTime");
        if (seconds.isPresent() && !time.isEmpty()) {
            throw invalid("at most one of sinceTime or sinceSeconds may be specified");
        }
        try {
            return time.isEmpty()
                    ? seconds.map(number -> clock.instant().minusSeconds(number))
                    : Optional.of(OffsetDateTime.parse(time).toInstant());
        } catch (DateTimeParseException e) {
            throw ApiException.badRequest("query parameter sinceTime: \"" + time + "\" is no time of RFC 3339");
        }
    }

    private static Optional<Long> atLeast(long least, String name, RequestParameters parameters) {
        Optional<Long> number = parameters.number(name);
        if (number.isPresent() && number.get() < least) {
            throw invalid(name + ": Invalid value: " + number.get() + ": must be greater than or equal to " + least);
        }
        return number;
    }

    private static ApiException invalid(String message) {
        return new ApiException(422, "Invalid", "PodLogOptions \"\" is invalid: " + message, Map.of());
    }
}

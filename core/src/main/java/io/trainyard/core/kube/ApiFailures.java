package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.kube.ApiFailure.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Classifies failed requests by what they mean for the caller. */
final class ApiFailures {
    private static final int MAX_QUOTE_LENGTH = 1024;
    /**
     * What an apply with unknown fields or duplicate list keys is answered with, as an error of the server. It is one of the object, and will
     * be the same each time.
     */
    private static final String UNFIT_FOR_APPLY = "failed to create typed patch object";

    /** What the API server passes on as an error of its own when its store does not take an object: in the words of etcd, and of the way to it. */
    private static final List<String> TOO_LARGE =
            List.of("etcdserver: request is too large", "trying to send message larger than max");

    private static final String LARGE_OBJECT = " (the object is larger than the API server stores, usually 1.5 MiB:"
            + " make what it is made from smaller, such as the TrainJob or its runtime)";

    private ApiFailures() {}

    /**
     * A refusal.
     *
     * @param request what was asked, for the message
     * @param retryAfter the header of that name
     * @param now for a header that names a date
     */
    static ApiFailure refused(
            String request,
            int code,
            byte[] body,
            @Nullable String retryAfter,
            KubernetesSerialization json,
            Instant now) {
        Optional<Status> status = readStatus(body, json);
        String reason = status.map(Status::getReason).orElse("");
        String message = status.map(Status::getMessage).orElseGet(() -> quote(body));
        Duration wait = retryAfter == null ? null : parseRetryAfter(retryAfter, now);
        if (wait == null) {
            wait = status.map(Status::getDetails)
                    .map(StatusDetails::getRetryAfterSeconds)
                    .filter(seconds -> seconds > 0)
                    .map(Duration::ofSeconds)
                    .orElse(null);
        }
        String text = request + ": " + code + (reason.isEmpty() ? "" : " " + reason)
                + (message.isEmpty() ? "" : ": " + message);
        if (code == 500 && TOO_LARGE.stream().anyMatch(message::contains)) {
            return new ApiFailure(Kind.INVALID, code, reason, text + LARGE_OBJECT, wait, null);
        }
        boolean unfit = code == 500 && message.startsWith(UNFIT_FOR_APPLY);
        return new ApiFailure(unfit ? Kind.INVALID : kindOf(code, reason, status), code, reason, text, wait, null);
    }

    /** No answer, or one that broke off. */
    static ApiFailure unanswered(String request, Throwable thrown) {
        Throwable cause = unwrap(thrown);
        if (cause instanceof ApiFailure already) {
            return already;
        }
        String what = cause instanceof TimeoutException
                ? "no answer in time"
                : cause instanceof IOException ? "connection failed" : "request failed";
        String detail = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new ApiFailure(Kind.UNREACHABLE, 0, "", request + ": " + what + ": " + detail, null, cause);
    }

    /** A write that was held back, because another process may be writing by now. */
    static ApiFailure notPermitted(String request) {
        return new ApiFailure(
                Kind.UNREACHABLE, 0, "", request + ": not sent, because this process is not the leader", null, null);
    }

    /** An answer of success that nobody can read. */
    static ApiFailure unreadable(String request, int code, Throwable cause) {
        return new ApiFailure(
                Kind.SERVER_ERROR,
                code,
                "",
                request + ": the answer cannot be read: " + unwrap(cause).getMessage(),
                null,
                unwrap(cause));
    }

    /** A request that cannot be made out of what the caller gave. */
    static ApiFailure unsendable(String request, String problem, @Nullable Throwable cause) {
        return new ApiFailure(Kind.INVALID, 0, "", request + ": " + problem, null, cause);
    }

    static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static Kind kindOf(int code, String reason, Optional<Status> status) {
        return switch (code) {
            case 401 -> Kind.UNAUTHORIZED;
            case 403 -> hasCause(status, "NamespaceTerminating") ? Kind.NAMESPACE_TERMINATING : Kind.FORBIDDEN;
            case 404 -> Kind.NOT_FOUND;
            case 408, 429, 503, 504 -> Kind.OVERLOADED;
            case 409 -> reason.equals("AlreadyExists") ? Kind.ALREADY_EXISTS : Kind.CONFLICT;
            case 410 -> Kind.EXPIRED;
            default -> code >= 400 && code < 500 ? Kind.INVALID : Kind.SERVER_ERROR;
        };
    }

    private static boolean hasCause(Optional<Status> status, String reason) {
        return status.map(Status::getDetails).map(StatusDetails::getCauses).stream()
                .flatMap(causes -> causes.stream())
                .map(StatusCause::getReason)
                .anyMatch(reason::equals);
    }

    private static Optional<Status> readStatus(byte[] body, KubernetesSerialization json) {
        int first = 0;
        while (first < body.length && body[first] <= ' ') {
            first++;
        }
        if (first == body.length || body[first] != '{') {
            return Optional.empty();
        }
        try {
            Status status = json.unmarshal(new String(body, StandardCharsets.UTF_8), Status.class);
            return Optional.ofNullable(status).filter(read -> "Status".equals(read.getKind()));
        } catch (RuntimeException notAStatus) {
            // A proxy's own words, or a body cut short: quoted as it is.
            return Optional.empty();
        }
    }

    private static String quote(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, MAX_QUOTE_LENGTH), StandardCharsets.UTF_8).strip();
        return body.length > MAX_QUOTE_LENGTH ? text + "…" : text;
    }

    private static @Nullable Duration parseRetryAfter(String header, Instant now) {
        String value = header.strip();
        if (!value.isEmpty() && value.length() < 10 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        try {
            Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(now, date);
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeParseException neither) {
            return null;
        }
    }
}

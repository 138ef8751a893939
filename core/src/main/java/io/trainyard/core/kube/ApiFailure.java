package io.trainyard.core.kube;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that the API server refused or that did not reach it. */
public final class ApiFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What the failure means for the caller. */
    public enum Kind {
        /** 404: the object, its namespace or its kind does not exist. */
        NOT_FOUND,
        /** 409 AlreadyExists. */
        ALREADY_EXISTS,
        /** 409 Conflict: an old resourceVersion. */
        CONFLICT,
        /** 403 for a create in a namespace that is being deleted: nothing can be created there any more. */
        NAMESPACE_TERMINATING,
        /** 410: a resourceVersion or a continue token has expired. */
        EXPIRED,
        /** 400, 422: the object itself is wrong; sending it again is pointless. */
        INVALID,
        /** 401. */
        UNAUTHORIZED,
        /** 403: not permitted, or refused by a webhook. */
        FORBIDDEN,
        /** 429, 503, 504: try again later. */
        OVERLOADED,
        /** Any other answer of 500 or more, such as a webhook that did not answer. */
        SERVER_ERROR,
        /** No answer: the connection failed or the time was up. The request may have taken effect. */
        UNREACHABLE;

        /** True for an {@link ApiFailure} of this kind. */
        public boolean isOf(Throwable failure) {
            return failure instanceof ApiFailure known && known.kind == this;
        }
    }

    private final Kind kind;
    private final int code;
    private final String reason;
    private final @Nullable Duration retryAfter;

    public ApiFailure(
            Kind kind,
            int code,
            String reason,
            String message,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        // Answers of a server need no stack trace of ours; a broken connection keeps its cause.
        super(message, cause, false, false);
        this.kind = kind;
        this.code = code;
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public Kind kind() {
        return kind;
    }

    /** HTTP status; 0 when there was no answer. */
    public int code() {
        return code;
    }

    /** Reason of the API server, such as {@code NotFound}; empty when it gave none. */
    public String reason() {
        return reason;
    }

    /** How long the API server asks to wait. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}

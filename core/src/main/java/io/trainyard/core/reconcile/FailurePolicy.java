package io.trainyard.core.reconcile;

import io.trainyard.core.apply.ApplyException;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.runtime.RuntimeNotFoundException;
import io.trainyard.core.status.BuildReport;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.time.Duration;

/** How soon a failed reconcile is worth repeating. Pure. */
final class FailurePolicy {
    /** Only a change of some object helps, and most of those wake the job anyway. */
    private static final Duration SLOW = Duration.ofSeconds(30);

    /** Nobody tells when an API server is back, and whoever asks for hours, such as a proxy before it, does not mean this job. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(1);

    private FailurePolicy() {}

    static Outcome outcome(Throwable failure) {
        if (failure instanceof ApiFailure api) {
            return switch (api.kind()) {
                case INVALID, FORBIDDEN, NOT_FOUND, NAMESPACE_TERMINATING -> Outcome.retryAfterChange(SLOW);
                default ->
                    api.retryAfter()
                            .map(wish -> Outcome.retryNotBefore(
                                    wish.compareTo(MAX_RETRY_AFTER) < 0 ? wish : MAX_RETRY_AFTER))
                            .orElse(Outcome.retry());
            };
        }
        boolean needsChange = failure instanceof InvalidTrainJobException
                || failure instanceof RuntimeNotFoundException
                || failure instanceof ApplyException;
        return needsChange ? Outcome.retryAfterChange(SLOW) : Outcome.retry();
    }

    /** What a status tells of it. */
    static BuildReport report(Throwable failure, String message) {
        if (failure instanceof RuntimeNotFoundException) {
            return BuildReport.failed(BuildReport.Reason.RUNTIME_NOT_FOUND, message);
        }
        boolean apply = failure instanceof ApiFailure || failure instanceof ApplyException;
        return BuildReport.failed(apply ? BuildReport.Reason.APPLY_FAILED : BuildReport.Reason.BUILD_FAILED, message);
    }

    /** True when the API server will say no again, until somebody changes something. */
    static boolean isRefusal(Throwable failure) {
        return failure instanceof ApiFailure api
                && (api.kind() == ApiFailure.Kind.FORBIDDEN || api.kind() == ApiFailure.Kind.INVALID);
    }

    /** False when the API server is away, or busy with other things: it cannot be told of that in a status, either. */
    static boolean isAnswer(Throwable failure) {
        return !(failure instanceof ApiFailure api)
                || switch (api.kind()) {
                    case UNREACHABLE, OVERLOADED, UNAUTHORIZED, EXPIRED -> false;
                    default -> true;
                };
    }

    /** True when the user, not the operator, has to do something: no stack trace is logged. */
    static boolean isUserError(Throwable failure) {
        return failure instanceof InvalidTrainJobException
                || failure instanceof RuntimeNotFoundException
                || failure instanceof ApplyException
                || failure instanceof ApiFailure;
    }
}

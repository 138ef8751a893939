package io.trainyard.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.apply.ApplyException;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.runtime.RuntimeNotFoundException;
import io.trainyard.core.status.BuildReport;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("FailurePolicy (PIPE-16, FAB-26)")
final class FailurePolicyTest {
    private static final Outcome SLOW = Outcome.retryAfterChange(Duration.ofSeconds(30));

    @ParameterizedTest
    @EnumSource(names = {"INVALID", "FORBIDDEN", "NOT_FOUND", "NAMESPACE_TERMINATING"})
    void whatOnlyAChangeHelpsIsRepeatedSlowly(ApiFailure.Kind kind) {
        assertThat(FailurePolicy.outcome(failure(kind, null))).isEqualTo(SLOW);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"INVALID", "FORBIDDEN", "NOT_FOUND", "NAMESPACE_TERMINATING"})
    void whatPassesByItselfIsRepeatedWithBackoff(ApiFailure.Kind kind) {
        assertThat(FailurePolicy.outcome(failure(kind, null))).isEqualTo(Outcome.retry());
    }

    @Test
    @DisplayName("a status says where it went wrong (STATUS-22)")
    void whereItWentWrong() {
        assertThat(FailurePolicy.report(new RuntimeNotFoundException("x"), "x"))
                .isEqualTo(BuildReport.failed(BuildReport.Reason.RUNTIME_NOT_FOUND, "x"));
        assertThat(FailurePolicy.report(failure(ApiFailure.Kind.FORBIDDEN, null), "x"))
                .isEqualTo(BuildReport.failed(BuildReport.Reason.APPLY_FAILED, "x"));
        assertThat(FailurePolicy.report(new ApplyException("x"), "x"))
                .isEqualTo(BuildReport.failed(BuildReport.Reason.APPLY_FAILED, "x"));
        assertThat(FailurePolicy.report(new IllegalStateException("x"), "x"))
                .isEqualTo(BuildReport.failed(BuildReport.Reason.BUILD_FAILED, "x"));
    }

    @Test
    void theWishOfTheServerIsHeard() {
        assertThat(FailurePolicy.outcome(failure(ApiFailure.Kind.OVERLOADED, Duration.ofSeconds(7))))
                .isEqualTo(Outcome.retryNotBefore(Duration.ofSeconds(7)));
    }

    @Test
    @DisplayName("but a job does not sleep for hours because a proxy says so, which nobody takes back (CFG-40)")
    void theWishOfTheServerIsHeardForAMinute() {
        assertThat(FailurePolicy.outcome(failure(ApiFailure.Kind.OVERLOADED, Duration.ofHours(6))))
                .isEqualTo(Outcome.retryNotBefore(Duration.ofMinutes(1)));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakesOfUsersAreRepeatedSlowlyAndWithoutStackTrace(RuntimeException mistake) {
        assertThat(FailurePolicy.outcome(mistake)).isEqualTo(SLOW);
        assertThat(FailurePolicy.isUserError(mistake)).isTrue();
    }

    static Stream<RuntimeException> mistakes() {
        return Stream.of(new InvalidTrainJobException("x"), new RuntimeNotFoundException("x"), new ApplyException("x"));
    }

    @Test
    void faultsOfTheProgramAreRepeatedWithBackoffAndLoggedInFull() {
        assertThat(FailurePolicy.outcome(new IllegalStateException("x"))).isEqualTo(Outcome.retry());
        assertThat(FailurePolicy.isUserError(new IllegalStateException("x"))).isFalse();
        assertThat(FailurePolicy.isUserError(failure(ApiFailure.Kind.UNREACHABLE, null)))
                .isTrue();
    }

    private static ApiFailure failure(ApiFailure.Kind kind, @Nullable Duration retryAfter) {
        return new ApiFailure(kind, 0, "", "x", retryAfter, null);
    }

    @ParameterizedTest
    @EnumSource(ApiFailure.Kind.class)
    @DisplayName("a status tells what the API server refuses, not that it is away (STATUS-32)")
    void whatAStatusTells(ApiFailure.Kind kind) {
        boolean away = Set.of(
                        ApiFailure.Kind.UNREACHABLE,
                        ApiFailure.Kind.OVERLOADED,
                        ApiFailure.Kind.UNAUTHORIZED,
                        ApiFailure.Kind.EXPIRED)
                .contains(kind);

        assertThat(FailurePolicy.isAnswer(failure(kind, null))).isEqualTo(!away);
    }
}

package io.trainyard.core.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.HealthSettings;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Health checks (OPS-07, OPS-08, OPS-09, CFG-29)")
final class HealthEndpointTest {
    private static final HealthCheck GOOD = HealthCheck.passing("good");
    private static final HealthCheck BAD = HealthCheck.of("bad", () -> Optional.of("the disk is full"));

    private final ManualTimeSource time = new ManualTimeSource();

    @Test
    void ifAllIsWellTheBodyIsOkOrTheWholeList() {
        HealthReport report = all(List.of(GOOD, HealthCheck.passing("other")));

        assertThat(report.statusCode()).isEqualTo(200);
        assertThat(report.text(false)).isEqualTo("ok");
        assertThat(report.text(true)).isEqualTo("[+]good ok\n[+]other ok\nhealthz check passed\n");
    }

    @Test
    void aFailureListsAllChecksAndWithholdsItsReason() {
        HealthReport report = all(List.of(GOOD, BAD));

        assertThat(report.statusCode()).isEqualTo(500);
        assertThat(report.text(false))
                .isEqualTo("[+]good ok\n[-]bad failed: reason withheld\nhealthz check failed\n")
                .isEqualTo(report.text(true));
        assertThat(report.results().get(1).problem()).isEqualTo("the disk is full");
    }

    @Test
    @DisplayName("a check that holds no secret tells everybody what is wrong (OPS-09a)")
    void aHarmlessReasonIsTold() {
        HealthReport report = all(List.of(
                GOOD, HealthCheck.disclosing("reconcile-loop", () -> Optional.of("late by more than 3 s")), BAD));

        assertThat(report.statusCode()).isEqualTo(500);
        assertThat(report.text(false))
                .startsWith("[+]good ok\n[-]reconcile-loop failed: late by more than 3 s\n"
                        + "[-]bad failed: reason withheld\n");
    }

    @Test
    void anExcludedCheckIsNotAsked() {
        HealthCheck explosive = HealthCheck.of("bad", () -> {
            throw new AssertionError("asked");
        });

        HealthReport report = all(List.of(GOOD, explosive), "bad", "worse");

        assertThat(report.statusCode()).isEqualTo(200);
        assertThat(report.text(true))
                .isEqualTo("[+]good ok\n[+]bad excluded: ok\nwarn: no such check to exclude: \"worse\"\n"
                        + "healthz check passed\n");
    }

    @Test
    void noChecksAtAllIsWell() {
        assertThat(all(List.of()).text(false)).isEqualTo("ok");
    }

    @Test
    void aCheckThatThrowsOrFailsHasFailed() {
        HealthCheck throwing = HealthCheck.of("throwing", () -> {
            throw new IllegalStateException("broken");
        });
        HealthCheck failing =
                new HealthCheck("failing", () -> Uni.createFrom().failure(new IllegalStateException("refused")));

        HealthReport report = all(List.of(throwing, failing));

        assertThat(report.results()).extracting(HealthReport.Result::problem).containsExactly("broken", "refused");
        assertThat(report.healthy()).isFalse();
    }

    @Test
    @DisplayName("checks run at the same time and none is waited for longer than the limit (OPS-09)")
    void noneIsWaitedForLongerThanTheLimit() {
        HealthCheck hanging = new HealthCheck("hanging", () -> Uni.createFrom().nothing());
        HealthCheck another = new HealthCheck("another", () -> Uni.createFrom().nothing());
        var report = new AtomicReference<HealthReport>();
        endpoint(List.of(hanging, GOOD, another))
                .all("healthz", List.of())
                .subscribe()
                .with(report::set);

        time.advance(Duration.ofMillis(1_499));
        assertThat(report).hasNullValue();
        time.advance(Duration.ofMillis(1));

        assertThat(report.get().text(false))
                .isEqualTo("[-]hanging failed: reason withheld\n[+]good ok\n[-]another failed: reason withheld\n"
                        + "healthz check failed\n");
    }

    @Test
    void oneCheckAloneIsAskedByItsName() {
        HealthEndpoint endpoint = endpoint(List.of(GOOD, BAD));

        HealthReport report = endpoint.one("healthz/bad", "bad")
                .orElseThrow()
                .subscribeAsCompletionStage()
                .join();

        assertThat(report.text(false)).isEqualTo("[-]bad failed: reason withheld\nhealthz/bad check failed\n");
        assertThat(endpoint.one("healthz/worse", "worse")).isEmpty();
    }

    @Test
    void namesAreUniqueAndFitIntoAPath() {
        assertThatThrownBy(() -> endpoint(List.of(GOOD, GOOD))).hasMessageContaining("two health checks");
        assertThatThrownBy(() -> HealthCheck.passing("a/b")).hasMessageContaining("\"a/b\" is no name");
    }

    @Test
    @DisplayName("the configured names are served besides the usual ones (CFG-29)")
    void theConfiguredNamesAreServedBesidesTheUsualOnes() {
        HealthEndpoint liveness = endpoint(List.of());
        HealthEndpoint readiness = endpoint(List.of());
        var board = new HealthRoutes(new HealthSettings(Optional.empty(), "ready", "alive"), liveness, readiness);

        assertThat(board.find("/alive"))
                .hasValueSatisfying(to -> assertThat(to.endpoint()).isSameAs(liveness));
        assertThat(board.find("/healthz/")).hasValueSatisfying(to -> {
            assertThat(to.endpoint()).isSameAs(liveness);
            assertThat(to.check()).isEmpty();
        });
        assertThat(board.find("/ready/certs")).hasValueSatisfying(to -> {
            assertThat(to.endpoint()).isSameAs(readiness);
            assertThat(to.check()).isEqualTo("certs");
        });
        assertThat(board.find("/readyz")).isPresent();
        assertThat(board.find("/")).isEmpty();
        assertThat(board.find("/healthzz")).isEmpty();
        assertThat(board.find("healthz")).isEmpty();
    }

    private HealthReport all(List<HealthCheck> checks, String... excluded) {
        return endpoint(checks)
                .all("healthz", List.of(excluded))
                .subscribeAsCompletionStage()
                .join();
    }

    private HealthEndpoint endpoint(List<HealthCheck> checks) {
        return new HealthEndpoint(checks, Duration.ofMillis(1_500), time);
    }
}

package io.trainyard.core.health;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.health.HealthReport.Result;
import io.trainyard.core.health.HealthReport.Status;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Runs the checks of one probe, all at once, and waits for none of them longer than the limit. */
final class HealthEndpoint {
    private final List<HealthCheck> checks;
    private final Duration limit;
    private final TimeSource time;

    HealthEndpoint(List<HealthCheck> checks, Duration limit, TimeSource time) {
        this.checks = List.copyOf(checks);
        this.limit = limit;
        this.time = time;
        Set<String> names = new HashSet<>();
        for (HealthCheck check : checks) {
            if (!names.add(check.name())) {
                throw new IllegalArgumentException("two health checks are called \"" + check.name() + "\"");
            }
        }
    }

    /** All checks but those to be skipped. */
    Uni<HealthReport> all(String title, Collection<String> excluded) {
        List<String> unknown = excluded.stream()
                .distinct()
                .filter(name -> checks.stream().noneMatch(check -> check.name().equals(name)))
                .toList();
        List<Uni<Result>> results = checks.stream()
                .map(check -> excluded.contains(check.name())
                        ? Uni.createFrom().item(Result.excluded(check.name()))
                        : run(check))
                .toList();
        if (results.isEmpty()) {
            return Uni.createFrom().item(new HealthReport(title, List.of(), unknown));
        }
        return Uni.combine().all().unis(results).with(Result.class, found -> new HealthReport(title, found, unknown));
    }

    /** One check; empty when there is none of that name. */
    Optional<Uni<HealthReport>> one(String title, String name) {
        return checks.stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .map(check -> run(check).map(result -> new HealthReport(title, List.of(result), List.of())));
    }

    private Uni<Result> run(HealthCheck check) {
        Uni<Optional<String>> probe = Uni.createFrom()
                .deferred(() -> Objects.requireNonNull(check.probe().get()));
        return TimeLimit.of(limit, time, probe)
                .onItem()
                .transform(problem ->
                        problem.map(text -> result(check, text)).orElseGet(() -> Result.passed(check.name())))
                .onFailure()
                .recoverWithItem(failure -> new Result(check.name(), Status.FAILED, reason(failure), false));
    }

    private static Result result(HealthCheck check, String problem) {
        return new Result(check.name(), check.informative() ? Status.NOTED : Status.FAILED, problem, check.disclosed());
    }

    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isEmpty() ? failure.getClass().getSimpleName() : message;
    }
}

package io.trainyard.core.health;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One thing that must be well.
 *
 * @param name a path segment of letters, digits, {@code - _ .}
 * @param probe finds out: empty when all is well, else what is wrong; a failure counts as something wrong. Called on the health server's event
 *     loop, which is not that of the controllers, and must not block it
 * @param informative what is wrong is shown, to everybody, and does not make the probe fail
 * @param disclosed what is wrong is shown to everybody when it makes the probe fail, too; else only the log has it
 */
public record HealthCheck(String name, Supplier<Uni<Optional<String>>> probe, boolean informative, boolean disclosed) {
    private static final LinearPattern NAME = LinearPattern.of("[A-Za-z0-9._-]+");

    public HealthCheck {
        if (!NAME.matches(name)) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is no name for a health check: letters, digits, '-', '_' and '.' are allowed");
        }
    }

    /** A check that makes its probe fail. */
    public HealthCheck(String name, Supplier<Uni<Optional<String>>> probe) {
        this(name, probe, false, false);
    }

    /** Something that is worth knowing but no reason to take no more requests; nothing secret, for anybody may read it. */
    public static HealthCheck note(String name, Supplier<Optional<String>> note) {
        return new HealthCheck(name, () -> Uni.createFrom().item(note), true, true);
    }

    /** A check that knows at once. */
    public static HealthCheck of(String name, Supplier<Optional<String>> problem) {
        return new HealthCheck(name, () -> Uni.createFrom().item(problem));
    }

    /** A check that knows at once, and may tell everybody what is wrong: nothing secret. */
    public static HealthCheck disclosing(String name, Supplier<Optional<String>> problem) {
        return new HealthCheck(name, () -> Uni.createFrom().item(problem), false, true);
    }

    /** A check that passes as long as somebody answers. */
    public static HealthCheck passing(String name) {
        return of(name, Optional::empty);
    }
}

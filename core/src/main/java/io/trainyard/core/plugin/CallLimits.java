package io.trainyard.core.plugin;

import java.time.Duration;

/**
 * How long an asynchronous answer of a plugin may take.
 *
 * @param build for building components; more than zero
 * @param validation for validating, where a user waits (API-208); more than zero
 */
public record CallLimits(Duration build, Duration validation) {
    /** 10 s and 3 s. */
    public static final CallLimits DEFAULT = new CallLimits(Duration.ofSeconds(10), Duration.ofSeconds(3));

    public CallLimits {
        require(build, "build");
        require(validation, "validation");
    }

    private static void require(Duration limit, String name) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException(
                    "the limit for plugin calls \"" + name + "\" must be more than zero: " + limit);
        }
    }

    Duration of(ExtensionPoint point) {
        return point == ExtensionPoint.CUSTOM_VALIDATION ? validation : build;
    }
}
